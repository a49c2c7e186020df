import { withoutProtection } from '#shared/text/csv-cell.ts'
import { identityKey } from '#shared/identity-key.ts'
import { planEntrySchema, type PlanEntry } from '#shared/environments/plan-directory.ts'
import { invalid, ok, type Result } from '#shared/result.ts'
import { isShortenedNumber } from '#shared/text/shortened-number.ts'
import { isTaxNumber } from '#shared/text/tax-number.ts'

export type PlanOfFile = Omit<PlanEntry, 'source'>

interface Row {
  readonly cells: readonly string[]
  readonly line: number
}

type Column = keyof PlanOfFile

/** Each column with its title and its accepted headings, which are compared without case, blanks and punctuation. */
const columns = [
  ['planId', 'PlanId', ['planid', 'plan', 'plannumber', 'planno', 'plancode', 'id']],
  ['planType', 'PlanType', ['plantype', 'type']],
  ['name', 'Name', ['name', 'planname', 'sponsor', 'description']],
] as const
const isNeeded = (column: Column) => column !== 'name'

const wrong = (message: string) =>
  invalid(message, 'Correct it in the file and import it again. Nothing was changed.')

const rowAt = (line: number) => `Row ${line.toLocaleString('en-US')}`

/** Characters that never occur in text: control characters, lone surrogates, and the replacement character. */
const notText = /[\p{Cc}\p{Cs}\ufffd]/u

/**
 * Matches a formula that a spreadsheet left in the file. Cells that the program's own export
 * protects do not match.
 */
const formula = /^\s*=/
const faultOf = (column: Column, title: string, cell: string) => {
  if (formula.test(cell)) return `a formula as its ${title}`
  if (column !== 'planId') return ''
  if (isShortenedNumber(cell.trim()))
    return 'a PlanId that a spreadsheet has shortened, so that digits of it are gone'
  return isTaxNumber(cell)
    ? 'a PlanId that is written like a Social Security number, and the directory must name nobody'
    : ''
}

const placesOf = (header: readonly string[]): Result<ReadonlyMap<Column, number>> => {
  const named = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''))
  const places = new Map<Column, number>()
  for (const [column, , headings] of columns) {
    const place = headings.map((name) => named.indexOf(name)).find((at) => at >= 0)
    if (place !== undefined) places.set(column, place)
  }
  const missing = columns
    .filter(([column]) => isNeeded(column) && !places.has(column))
    .map(([, title]) => title)
  return missing.length === 0
    ? ok(places)
    : invalid(
        `Row 1 has no heading ${missing.join(' and no heading ')}.`,
        'Let the first row name the columns: PlanId, PlanType and, if there are names, Name. Nothing was changed.',
      )
}

const readRow = (
  { cells, line }: Row,
  width: number,
  places: ReadonlyMap<Column, number>,
): Result<PlanOfFile> => {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    return wrong(`${rowAt(line)} has more cells than row 1 has headings.`)
  }
  const raw = (column: Column) => cells[places.get(column) ?? -1] ?? ''
  const cellOf = (column: Column) => withoutProtection(raw(column)).trim()
  const plan: PlanOfFile = {
    planId: cellOf('planId'),
    planType: cellOf('planType'),
    name: cellOf('name'),
  }
  for (const [column, title] of columns) {
    const value = plan[column]
    const fault = faultOf(column, title, raw(column))
    if (fault !== '') return wrong(`${rowAt(line)} has ${fault}.`)
    const most = planEntrySchema.shape[column].maxLength ?? 0
    if (isNeeded(column) && identityKey(value) === '')
      return wrong(`${rowAt(line)} has no ${title}.`)
    if (value.length > most)
      return wrong(`${rowAt(line)} has a ${title} of more than ${most} characters.`)
    if (notText.test(value)) {
      return invalid(
        `${rowAt(line)} has characters in its ${title} that are not text.`,
        'Save the file anew as CSV in UTF-8 and import that. Nothing was changed.',
      )
    }
  }
  return ok(plan)
}

/**
 * The plans of a file, without duplicates. Fails with `input.invalid` and a sentence that names the first faulty row.
 */
export const readPlans = (
  header: readonly string[],
  rows: readonly Row[],
): Result<PlanOfFile[]> => {
  const places = placesOf(header)
  if (!places.ok) return places
  const found = new Map<string, { plan: PlanOfFile; readonly line: number }>()
  for (const row of rows) {
    const read = readRow(row, header.length, places.value)
    if (!read.ok) return read
    const plan = read.value
    const key = identityKey(plan.planId)
    const before = found.get(key)
    if (before !== undefined && identityKey(before.plan.planType) !== identityKey(plan.planType)) {
      const there = `${before.plan.planType} in row ${before.line.toLocaleString('en-US')}`
      return wrong(`${rowAt(row.line)}: plan ${plan.planId} is ${plan.planType} here and ${there}.`)
    }
    if (before === undefined) found.set(key, { plan, line: row.line })
    else if (before.plan.name === '') before.plan = { ...before.plan, name: plan.name }
  }
  return ok([...found.values()].map(({ plan }) => plan))
}
