import { fieldsOf } from './fields-of.ts'

/** A line of the tree of an answer. */
export interface TreeRow {
  /** Where it is, for example `StrategyOutput[0].Rating`; `''` for the whole. */
  readonly path: string
  readonly name: string
  readonly depth: number
  /** What is in it, `3 entries`; `null` for a value. */
  readonly size: string | null
  readonly value: string
}

/** The JSON in `text`, wrapped, since `null` is a value too; `null` when it is none. */
export const parsed = (text: string): { readonly value: unknown; readonly text: string } | null => {
  try {
    const value: unknown = JSON.parse(text)
    return { value, text }
  } catch {
    return null
  }
}

const childrenOf = (value: unknown): readonly (readonly [string, string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [`[${index}]`, `[${index}]`, item])
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, item]) => [name, `.${name}`, item])
  return []
}

/** What stands beside an entry of a list, so that one need not open it to know which it is. */
const called = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return ''
  for (const name of [
    'StrategyType',
    'Label',
    'Name',
    'Account',
    'AccountId',
    'AssetClass',
    'Age',
  ]) {
    const found: unknown = Reflect.get(value, name)
    if (typeof found === 'string' && found !== '') return found
  }
  return ''
}

/** The rows of the tree that are open, from the top; only what is open is walked. */
export const treeRows = (root: unknown, open: ReadonlySet<string>): readonly TreeRow[] => {
  const rows: TreeRow[] = []
  const walk = (value: unknown, path: string, depth: number): void => {
    for (const [name, step, item] of childrenOf(value)) {
      const at = path === '' ? step.replace(/^\./, '') : `${path}${step}`
      const inside = childrenOf(item)
      if (inside.length === 0) {
        const words = typeof item === 'string' ? item : JSON.stringify(item)
        rows.push({ path: at, name, depth, size: null, value: words })
        continue
      }
      const beside = called(item)
      const size = inside.length === 1 ? '1 entry' : `${inside.length} entries`
      rows.push({
        path: at,
        name,
        depth,
        size: beside === '' ? size : `${beside}, ${size}`,
        value: '',
      })
      if (open.has(at)) walk(item, at, depth + 1)
    }
  }
  walk(root, '', 0)
  return rows
}

/** Every value in JSON `text` whose path or text has `wanted` in it, whatever the case. */
export const foundRows = (text: string, wanted: string): readonly TreeRow[] => {
  const lower = wanted.toLocaleLowerCase()
  return (fieldsOf(text) ?? [])
    .filter(({ path, value }) => `${path} ${value}`.toLocaleLowerCase().includes(lower))
    .map(({ path, value }) => ({ path, name: path, depth: 0, size: null, value }))
}
