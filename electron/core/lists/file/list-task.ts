import type { AskedReading } from '#shared/lists/list.ts'
import { ok, type Result } from '#shared/result.ts'
import { isGarbled } from '#shared/text/garbled.ts'
import type { z } from 'zod'
import { readPlans } from '../../environments/plans/read-plans.ts'
import { checkRows } from './check-rows.ts'
import {
  guessColumns,
  headingsIn,
  looksLikeHeader,
  noMapping,
  twiceNamed,
  unnamedTaxColumns,
} from './guess-columns.ts'
import { readListBytes, type ListBytes } from './list-bytes.ts'
import type {
  ListAnswer,
  ListFacts,
  ListPiece,
  ListReading,
  listRequestSchema,
} from './list-messages.ts'
import {
  findDelimiter,
  maxListRows,
  parseRecords,
  refuseOther,
  saidDelimiter,
  tooLong,
  type ListRecord,
} from './parse-list.ts'
import { outcomeJson, writeOutcome } from './write-outcome.ts'

const sampleRows = 20
const rowsAtOnce = 250
const bytesAtOnce = 1024 * 1024

interface Table {
  readonly list: ListBytes
  readonly header: ListRecord | null
  readonly rows: readonly ListRecord[]
  readonly columns: readonly string[]
  readonly reading: ListReading
}

/** How many records are searched for the heading. */
const headingWithin = 20

/**
 * The number of records above the heading: those before the first one with the most headings. Without headings, it is
 * the number of titles, which are lines with one value above rows with several.
 */
const linesAbove = (records: readonly ListRecord[], hasHeader: boolean | undefined): number => {
  const first = records.slice(0, headingWithin).map(({ cells }) => cells)
  const scores = first.map(headingsIn)
  const best = Math.max(0, ...scores)
  if (best > 0 && hasHeader !== false) return scores.indexOf(best)
  const filled = first.map((cells) => cells.filter((cell) => cell.trim() !== '').length)
  const widest = Math.max(0, ...filled)
  const full = filled.findIndex((count) => count > 1)
  return widest > 2 && full > 0 ? full : 0
}

const readTable = (bytes: Uint8Array, wish: AskedReading): Result<Table> => {
  const list = readListBytes(bytes, wish.encoding)
  const refused = refuseOther(bytes, list)
  if (!refused.ok) return refused
  const said = saidDelimiter(list)
  const delimiter = wish.delimiter ?? said ?? findDelimiter(list)
  const parsed = parseRecords(list, delimiter)
  if (!parsed.ok) return parsed
  const all = parsed.value.slice(said === null ? 0 : 1)
  const skip = wish.skip ?? linesAbove(all, wish.hasHeader)
  const records = all.slice(skip)
  const [first, second] = records
  const hasHeader = wish.hasHeader ?? looksLikeHeader(first?.cells ?? [], second?.cells)
  const header = hasHeader ? (first ?? null) : null
  const rows = hasHeader ? records.slice(1) : records
  if (rows.length > maxListRows) return tooLong
  const width =
    header?.cells.length ?? Math.max(0, ...rows.slice(0, 200).map(({ cells }) => cells.length))
  const columns = Array.from(
    { length: width },
    (_, index) => header?.cells[index]?.trim() || `Column ${index + 1}`,
  )
  return ok({
    list,
    header,
    rows,
    columns,
    reading: { encoding: list.encoding, delimiter, hasHeader, skip },
  })
}

const factsOf = ({ list, columns, rows, reading }: Table): ListFacts => {
  const sample = rows.slice(0, sampleRows).map(({ cells }) => [...cells])
  const guess = reading.hasHeader ? guessColumns(columns, sample) : { mapping: noMapping, note: '' }
  const wider = rows.filter(({ cells }) => cells.length > columns.length).length
  return {
    reading,
    encodingChoices: list.choices.map(({ encoding, lines }) => ({ encoding, lines: [...lines] })),
    columns: [...columns],
    rows: rows.length,
    sample,
    mapping: guess.mapping,
    unnamedTaxColumns: unnamedTaxColumns(columns, sample),
    notes: [
      rows.length === 0 && 'The file has no rows beside the names of its columns.',
      columns.length === 1 && 'The file has a single column. Is the delimiter right?',
      wider > 0 &&
        `${wider} ${wider === 1 ? 'row has' : 'rows have'} more cells than there are columns.`,
      guess.note !== '' && guess.note,
      reading.skip > 0 &&
        `${reading.skip === 1 ? 'One line' : `${reading.skip} lines`} above the ${reading.hasHeader ? 'names of the columns' : 'first row'} ${reading.skip === 1 ? 'is' : 'are'} left out.`,
      rows.some(({ cells }) => cells.some(isGarbled)) &&
        'Some letters look garbled, as if the file had been saved or read in the wrong encoding. Compare a name with its source.',
      ...twiceNamed(columns, guess.mapping),
    ].filter((note) => note !== false),
  }
}

/** Runs tasks; keeps the last parsed file, because the next task usually needs the same one. */
export const createListTasks = () => {
  let key = ''
  let bytes: Uint8Array = new Uint8Array()
  let table: Table | null = null

  const tableFor = (wish: AskedReading): Result<Table> => {
    const same =
      table !== null &&
      (wish.encoding ?? table.reading.encoding) === table.reading.encoding &&
      wish.delimiter === table.reading.delimiter &&
      wish.hasHeader === table.reading.hasHeader &&
      wish.skip === table.reading.skip
    if (table !== null && same) return ok(table)
    const read = readTable(bytes, wish)
    table = read.ok ? read.value : null
    return read
  }

  return {
    run: (
      request: z.infer<typeof listRequestSchema>,
      tell: (piece: ListPiece) => void,
    ): ListAnswer => {
      if (request.pieces !== null) {
        key = request.key
        bytes = Buffer.concat(request.pieces)
        table = null
      }
      if (request.key !== key) return ok('needsBytes')
      const { task } = request
      const read = tableFor(task.reading)
      if (!read.ok) return read
      const { list, header, rows, columns, reading } = read.value
      if (task.kind === 'read') tell({ kind: 'facts', facts: factsOf(read.value) })
      if (task.kind === 'check') {
        const checked = checkRows(rows, columns, task.mapping, task.defaults, task.knownPlans)
        for (let at = 0; at < checked.length; at += rowsAtOnce) {
          tell({ kind: 'rows', rows: checked.slice(at, at + rowsAtOnce) })
        }
      }
      if (task.kind === 'plans') {
        const plans = readPlans(header?.cells ?? [], rows)
        if (!plans.ok) return plans
        tell({ kind: 'plans', plans: plans.value })
      }
      if (task.kind === 'outcome') {
        const written =
          task.as === 'json'
            ? outcomeJson(columns, rows, task.outcomes)
            : writeOutcome(list, reading.delimiter, header, rows, task.outcomes)
        for (let at = 0; at < written.length; at += bytesAtOnce) {
          tell({ kind: 'bytes', bytes: new Uint8Array(written.subarray(at, at + bytesAtOnce)) })
        }
      }
      return ok('done')
    },
  }
}
