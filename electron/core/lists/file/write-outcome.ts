import { backToFile, encodeFor, type ListBytes } from './list-bytes.ts'
import type { ListRecord } from './parse-list.ts'

/** Our columns, in their order beside the file's own. */
export const outcomeColumns = [
  'Outcome',
  'Standing',
  'Receipt number',
  'TransactionId',
  'Message',
  'SentAtUTC',
] as const

/** A spreadsheet must not take a cell of ours for a formula. The file's own cells stay as they are. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoted = (text: string, delimiter: string): string => {
  const plain = harmless(text.replace(/[\r\n]+/g, ' '))
  return plain.includes('"') || plain.includes(delimiter) || plain !== plain.trim()
    ? `"${plain.replaceAll('"', '""')}"`
    : plain
}

/** Where the record's own text ends: before its line end. */
const endOf = (body: Buffer, { start, end }: Pick<ListRecord, 'start' | 'end'>): number => {
  const beforeFeed = end > start && body[end - 1] === 10 ? end - 1 : end
  return beforeFeed > start && body[beforeFeed - 1] === 13 ? beforeFeed - 1 : beforeFeed
}

/**
 * The file with our columns at the end of each record. Every byte of the file stays in its place: what we add stands
 * before the ends of lines, in the file's own encoding and delimiter. Shorter rows are filled up with empty cells.
 */
export const writeOutcome = (
  list: ListBytes,
  delimiter: string,
  header: ListRecord | null,
  records: readonly ListRecord[],
  outcomes: readonly (readonly string[])[],
): Buffer => {
  const { body, encoding, mark } = list
  const width = Math.max(header?.cells.length ?? 0, ...records.map(({ cells }) => cells.length))
  const pieces: Uint8Array[] = [mark]
  let at = 0
  const add = (record: ListRecord, values: readonly string[]): void => {
    const end = endOf(body, record)
    const filled = delimiter.repeat(width - record.cells.length)
    const text = filled + values.map((value) => delimiter + quoted(value, delimiter)).join('')
    pieces.push(backToFile(encoding, body.subarray(at, end)), encodeFor(encoding, text))
    at = end
  }
  if (header) add(header, outcomeColumns)
  for (const [index, record] of records.entries())
    add(record, outcomes[index] ?? outcomeColumns.map(() => ''))
  pieces.push(backToFile(encoding, body.subarray(at)))
  return Buffer.concat(pieces)
}

/** The same as JSON: an object for each record under the names of its columns and ours. Cells are text as they stand in the file. */
export const outcomeJson = (
  columns: readonly string[],
  records: readonly Pick<ListRecord, 'cells'>[],
  outcomes: readonly (readonly string[])[],
): Buffer => {
  const names = [...columns, ...outcomeColumns].map((name, index, all) => {
    const before = all.slice(0, index).filter((each) => each === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
  const objects = records.map(({ cells }, row) =>
    Object.fromEntries(
      names.map((name, index) => [
        name,
        (index < columns.length ? cells[index] : outcomes[row]?.[index - columns.length]) ?? '',
      ]),
    ),
  )
  return Buffer.from(`${JSON.stringify(objects, null, 2)}\n`)
}
