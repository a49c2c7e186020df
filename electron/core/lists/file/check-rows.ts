import { unusualIn } from '#shared/express/unusual.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { ListDefaults, ListMapping } from '#shared/lists/list.ts'
import { isTaxNumber } from '#shared/text/tax-number.ts'
import { z } from 'zod'
import { learnIds, learnPlans } from './column-shape.ts'
import { headingsIn, holdsTaxNumbers } from './guess-columns.ts'
import { isFormula, oddName, oddPlanType, whyNoId, whySeveralPlans } from './odd-cells.ts'
import type { ListRecord } from './parse-list.ts'

/** A row with the state that follows from the file alone. */
export const checkedRowSchema = z.strictObject({
  row: z.int().min(1),
  line: z.int().min(1),
  participantId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plans: z.array(z.strictObject({ PlanId: z.string(), PlanType: z.string() })),
  reason: z.string(),
  state: z.enum(['ready', 'unusual', 'invalid', 'skipped']),
  messages: z.array(z.string()),
})
export type CheckedRow = z.infer<typeof checkedRowSchema>

const words = {
  participantId: 'Participant id',
  firstName: 'First name',
  lastName: 'Last name',
  planId: 'Plan id',
  planType: 'Plan type',
  reason: 'Reason',
} as const
type Field = keyof typeof words

const splitBy = (text: string, separator: string): string[] =>
  (separator === '' ? [text] : text.split(separator))
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What a spreadsheet writes for a value that it could not compute or show. */
const spreadsheetError =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|#{2,})$/i

const faultsOf = (field: Field, value: string): string[] => {
  const isId = field === 'participantId' || field === 'planId'
  return [
    isId && whyNoId(value),
    !isId && field !== 'reason' && isFormula(value) && 'is a formula.',
    isId &&
      value.startsWith("'") &&
      'begins with an apostrophe, which a spreadsheet puts before a number kept as text. Remove it.',
    spreadsheetError.test(value) &&
      `is ${value}, which a spreadsheet writes instead of a value. Correct it there.`,
    (value.includes('\ufffd') || !value.isWellFormed()) &&
      'has a character that could not be read. Choose another encoding.',
  ].flatMap((fault) => (fault === false || fault === '' ? [] : [`${words[field]} ${fault}`]))
}

const readRow = (cells: readonly string[], mapping: ListMapping, defaults: ListDefaults) => {
  const cell = (field: Field): string => {
    const column = mapping[field]
    return column === null ? '' : (cells[column] ?? '').trim()
  }
  const values = {
    participantId: cell('participantId'),
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    planId: cell('planId'),
    planType: cell('planType') || defaults.planType,
    reason: cell('reason') || defaults.reason,
  }
  return {
    values,
    planIds: splitBy(values.planId, defaults.planSeparator),
    planTypes: splitBy(values.planType, defaults.planSeparator),
  }
}

const planFaults = (planIds: readonly string[], planTypes: readonly string[]): string[] => {
  const seen = new Set<string>()
  const twice = planIds.find((id) => seen.size === seen.add(id.toLowerCase()).size)
  const faults = twice === undefined ? [] : [`Plan ${twice} appears twice in this row.`]
  if (planTypes.length > 1 && planTypes.length !== planIds.length) {
    faults.push(`There are ${planIds.length} plan ids and ${planTypes.length} plan types.`)
  }
  return faults
}

/** Whether a row only repeats the column names, as happens where files were joined. */
const isHeading = (
  cells: readonly string[],
  columns: readonly string[],
  mapping: ListMapping,
): boolean =>
  Object.values(mapping).every(
    (at) => at === null || (cells[at] ?? '').trim().toLowerCase() === columns[at]?.toLowerCase(),
  )

/** What the columns usually hold, and the plans that the environment knows. */
interface Usual {
  /** Keys of the directory's plans. */
  readonly known: ReadonlySet<string>
  /** Whether a person chose a column of Social Security numbers as ids. */
  readonly idsAreTaxNumbers: boolean
  readonly namesHaveDigits: boolean
  readonly id: (value: string) => string
  readonly plan: (value: string) => string
}

const learn = (
  records: readonly ListRecord[],
  mapping: ListMapping,
  defaults: ListDefaults,
  knownPlans: readonly string[],
): Usual => {
  const read = records.map(({ cells }) => readRow(cells, mapping, defaults))
  const ids = read.map(({ values }) => values.participantId)
  const known = new Set(knownPlans.map(identityKey))
  const withDigits = read.filter(({ values }) =>
    /\d/.test(values.firstName + values.lastName),
  ).length
  return {
    known,
    idsAreTaxNumbers: holdsTaxNumbers(ids),
    namesHaveDigits: read.length > 1 && withDigits * 2 > read.length,
    id: learnIds(ids.filter((id) => whyNoId(id) === '')),
    plan: learnPlans(
      read.flatMap(({ planIds }) => planIds),
      known,
    ),
  }
}

/** Sentences about values that differ from their columns, or are probably not what the columns mean. */
const oddities = (
  { values, planIds, planTypes }: ReturnType<typeof readRow>,
  usual: Usual,
): string[] => {
  const { participantId, firstName, lastName } = values
  return [
    [words.participantId, usual.id(participantId)],
    [
      words.participantId,
      usual.idsAreTaxNumbers && isTaxNumber(participantId)
        ? 'is written like a Social Security number.'
        : '',
    ],
    [words.firstName, oddName(firstName, usual.namesHaveDigits)],
    [words.lastName, oddName(lastName, usual.namesHaveDigits)],
    ...planIds.map((id) => [words.planId, usual.plan(id)]),
    ...planTypes.map((type) => [words.planType, oddPlanType(type)]),
  ].flatMap(([name, why]) => (why === '' ? [] : [`${name} ${why}`]))
}

const checkRow = (
  { cells, line }: ListRecord,
  row: number,
  columns: readonly string[],
  mapping: ListMapping,
  defaults: ListDefaults,
  usual: Usual,
): CheckedRow => {
  const read = readRow(cells, mapping, defaults)
  const { values, planIds, planTypes } = read
  const { participantId, firstName, lastName, reason } = values
  const faults = [
    (isHeading(cells, columns, mapping) || headingsIn(cells) > 0) &&
      'The row repeats the names of the columns and is no participant.',
    identityKey(participantId) === '' && `${words.participantId} is missing.`,
    ...planFaults(planIds, planTypes),
    cells.length > columns.length &&
      `The row has ${cells.length} cells and the file ${columns.length} columns: a value may hold the delimiter without quotation marks.`,
    ...(['participantId', 'firstName', 'lastName', 'reason'] as const).flatMap((field) =>
      faultsOf(field, values[field]),
    ),
    !usual.idsAreTaxNumbers &&
      isTaxNumber(participantId) &&
      `${words.participantId} is written like a Social Security number, unlike the others.`,
    // A value that a spreadsheet wrote may contain a separator, so the uncut value is checked too.
    ...[values.planId, ...planIds].flatMap((id) =>
      usual.known.has(identityKey(id)) ? [] : faultsOf('planId', id),
    ),
    ...planIds.flatMap((id) => {
      const why = usual.known.has(identityKey(id)) ? '' : whySeveralPlans(id)
      return why === '' ? [] : [`${words.planId} ${why}`]
    }),
    ...[values.planType, ...planTypes].flatMap((type) => faultsOf('planType', type)),
  ].filter((fault) => fault !== false)
  const plans = planIds.map((PlanId, at) => ({
    PlanId,
    PlanType: planTypes[at] ?? planTypes[0] ?? '',
  }))
  const unusual = [
    ...oddities(read, usual),
    ...unusualIn({
      ParticipantId: participantId,
      FirstName: firstName,
      LastName: lastName,
      OptoutInfo: plans,
      ...(reason === '' ? {} : { Reason: reason }),
    }).map(({ message }) => written(message, americanWriter)),
  ]
  return {
    row,
    line,
    participantId,
    firstName,
    lastName,
    plans,
    reason,
    // An opt-out without a plan must not be confirmed in bulk.
    state:
      faults.length > 0 || plans.length === 0
        ? 'invalid'
        : unusual.length > 0
          ? 'unusual'
          : 'ready',
    messages: [...new Set([...faults, ...unusual])],
  }
}

/** Says why a row is not sent: row `other` has the plans in `shared` too, but not those in `rest`. */
const overlap = (other: number, shared: readonly string[], rest: readonly string[]): string => {
  const list = (plans: readonly string[]): string =>
    `${plans.length === 1 ? 'Plan' : 'Plans'} ${plans.join(', ')}`
  return `${list(shared)} of this participant ${shared.length === 1 ? 'is' : 'are'} also in row ${other}. ${list(rest)} would not be sent: give ${rest.length === 1 ? 'it' : 'them'} a row without the others.`
}

/** Whether both rows give a name and the names differ; then one of the ids may be somebody else's. */
const isOtherPerson = (one: CheckedRow, other: CheckedRow): boolean =>
  (['firstName', 'lastName'] as const).some((field) => {
    const [mine, theirs] = [identityKey(one[field]), identityKey(other[field])]
    return mine !== '' && theirs !== '' && mine !== theirs
  })

const nameOf = ({ firstName, lastName }: CheckedRow): string => `${firstName} ${lastName}`.trim()

/** For each participant id that rows use for different people, by the id's key: the first two such rows. */
const conflictsOf = (
  rows: readonly CheckedRow[],
): ReadonlyMap<string, readonly [CheckedRow, CheckedRow]> => {
  const named = new Map<string, CheckedRow>()
  const conflicts = new Map<string, readonly [CheckedRow, CheckedRow]>()
  for (const row of rows) {
    if (row.state === 'invalid') continue
    const key = identityKey(row.participantId)
    const first = named.get(key)
    if (first === undefined) {
      if (nameOf(row) !== '') named.set(key, row)
    } else if (!conflicts.has(key) && isOtherPerson(first, row)) conflicts.set(key, [first, row])
  }
  return conflicts
}

/**
 * Marks rows that could be sent as unusual if two people share their participant id, because one of the ids must be
 * wrong.
 */
const withConflicts = (rows: readonly CheckedRow[]): CheckedRow[] => {
  const conflicts = conflictsOf(rows)
  return rows.map((checked) => {
    const conflict = conflicts.get(identityKey(checked.participantId))
    if (conflict === undefined || checked.state === 'invalid') return checked
    const [one, other] = conflict
    return {
      ...checked,
      state: 'unusual',
      messages: [
        ...checked.messages,
        `Rows ${one.row} and ${other.row} give this participant id to different people, ${nameOf(one)} and ${nameOf(other)}. Find out whose id it is.`,
      ],
    }
  })
}

/**
 * Checks every row alone and against the others. If several rows are for the same participant and plan, it keeps the
 * first that could be sent, preferably one with nothing unusual. A row that shares only some plans with that one, or
 * names another person, is invalid. Rows with an id that two people share are at least unusual.
 */
export const checkRows = (
  records: readonly ListRecord[],
  columns: readonly string[],
  mapping: ListMapping,
  defaults: ListDefaults,
  knownPlans: readonly string[] = [],
): CheckedRow[] => {
  const usual = learn(records, mapping, defaults, knownPlans)
  const firstOf = new Map<string, CheckedRow>()
  const rows = withConflicts(
    records.map((record, index) => checkRow(record, index + 1, columns, mapping, defaults, usual)),
  )
  const onlyOnce = (checked: CheckedRow): CheckedRow => {
    const planIds = checked.plans.length === 0 ? [''] : checked.plans.map(({ PlanId }) => PlanId)
    const keyOf = (planId: string): string =>
      `${identityKey(checked.participantId)}\u0000${identityKey(planId)}`
    const shared = planIds.filter((planId) => firstOf.has(keyOf(planId)))
    const [first] = shared.flatMap((planId) => firstOf.get(keyOf(planId)) ?? [])
    if (first === undefined) {
      for (const planId of planIds) firstOf.set(keyOf(planId), checked)
      return checked
    }
    const as = (state: CheckedRow['state'], message: string): CheckedRow => ({
      ...checked,
      state,
      messages: [message],
    })
    const rest = planIds.filter((planId) => !shared.includes(planId))
    if (rest.length > 0) return as('invalid', overlap(first.row, shared, rest))
    return isOtherPerson(first, checked)
      ? as(
          'invalid',
          `Row ${first.row} has the same participant id and plan for another person, ${nameOf(first)}. Find out whose id it is.`,
        )
      : as(
          'skipped',
          `Row ${first.row} is for the same participant and plan, so this one is left out.`,
        )
  }
  for (const state of ['ready', 'unusual'] as const) {
    for (const [index, checked] of rows.entries())
      if (checked.state === state) rows[index] = onlyOnce(checked)
  }
  return rows
}
