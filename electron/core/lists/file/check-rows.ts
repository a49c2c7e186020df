import { unusualIn } from '#shared/express/unusual.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { ListDefaults, ListMapping } from '#shared/lists/list.ts'
import { isShortenedNumber } from '#shared/shortened-number.ts'
import { z } from 'zod'
import type { ListRecord } from './parse-list.ts'

/** A row, as far as the file alone decides about it. */
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

/** Problems of a value that is probably not what the list meant. */
const faultsOf = (field: Field, value: string): string[] => {
  const faults: string[] = []
  if ((field === 'participantId' || field === 'planId') && isShortenedNumber(value)) {
    faults.push(
      `${words[field]} is a long number that a spreadsheet has shortened, so digits of it are gone. Export it as text.`,
    )
  }
  if (value.includes('\ufffd') || !value.isWellFormed()) {
    faults.push(`${words[field]} has a character that could not be read. Choose another encoding.`)
  }
  return faults
}

interface Read {
  readonly values: Readonly<Record<Field, string>>
  readonly planIds: readonly string[]
  readonly planTypes: readonly string[]
}

const readRow = (cells: readonly string[], mapping: ListMapping, defaults: ListDefaults): Read => {
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

const planFaults = ({ planIds, planTypes }: Read): string[] => {
  const twice = planIds.find(
    (id, index) => planIds.findIndex((other) => other.toLowerCase() === id.toLowerCase()) !== index,
  )
  const faults = twice === undefined ? [] : [`Plan ${twice} appears twice in this row.`]
  if (planTypes.length > 1 && planTypes.length !== planIds.length) {
    faults.push(`There are ${planIds.length} plan ids and ${planTypes.length} plan types.`)
  }
  return faults
}

const checkRow = (
  { cells, line }: ListRecord,
  row: number,
  {
    columns,
    mapping,
    defaults,
  }: { readonly columns: number; readonly mapping: ListMapping; readonly defaults: ListDefaults },
): CheckedRow => {
  const read = readRow(cells, mapping, defaults)
  const { values, planIds, planTypes } = read
  const { participantId, firstName, lastName, reason } = values
  const tooMany =
    cells.length > columns
      ? [
          `The row has ${cells.length} cells and the file ${columns} columns: a value may hold the delimiter without quotation marks.`,
        ]
      : []
  const faults = [
    ...(identityKey(participantId) === '' ? [`${words.participantId} is missing.`] : []),
    ...planFaults(read),
    ...tooMany,
    ...(['participantId', 'firstName', 'lastName', 'reason'] as const).flatMap((field) =>
      faultsOf(field, values[field]),
    ),
    ...planIds.flatMap((id) => faultsOf('planId', id)),
    ...planTypes.flatMap((type) => faultsOf('planType', type)),
  ]
  const plans = planIds.map((PlanId, at) => ({
    PlanId,
    PlanType: planTypes[at] ?? planTypes[0] ?? '',
  }))
  const unusual = unusualIn({
    ...{
      ParticipantId: participantId,
      FirstName: firstName,
      LastName: lastName,
      OptoutInfo: plans,
    },
    ...(reason === '' ? {} : { Reason: reason }),
  }).map(({ message }) => message)
  return {
    ...{ row, line, participantId, firstName, lastName, plans, reason },
    state: faults.length > 0 ? 'invalid' : unusual.length > 0 ? 'unusual' : 'ready',
    messages: [...new Set([...faults, ...unusual])],
  }
}

/**
 * Checks every row alone and against the other rows of the file. `columns` is the number of columns in the header.
 * Among rows for the same participant and plan it keeps the first one that could be sent, preferably without anything
 * unusual, and leaves out the others.
 */
export const checkRows = (
  records: readonly ListRecord[],
  columns: number,
  mapping: ListMapping,
  defaults: ListDefaults,
): CheckedRow[] => {
  const firstOf = new Map<string, number>()
  const rows = records.map((record, index) =>
    checkRow(record, index + 1, { columns, mapping, defaults }),
  )
  const onlyOnce = (checked: CheckedRow): CheckedRow => {
    const { row, participantId, plans } = checked
    const keys = (plans.length === 0 ? [''] : plans.map(({ PlanId }) => PlanId)).map(
      (planId) => `${identityKey(participantId)}\u0000${identityKey(planId)}`,
    )
    const other = keys.map((key) => firstOf.get(key)).find((known) => known !== undefined)
    if (other !== undefined) {
      return {
        ...checked,
        state: 'skipped',
        messages: [`Row ${other} is for the same participant and plan, so this one is left out.`],
      }
    }
    for (const key of keys) firstOf.set(key, row)
    return checked
  }
  for (const state of ['ready', 'unusual'] as const) {
    for (const [index, checked] of rows.entries())
      if (checked.state === state) rows[index] = onlyOnce(checked)
  }
  return rows
}
