import { z } from 'zod'
import {
  aYearOf,
  amountFields,
  amountPeriodSchema,
  periodOfPlace,
  type Amounts,
} from './amount-periods.ts'
import type { Capture, Captures } from './captures.ts'
import { valueFields, type MappingPart, type ValueField } from './mapping.ts'
import { misfitsOf } from './misfit.ts'
import type { RecordDraft } from './participant-record.ts'
import type { ParticipantReading } from './profile.ts'
import { readNumber } from './read-values.ts'

/** The values that a mapping finds for one participant, for a look before it is used. */
export const mappingPreviewSchema = z.strictObject({
  /** In the whole file. */
  participants: z.int(),
  /** The participant with these values. */
  name: z.string(),
  /** Per value: the first text found, the mapping's place that found it, and its position. */
  found: z.record(
    z.string(),
    z.strictObject({
      text: z.string(),
      by: z.string(),
      line: z.int(),
      /** For an amount: dollars a year, null if it is no number; the period used, and whether its place names it. */
      amount: z
        .strictObject({
          aYear: z.number().nullable(),
          period: amountPeriodSchema,
          isNamed: z.boolean(),
        })
        .optional(),
    }),
  ),
  /** Per part: how many the participant has. */
  parts: z.record(z.string(), z.int()),
  /** Signs that the mapping was made for other files, from `misfit.ts`. */
  misfits: z.array(z.string()),
  warnings: z.array(z.strictObject({ line: z.int(), column: z.int(), message: z.string() })),
})
export type MappingPreview = z.infer<typeof mappingPreviewSchema>

const longest = 120
const mostWarnings = 12

const partsOf = (record: RecordDraft): Partial<Record<MappingPart, number>> => {
  const rules = (kind: string): number =>
    record.contributions.filter((rule) => rule.kind === kind).length
  return {
    participant: 1,
    account: record.accounts.length,
    holding: record.accounts.reduce((sum, { holdings }) => sum + holdings.length, 0),
    pension: record.pensions.length,
    preTaxRule: rules('pretax'),
    postTaxRule: rules('posttax'),
    rothRule: rules('roth'),
    employerRule: rules('employer'),
  }
}

/** The reading of an amount; absent for any other value. */
const amountOf = (
  field: ValueField,
  { text, binding }: Capture,
  amounts: Amounts,
): Pick<MappingPreview['found'][string], 'amount'> => {
  const key = amountFields.find((each) => each === field)
  if (key === undefined) return {}
  const named = periodOfPlace(binding.path)
  const period = named ?? amounts[key]
  const { value } = readNumber(text)
  return {
    amount: {
      aYear: value === null ? null : aYearOf(value, period),
      period,
      isNamed: named !== null,
    },
  }
}

/** The values found for `record`; for several accounts, holdings, pensions or rules, the first that has the value. */
export const previewOf = (
  record: RecordDraft,
  file: Captures,
  { participants, warnings }: Pick<ParticipantReading, 'participants' | 'warnings'>,
  amounts: Amounts,
): MappingPreview => {
  const everywhere: readonly Captures[] = [
    record.captures,
    file,
    ...record.accounts.flatMap((account) => [
      account.captures,
      ...account.holdings.map(({ captures }) => captures),
    ]),
    ...record.pensions.map(({ captures }) => captures),
    ...record.contributions.map(({ captures }) => captures),
  ]
  const found: Partial<Record<ValueField, MappingPreview['found'][string]>> = {}
  for (const field of valueFields) {
    const first = everywhere.find((captures) => captures.has(field))?.get(field)
    if (first)
      found[field] = {
        text: first.text.slice(0, longest),
        by: first.binding.written,
        line: first.element.line,
        ...amountOf(field, first, amounts),
      }
  }
  return {
    participants: participants.length,
    name:
      [record.firstName, record.lastName].filter((part) => part !== '').join(' ') || record.userId,
    found,
    parts: partsOf(record),
    misfits: [...misfitsOf(participants)],
    warnings: warnings.slice(0, mostWarnings),
  }
}
