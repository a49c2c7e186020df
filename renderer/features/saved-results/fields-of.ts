/** A value of the service's answer and where it is, for example `StrategyOutput[0].Rating`. */
export interface Field {
  readonly path: string
  readonly value: string
}

/** What is in a list or an object: its name, the step to it in a path, and itself. */
export const childrenOf = (value: unknown): readonly (readonly [string, string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [`[${index}]`, `[${index}]`, item])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, item]) => [name, `.${name}`, item])
  return []
}

/** The path to what is one `step` from `path`. */
export const pathTo = (path: string, step: string): string =>
  path === '' ? step.replace(/^\./, '') : `${path}${step}`

/** How a value is written; a text stands as it is. */
export const valueWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Every value in `root`, what JSON says, in order. Empty lists and objects count as values. */
export const fieldsOf = (root: unknown): readonly Field[] => {
  const fields: Field[] = []
  const walk = (value: unknown, path: string): void => {
    const inside = childrenOf(value)
    if (inside.length === 0)
      fields.push({ path: path || '(whole answer)', value: valueWords(value) })
    for (const [, step, item] of inside) walk(item, pathTo(path, step))
  }
  walk(root, '')
  return fields
}
