/** A value of the service's answer and where it is, for example `StrategyOutput[0].Rating`. */
export interface Field {
  readonly path: string
  readonly value: string
}

/** Every value in JSON `text`, in order; `null` when it is not JSON. Empty lists and objects count as values. */
export const fieldsOf = (text: string): readonly Field[] | null => {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return null
  }
  const fields: Field[] = []
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value) && value.length > 0) {
      value.forEach((item, index) => walk(item, `${path}[${index}]`))
      return
    }
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value)
        : []
    if (entries.length > 0) {
      for (const [name, item] of entries) walk(item, path === '' ? name : `${path}.${name}`)
      return
    }
    fields.push({
      path: path || '(whole answer)',
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })
  }
  walk(root, '')
  return fields
}
