import { parse, CsvError } from 'csv-parse/sync'
import { AppFailure } from '#shared/app-failure.ts'
import { fail, invalid, ok, type Result } from '#shared/result.ts'
import { decodedCell, parserEncoding, type ListBytes } from './list-bytes.ts'

export const maxListRows = 10_000
/** Maximum number of records, including empty rows; a longer file is rejected. */
const mostRecords = 60_000
/**
 * Far more columns than any list has. Each cell takes space and time, so a file with more is rejected while it is read.
 */
export const maxColumns = 1_000
const maxCells = 2_000_000

export interface ListRecord {
  readonly cells: readonly string[]
  /** Line where the record begins, from 1. */
  readonly line: number
  /** End of the previous record, so the record includes empty lines before it and its own line end. */
  readonly start: number
  readonly end: number
}

export const tooLong = invalid(
  `The file has more than ${maxListRows.toLocaleString('en-US')} rows.`,
  'Split it into several files, and take one after the other.',
)

/** Lists use `="0123"` so that a spreadsheet keeps a leading zero; the value is `0123`. Any other formula stays. */
const plainText = (cell: string): string => {
  const quoted = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]
  return quoted === undefined ? cell : quoted.replaceAll('""', '"')
}

/** Stops parsing in the middle of a file by throwing; the parser passes the error on. */
const createCellGuard = () => {
  let cells = 0
  return (
    cell: string,
    { index, lines }: { readonly index: number; readonly lines: number },
  ): string => {
    cells += 1
    if (index >= maxColumns) {
      throw new AppFailure({
        code: 'input.invalid',
        message: `Line ${lines} has more than ${maxColumns.toLocaleString('en-US')} columns.`,
        advice: 'Choose another delimiter, or save the list anew as CSV.',
      })
    }
    if (cells > maxCells) {
      throw new AppFailure({
        code: 'input.invalid',
        message: `The file has more than ${maxCells.toLocaleString('en-US')} cells.`,
        advice: 'Leave out columns that are not needed, or split it into several files.',
      })
    }
    return cell
  }
}

const isLineEnd = (body: Buffer, at: number): boolean => body[at] === 10 || body[at] === 13

/** Number of line ends from `start` to `end`; CR, LF and CRLF each count once. */
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

/** Every record of a list including the header, without empty rows. Fails with `input.invalid`. */
export const parseRecords = (
  list: ListBytes,
  delimiter: string,
  sample: number | null = null,
): Result<readonly ListRecord[]> => {
  const { encoding, body } = list
  const records: ListRecord[] = []
  let many = 0
  let start = 0
  let line = 1
  try {
    parse(body, {
      delimiter: Buffer.from(delimiter, parserEncoding(encoding)),
      encoding: parserEncoding(encoding),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: false,
      cast: createCellGuard(),
      to: sample ?? mostRecords,
      on_record: (record: readonly string[], { bytes: end }) => {
        const begins = line + leadingLineEnds(body, start, end)
        const cells = record.map((cell) => plainText(decodedCell(encoding, cell)))
        if (cells.some((cell) => cell.trim() !== ''))
          records.push({ cells, line: begins, start, end })
        line += lineEnds(body, start, end)
        start = end
        many += 1
        return null
      },
    })
    return sample === null && many >= mostRecords ? tooLong : ok(records)
  } catch (cause) {
    if (cause instanceof AppFailure) return fail(cause.error)
    if (!(cause instanceof CsvError)) throw cause
    // The parser reports an unclosed cell only at the end of the file; the cell begins after the last whole record.
    const end = records.at(-1)?.end ?? 0
    const open = 1 + lineEnds(body, 0, end) + leadingLineEnds(body, end, body.length)
    const where = ` It begins in or after line ${open.toLocaleString('en-US')}.`
    return invalid(
      `A cell that begins with a quotation mark is never closed.${cause.code === 'CSV_QUOTE_NOT_CLOSED' ? where : ''}`,
      'Close the quotation mark in the file, and choose the file once more.',
    )
  }
}

/** The delimiter from a first line `sep=;`, a spreadsheet convention; null if there is no such line. */
export const saidDelimiter = ({ body }: ListBytes): string | null =>
  /^"?sep=([^"\r\n])"?[\r\n]/i.exec(body.toString('latin1', 0, 16))?.[1] ?? null

const candidates = [',', ';', '\t', '|'] as const
const sampleBytes = 256 * 1024
const sampleRecords = 60

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

const scoreOf = (records: readonly ListRecord[]) => {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [cells = 0, times = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  return { share: records.length === 0 ? 0 : times / records.length, cells }
}

export const findDelimiter = (list: ListBytes): string => {
  const scored = candidates
    .map((delimiter) => ({ delimiter, ...scoreOf(sampleOf(list, delimiter)) }))
    .filter(({ cells }) => cells > 1)
    .toSorted((a, b) => b.share - a.share || b.cells - a.cells)
  return scored[0]?.delimiter ?? ','
}

const isWorkbook = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)

export const refuseOther = (bytes: Uint8Array, { body }: ListBytes): Result<void> => {
  const save = 'Save it as CSV and open that file.'
  if (isWorkbook(bytes)) return invalid('This is a workbook and not a CSV file.', save)
  if (body.toString('latin1', 0, sampleBytes).trim() === '')
    return invalid('The file is empty.', save)
  if (body.subarray(0, sampleBytes).includes(0))
    return invalid('This file is not a table of text.', save)
  return ok(undefined)
}
