import { WrittenNumber } from '#shared/text/numeric-text.ts'
import { parseWritten } from '#shared/text/written-json.ts'
import { plural } from '../../lib/format.ts'

/** A value of the service's answer and its path, for example `StrategyOutput[0].Rating`. */
interface Field {
  readonly path: string
  readonly value: string
}

const childrenOf = (value: unknown): readonly (readonly [string, string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [`[${index}]`, `[${index}]`, item])
  if (typeof value === 'object' && value !== null && !(value instanceof WrittenNumber))
    return Object.entries(value).map(([name, item]) => [name, `.${name}`, item])
  return []
}

const pathTo = (path: string, step: string) =>
  path === '' ? step.replace(/^\./, '') : `${path}${step}`

const valueWords = (value: unknown) =>
  typeof value === 'string'
    ? value
    : value instanceof WrittenNumber
      ? value.source
      : JSON.stringify(value)

/** Every value in `root`, in JSON order. Empty lists and objects count as values. */
export const fieldsOf = (root: unknown): readonly Field[] => {
  const fields: Field[] = []
  const walk = (value: unknown, path: string) => {
    const inside = childrenOf(value)
    if (inside.length === 0)
      fields.push({ path: path || '(whole answer)', value: valueWords(value) })
    for (const [, step, item] of inside) walk(item, pathTo(path, step))
  }
  walk(root, '')
  return fields
}

interface TreeRow {
  /** The path, for example `StrategyOutput[0].Rating`; `''` for the root. */
  readonly path: string
  readonly name: string
  readonly depth: number
  /** What a list or object contains, such as `3 entries`; `null` for a value. */
  readonly size: string | null
  readonly value: string
}

/** Parses `text`, keeping the digits of numbers; `null` if it is invalid. The value is wrapped, because `null` is also valid JSON. */
export const parsed = (text: string) => {
  try {
    const value = parseWritten(text)
    return { value }
  } catch {
    return null
  }
}

/** Text with more characters expands below its row. */
const longText = 200

/** A name for a list entry, so that it can be recognized while collapsed. */
const called = (value: unknown) => {
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
    if (typeof found === 'number' || (typeof found === 'string' && found !== '')) return `${found}`
  }
  return ''
}

/** The visible rows of the tree from the top; collapsed parts are not visited. */
export const treeRows = (root: unknown, open: ReadonlySet<string>): readonly TreeRow[] => {
  const rows: TreeRow[] = []
  const walk = (value: unknown, path: string, depth: number) => {
    for (const [name, step, item] of childrenOf(value)) {
      const at = pathTo(path, step)
      const row = { path: at, name, depth, value: '' }
      const inside = childrenOf(item)
      const beside = called(item)
      if (inside.length > 0) {
        const size = inside.length === 1 ? '1 entry' : `${inside.length} entries`
        rows.push({ ...row, size: beside === '' ? size : `${beside}, ${size}` })
        if (open.has(at)) walk(item, at, depth + 1)
        continue
      }
      const words = valueWords(item)
      if (words.length <= longText) {
        rows.push({ ...row, size: null, value: words })
        continue
      }
      rows.push({ ...row, size: plural(words.length, 'character') })
      if (open.has(at)) rows.push({ ...row, name: '', depth: depth + 1, size: null, value: words })
    }
  }
  walk(root, '', 0)
  return rows
}

const around = (value: string, wanted: string) => {
  if (value.length <= longText) return value
  const from = Math.max(0, value.toLocaleLowerCase().indexOf(wanted) - longText / 2)
  const to = from + longText
  return `${from > 0 ? '…' : ''}${value.slice(from, to)}${to < value.length ? '…' : ''}`
}

export const foundRows = (fields: readonly Field[], wanted: string): readonly TreeRow[] => {
  const lower = wanted.toLocaleLowerCase()
  return fields
    .filter(({ path, value }) => `${path} ${value}`.toLocaleLowerCase().includes(lower))
    .map(({ path, value }) => ({
      path,
      name: path,
      depth: 0,
      size: null,
      value: around(value, lower),
    }))
}
