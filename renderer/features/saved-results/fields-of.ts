/** A value of the service's answer and its path, for example `StrategyOutput[0].Rating`. */
export interface Field {
  readonly path: string
  readonly value: string
}

/** The children of a list or an object: name, step in a path, value. */
export const childrenOf = (value: unknown): readonly (readonly [string, string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [`[${index}]`, `[${index}]`, item])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, item]) => [name, `.${name}`, item])
  return []
}

/** The path to the child one `step` from `path`. */
export const pathTo = (path: string, step: string): string =>
  path === '' ? step.replace(/^\./, '') : `${path}${step}`

/** A value as text; a string without quotes. */
export const valueWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Every value in `root` in JSON order. Empty lists and objects count as values. */
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
