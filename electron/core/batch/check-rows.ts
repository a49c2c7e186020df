import { identityKey } from '#shared/identity-key.ts'
import type { BatchDefaults, BatchMapping } from '#shared/ipc/batch-views.ts'
import { z } from 'zod'
import type { ListRecord } from './parse-list.ts'

/** A row as the file alone decides about it. */
export const checkedRowSchema = z.strictObject({
  row: z.number().int().min(1),
  line: z.number().int().min(1),
  participantId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plans: z.array(z.strictObject({ PlanId: z.string(), PlanType: z.string() })),
  reason: z.string(),
  state: z.enum(['ready', 'invalid', 'skipped']),
  messages: z.array(z.string()),
})
export type CheckedRow = z.infer<typeof checkedRowSchema>

const longest = { participantId: 100, firstName: 100, lastName: 100, planId: 100, planType: 100, reason: 200 } as const
type Field = keyof typeof longest

const words: Readonly<Record<Field, string>> = {
  participantId: 'Participant id',
  firstName: 'First name',
  lastName: 'Last name',
  planId: 'Plan id',
  planType: 'Plan type',
  reason: 'Reason',
}

const splitBy = (text: string, separator: string): string[] =>
  (separator === '' ? [text] : text.split(separator)).map((part) => part.trim()).filter((part) => part !== '')

/** `1.23457E+11`: how a spreadsheet writes a long number into a file, most of its digits gone. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2,}$/i

/** What is wrong with a value as such. */
const faultsOf = (field: Field, value: string): string[] => {
  const faults: string[] = []
  if (value.length > longest[field]) faults.push(`${words[field]} is longer than ${longest[field]} characters.`)
  if ((field === 'participantId' || field === 'planId') && shortened.test(value)) {
    faults.push(`${words[field]} is a long number that a spreadsheet has shortened, so digits of it are gone. Export it as text.`)
  }
  if (/\p{Cc}/u.test(value)) faults.push(`${words[field]} has a line break or another character that cannot be sent.`)
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

const readRow = (cells: readonly string[], mapping: BatchMapping, defaults: BatchDefaults): Read => {
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
  if (planIds.length === 0) return ['Plan id is missing.']
  const twice = planIds.find((id, index) => planIds.findIndex((other) => other.toLowerCase() === id.toLowerCase()) !== index)
  const faults = twice === undefined ? [] : [`Plan ${twice} stands in this row twice.`]
  if (planTypes.length === 0) return [...faults, 'Plan type is missing.']
  if (planTypes.length !== 1 && planTypes.length !== planIds.length) {
    faults.push(`There are ${planIds.length} plan ids and ${planTypes.length} plan types.`)
  }
  return faults
}

/**
 * Checks every row by itself and against the others of the file. `columns` is how many the header has. Of rows for the
 * same participant and plan, the first that could be sent is; the others are left out.
 */
export const checkRows = (
  records: readonly ListRecord[],
  columns: number,
  mapping: BatchMapping,
  defaults: BatchDefaults,
): CheckedRow[] => {
  const firstOf = new Map<string, number>()
  return records.map(({ cells, line }, index) => {
    const read = readRow(cells, mapping, defaults)
    const { values, planIds, planTypes } = read
    const missing = (['participantId', 'firstName', 'lastName'] as const)
      .filter((field) => identityKey(values[field]) === '')
      .map((field) => `${words[field]} is missing.`)
    const tooMany =
      cells.length > columns
        ? [`The row has ${cells.length} cells and the file ${columns} columns: a value may hold the delimiter without quotation marks.`]
        : []
    const each = (['participantId', 'firstName', 'lastName', 'reason'] as const).flatMap((field) =>
      faultsOf(field, values[field]),
    )
    const ofPlans = [
      ...planIds.flatMap((id) => faultsOf('planId', id)),
      ...planTypes.flatMap((type) => faultsOf('planType', type)),
    ]
    const faults = [...missing, ...planFaults(read), ...tooMany, ...each, ...ofPlans]
    const row = {
      row: index + 1,
      line,
      participantId: values.participantId,
      firstName: values.firstName,
      lastName: values.lastName,
      plans: planIds.map((PlanId, at) => ({ PlanId, PlanType: planTypes[at] ?? planTypes[0] ?? '' })),
      reason: values.reason,
    }
    if (faults.length > 0) return { ...row, state: 'invalid', messages: [...new Set(faults)] }
    const keys = planIds.map((id) => `${identityKey(values.participantId)}\u0000${identityKey(id)}`)
    const before = keys.map((key) => firstOf.get(key)).find((known) => known !== undefined)
    if (before !== undefined) {
      const messages = [`Row ${before} is for the same participant and plan, so this one is left out.`]
      return { ...row, state: 'skipped', messages }
    }
    for (const key of keys) firstOf.set(key, index + 1)
    return { ...row, state: 'ready', messages: [] }
  })
}
