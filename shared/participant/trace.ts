import { identityKey } from '../identity-key.ts'
import { z } from 'zod'
import {
  amountFields,
  amountPeriodSchema,
  aYearOf,
  periodOfPlace,
  type Amounts,
} from './amount-periods.ts'
import { limitUnitOf, limitUnits, type LimitUnit } from './holding-limits.ts'
import type { Capture, Captures } from './mapping-lookup.ts'
import { valueFields, type MappingPart, type ValueField } from './mapping.ts'
import type { ReadRecord } from './participant-record.ts'
import {
  readingWarningSchema,
  type ParticipantProfile,
  type ParticipantReading,
} from './profile.ts'
import { readNumber } from './read-values.ts'

/**
 * Checks whether the mapping fits the file, using the values that were read, because a valid
 * mapping may have been made for other files. Nothing here changes the reading, the sent text, or
 * the recognition of earlier submissions.
 */

const nameOf = ({ firstName, lastName, userId }: ParticipantProfile) =>
  `${firstName} ${lastName}`.trim() || userId

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Values that an id must not equal, each named in words that follow “which is”. */
const others: readonly (readonly [string, (person: ParticipantProfile) => readonly string[]])[] = [
  ['the last name, too', ({ lastName }) => [lastName]],
  ['the first name, too', ({ firstName }) => [firstName]],
  [
    'the whole name, too',
    ({ firstName, lastName }) => [`${firstName} ${lastName}`, `${lastName}, ${firstName}`],
  ],
  [
    'the date of birth, too',
    ({ userId, dateOfBirth }) =>
      dateOfBirth !== '' && !/\p{L}/u.test(userId) && digitsOf(userId) === digitsOf(dateOfBirth)
        ? [userId]
        : [],
  ],
  ['the ClientId, too', ({ clientId }) => [clientId]],
  ['a plan id, too', ({ accounts }) => accounts.map(({ planId }) => planId)],
  ['the state, too', ({ state }) => [state]],
  ['the city, too', ({ city }) => [city]],
  ['the gender, too', ({ gender }) => [gender]],
]

/** Patterns of texts that are not ids. */
const otherForms: readonly (readonly [string, RegExp])[] = [
  ['written like a date', /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})/],
  ['written like a name', /^\s*\p{Lu}[\p{Ll}’']+([ ,-]+\p{Lu}[\p{Ll}’']+)+\s*$/u],
]

/** Why the id of `person` is probably not an id; empty if it is plausible or missing. */
const whyNoId = (person: ParticipantProfile): string => {
  const { userId } = person
  const key = identityKey(userId)
  const isSame = (other: string) => other !== '' && identityKey(other) === key
  const [why = ''] =
    others.find(([, valuesOf]) => valuesOf(person).some(isSame)) ??
    otherForms.find(([, form]) => form.test(userId)) ??
    []
  return userId.trim() === '' ? '' : why
}

const oddIds = (participants: readonly ParticipantProfile[]): readonly string[] =>
  [...Map.groupBy(participants, whyNoId)].flatMap(([why, people]) => {
    const [first] = people
    if (why === '' || first === undefined) return []
    return people.length === 1
      ? [`${nameOf(first)} has the id “${first.userId}”, which is ${why}.`]
      : [
          `${people.length} participants have an id which is ${why}, for example “${first.userId}” of ${nameOf(first)}.`,
        ]
  })

const personOf = ({ firstName, lastName, dateOfBirth }: ParticipantProfile) =>
  [firstName, lastName, dateOfBirth].map(identityKey).join('\u0000')

/**
 * Sentences about ids that several people share. A person who appears twice is not a sign of a
 * wrong mapping.
 */
const sharedIds = (participants: readonly ParticipantProfile[]): readonly string[] => {
  const shared = [...Map.groupBy(participants, ({ userId }) => identityKey(userId))].filter(
    ([id, people]) => id !== '' && new Set(people.map(personOf)).size > 1,
  )
  const [one] = shared
  if (one === undefined) return []
  const [first, second] = one[1]
  if (first === undefined || second === undefined) return []
  const more = shared.length > 1 ? ` ${shared.length} ids are shared like that.` : ''
  return [`${nameOf(first)} and ${nameOf(second)} have the same id, “${first.userId}”.${more}`]
}

const isNowhere = (
  participants: readonly ParticipantProfile[],
  has: (person: ParticipantProfile) => boolean,
  sentence: string,
): readonly string[] => (participants.length > 0 && !participants.some(has) ? [sentence] : [])

/**
 * Sentences about signs that the mapping was made for other files: no id, name or plan was found,
 * an id is obviously not an id, or different people have the same id. Empty if there are no such
 * signs or no participants.
 */
export const misfitsOf = (participants: readonly ParticipantProfile[]): readonly string[] => [
  ...isNowhere(participants, ({ userId }) => userId.trim() !== '', 'No participant id was found.'),
  ...isNowhere(
    participants,
    ({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '',
    'No name was found.',
  ),
  ...isNowhere(
    participants,
    ({ accounts }) => accounts.some(({ planId }) => planId.trim() !== ''),
    'No plan was found.',
  ),
  ...oddIds(participants),
  ...sharedIds(participants),
]

/**
 * The values that a mapping finds for one participant, for the user to check before saving the
 * mapping.
 */
export const mappingPreviewSchema = z.strictObject({
  /** Number of participants in the whole file. */
  participants: z.int(),
  /** Name of the participant with these values. */
  name: z.string(),
  /** For each value: the first text found, the mapping's path that found it, and its line. */
  found: z.record(
    z.string(),
    z.strictObject({
      text: z.string(),
      by: z.string(),
      line: z.int(),
      /**
       * For an amount, dollars a year (null if it is not a number), the period used, and whether
       * the path itself contains that period.
       */
      amount: z
        .strictObject({
          aYear: z.number().nullable(),
          period: amountPeriodSchema,
          isNamed: z.boolean(),
        })
        .optional(),
      /** For CurMin and CurMax, the number as written and the unit that the values suggest. */
      limit: z.strictObject({ number: z.number().nullable(), unit: z.enum(limitUnits) }).optional(),
    }),
  ),
  /** How many of each part the participant has. */
  parts: z.record(z.string(), z.int()),
  /** Signs that the mapping was made for other files. */
  misfits: z.array(z.string()),
  warnings: z.array(readingWarningSchema),
})
export type MappingPreview = z.infer<typeof mappingPreviewSchema>

const longest = 120
const mostWarnings = 12

const partsOf = (record: ParticipantProfile): Partial<Record<MappingPart, number>> => {
  const rules = (kind: string) => record.contributions.filter((rule) => rule.kind === kind).length
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

/** How an amount is read; absent for any other value. */
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

/** How a limit of a holding is read; absent for any other value. */
const limitOf = (
  field: ValueField,
  { text }: Capture,
  unit: LimitUnit,
): Pick<MappingPreview['found'][string], 'limit'> =>
  field === 'currentMin' || field === 'currentMax'
    ? { limit: { number: readNumber(text).value, unit } }
    : {}

/**
 * The values found for `record`. If it has several accounts, holdings, pensions or rules, the first
 * one with the value is used.
 */
export const previewOf = (
  record: ReadRecord,
  file: Captures,
  { participants, warnings }: Pick<ParticipantReading, 'participants' | 'warnings'>,
  amounts: Amounts,
): MappingPreview => {
  const { captures: own, accounts, pensions, contributions } = record.found
  const parts = [
    ...accounts.flatMap((account) => [account, ...account.holdings]),
    ...pensions,
    ...contributions,
  ]
  const everywhere: readonly Captures[] = [own, file, ...parts.map(({ captures }) => captures)]
  const found: Partial<Record<ValueField, MappingPreview['found'][string]>> = {}
  for (const field of valueFields) {
    const where = everywhere.find((captures) => captures.has(field))
    const first = where?.get(field)
    const account = accounts.find(({ holdings }) =>
      holdings.some(({ captures }) => captures === where),
    )
    if (first)
      found[field] = {
        text: first.text.slice(0, longest),
        by: first.binding.written,
        line: first.element.line,
        ...amountOf(field, first, amounts),
        ...limitOf(field, first, limitUnitOf(account?.holdings ?? [])),
      }
  }
  return {
    participants: participants.length,
    name: nameOf(record),
    found,
    parts: partsOf(record),
    misfits: [...misfitsOf(participants)],
    warnings: warnings.slice(0, mostWarnings),
  }
}
