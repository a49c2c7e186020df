import { withoutFormulas } from '#shared/text/csv-cell.ts'
import { numbered } from '#shared/text/file-name.ts'
import { backToFile, encodeFor, type ListBytes } from './list-bytes.ts'
import type { ListRecord } from './parse-list.ts'

export const outcomeColumns = [
  'Outcome',
  'Standing',
  'Receipt number',
  'TransactionId',
  'Message',
  'SentAtUTC',
] as const

/**
 * A cell that the program adds, written so that no spreadsheet runs it as a formula. The file's own cells stay
 * unchanged.
 */
const quoted = (text: string, delimiter: string): string => {
  const plain = withoutFormulas(text.replace(/[\r\n]+/g, ' '))
  return plain.includes('"') || plain.includes(delimiter) || plain !== plain.trim()
    ? `"${plain.replaceAll('"', '""')}"`
    : plain
}

const endOf = (body: Buffer, { start, end }: ListRecord): number => {
  const beforeFeed = end > start && body[end - 1] === 10 ? end - 1 : end
  return beforeFeed > start && body[beforeFeed - 1] === 13 ? beforeFeed - 1 : beforeFeed
}

/**
 * The file with the program's columns at the end of each record. Every original byte stays: additions go before line
 * ends, in the file's encoding. A row with too few cells gets empty ones first.
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

/** The same content as JSON, one object for each record; cells are text as in the file. */
export const outcomeJson = (
  columns: readonly string[],
  records: readonly Pick<ListRecord, 'cells'>[],
  outcomes: readonly (readonly string[])[],
): Buffer => {
  const names = numbered([...columns, ...outcomeColumns])
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
