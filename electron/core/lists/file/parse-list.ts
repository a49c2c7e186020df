import { parse, CsvError } from 'csv-parse/sync'
import { fail, ok, type Result } from '#shared/result.ts'
import { cellText, parserEncoding, type ListBytes } from './list-bytes.ts'

/** Most rows of data that a list may have. */
export const maxListRows = 10_000
/** Records looked at, rows without a value among them; a file with more is too long, whatever they hold. */
const mostRecords = 60_000
/** Far more than any list has. Each cell takes room and time, so that a file is given up while it is read. */
export const maxColumns = 1_000
export const maxCells = 2_000_000

/** One record of the file: its cells, and where it stands in {@link ListBytes.body}. */
export interface ListRecord {
  readonly cells: readonly string[]
  /** Line where it begins, from 1. */
  readonly line: number
  /** From the end of the record before: empty lines in front of it are in it, its line end too. */
  readonly start: number
  readonly end: number
}

const noTable = (message: string, advice: string): Result<never> =>
  fail({ code: 'input.invalid', message, advice })

const tooLong = (): Result<never> =>
  noTable(
    `The file has more than ${maxListRows.toLocaleString('en-US')} rows.`,
    'Split it into several files, and take one after the other.',
  )

/** A reason to stop in the middle of a file; the parser hands on what is thrown. */
class Refused extends Error {
  readonly advice: string
  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/** Spreadsheets are given `="0123"` so that they keep a leading zero; the value is `0123`. Any other formula stays. */
const plainText = (cell: string): string => {
  const quoted = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]
  return quoted === undefined ? cell : quoted.replaceAll('""', '"')
}

/** Sees each cell before it is kept. */
const createCellGuard = () => {
  let cells = 0
  return (
    cell: string,
    { index, lines }: { readonly index: number; readonly lines: number },
  ): string => {
    cells += 1
    if (index >= maxColumns) {
      throw new Refused(
        `Line ${lines} has more than ${maxColumns.toLocaleString('en-US')} columns.`,
        'Choose another delimiter, or save the list anew as CSV.',
      )
    }
    if (cells > maxCells) {
      throw new Refused(
        `The file has more than ${maxCells.toLocaleString('en-US')} cells.`,
        'Leave out columns that are not needed, or split it into several files.',
      )
    }
    return cell
  }
}

const isLineEnd = (body: Buffer, at: number): boolean => body[at] === 10 || body[at] === 13

/** Line ends from `start` to `end`; CR, LF and CRLF each count once. */
const lineEnds = (body: Buffer, start: number, end: number): number => {
  let count = 0
  for (let at = start; at < end; at += 1) {
    if (body[at] === 10 || (body[at] === 13 && body[at + 1] !== 10)) count += 1
  }
  return count
}

const leadingLineEnds = (body: Buffer, start: number, end: number): number => {
  let at = start
  while (at < end && isLineEnd(body, at)) at += 1
  return lineEnds(body, start, at)
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly bytes: number }
}

const parsedIn = (value: unknown): Parsed | null => {
  if (typeof value !== 'object' || value === null || !('record' in value) || !('info' in value))
    return null
  const { record, info } = value
  if (!Array.isArray(record) || typeof info !== 'object' || info === null || !('bytes' in info))
    return null
  return { record: record.map(String), info: { bytes: Number(info.bytes) } }
}

/**
 * Every record of a list, the header among them; rows without a single value are left out. Fails with `input.invalid`
 * when a quoted cell is not closed, and for a file that is far too long or too wide.
 */
export const parseRecords = (
  list: ListBytes,
  delimiter: string,
  sample: number | null = null,
): Result<readonly ListRecord[]> => {
  const { encoding, body } = list
  try {
    const found: readonly unknown[] = parse(body, {
      delimiter: Buffer.from(delimiter, parserEncoding(encoding)),
      encoding: parserEncoding(encoding),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: false,
      info: true,
      cast: createCellGuard(),
      to: sample ?? mostRecords,
    })
    if (sample === null && found.length >= mostRecords) return tooLong()
    const records: ListRecord[] = []
    let start = 0
    let line = 1
    for (const each of found) {
      const parsed = parsedIn(each)
      if (!parsed) continue
      const end = parsed.info.bytes
      const begins = line + leadingLineEnds(body, start, end)
      const cells = parsed.record.map((cell) => plainText(cellText(encoding, cell)))
      if (cells.some((cell) => cell.trim() !== ''))
        records.push({ cells, line: begins, start, end })
      line += lineEnds(body, start, end)
      start = end
    }
    return ok(records)
  } catch (cause) {
    if (cause instanceof Refused) return noTable(cause.message, cause.advice)
    if (!(cause instanceof CsvError)) throw cause
    // Where the parser gave up is the end of the file; what is not closed comes after the last whole record.
    const whole = 'records' in cause ? Number(cause.records) : 0
    const read = whole > 0 ? parseRecords(list, delimiter, whole) : ok([])
    const end = (read.ok && read.value.at(-1)?.end) || 0
    const line = 1 + lineEnds(body, 0, end) + leadingLineEnds(body, end, body.length)
    const where = ` It begins in or after line ${line.toLocaleString('en-US')}.`
    return noTable(
      `A cell that begins with a quotation mark is never closed.${cause.code === 'CSV_QUOTE_NOT_CLOSED' ? where : ''}`,
      'Close the quotation mark in the file, and choose the file once more.',
    )
  }
}

/** The delimiter that a first line `sep=;` names, as spreadsheets understand it; null where there is no such line. */
export const saidDelimiter = ({ body }: ListBytes): string | null =>
  /^"?sep=([^"\r\n])"?[\r\n]/i.exec(body.toString('latin1', 0, 16))?.[1] ?? null

const candidates = [',', ';', '\t', '|'] as const
const sampleBytes = 256 * 1024
const sampleRecords = 60

/** Records of the file's beginning, as far as they can be read. */
const sampleOf = (list: ListBytes, delimiter: string): readonly ListRecord[] => {
  const cut = list.body.subarray(0, sampleBytes)
  const whole =
    cut.length < list.body.length ? cut.subarray(0, Math.max(0, cut.lastIndexOf(10))) : cut
  const records = parseRecords(
    { ...list, body: whole.length > 0 ? whole : cut },
    delimiter,
    sampleRecords,
  )
  return records.ok ? records.value : []
}

/** How much the records look like a table: the share that has as many cells as most do, and how many these are. */
const scoreOf = (
  records: readonly ListRecord[],
): { readonly share: number; readonly cells: number } => {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [cells = 0, times = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { share: records.length === 0 ? 0 : times / records.length, cells }
}

/** The delimiter that makes the most even table; a comma where nothing does. */
export const findDelimiter = (list: ListBytes): string => {
  const scored = candidates
    .map((delimiter) => ({ delimiter, ...scoreOf(sampleOf(list, delimiter)) }))
    .filter(({ cells }) => cells > 1)
    .toSorted((a, b) => b.share - a.share || b.cells - a.cells)
  return scored[0]?.delimiter ?? ','
}

const isWorkbook = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)

/** Refuses at once what is no text table: a workbook, an empty file, a file of another kind. */
export const refuseOther = (bytes: Uint8Array, { body }: ListBytes): Result<void> => {
  const save = 'Save it as CSV and open that file.'
  if (isWorkbook(bytes)) return noTable('This is a workbook and not a CSV file.', save)
  if (body.toString('latin1', 0, sampleBytes).trim() === '')
    return noTable('The file is empty.', save)
  if (body.subarray(0, sampleBytes).includes(0))
    return noTable('This file is not a table of text.', save)
  return ok(undefined)
}

/** Refuses a list that is too long. `rows` are rows of data. */
export const refuseLong = (rows: number): Result<void> =>
  rows <= maxListRows ? ok(undefined) : tooLong()
