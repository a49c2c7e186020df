import { z } from 'zod'
import { amountsSchema } from './amount-periods.ts'
import { dateForms } from './read-values.ts'
import { parseValuePath } from './value-path.ts'

/** Elements that begin a part, and the values in each part. */

export const mappingParts = [
  'file',
  'record',
  'participant',
  'account',
  'holding',
  'pension',
  'preTaxRule',
  'postTaxRule',
  'rothRule',
  'employerRule',
] as const
export type MappingPart = (typeof mappingParts)[number]

export type Scope = 'file' | 'record' | 'account' | 'holding' | 'pension' | 'rule'

/** The values by the part that holds them; `rule` is any of the four rules. */
export const valuesOfScope = {
  file: ['fileType', 'timeStamp'],
  record: [
    'clientId',
    'userId',
    'firstName',
    'middleName',
    'lastName',
    'dateOfBirth',
    'gender',
    'maritalStatus',
    'email',
    'city',
    'state',
    'socialSecurityFlag',
    'salary',
  ],
  account: ['planId', 'planType', 'status', 'combinedLimit', 'accountTotal'],
  holding: [
    'customFundId',
    'morningstarId',
    'holdingName',
    'transactionId',
    'balance',
    'currentMin',
    'currentMax',
    'futureMax',
  ],
  pension: ['pensionAmount', 'pensionStartYear', 'pensionCola'],
  rule: [
    'rulePlanId',
    'contributionRate',
    'contributionAmount',
    'matchRate',
    'matchLimit',
    'matchMost',
  ],
} as const satisfies Record<Scope, readonly string[]>

export type ValueField = (typeof valuesOfScope)[Scope][number]
export const valueFields: readonly ValueField[] = Object.values(valuesOfScope).flat()

const mostPaths = 8
const mostCharacters = 200

const isPath = (text: string, kinds: 'elements' | 'any'): boolean => {
  const path = parseValuePath(text)
  return path !== null && (kinds === 'any' || path.attribute === null)
}
const paths = (kinds: 'elements' | 'any') =>
  z
    .array(
      z
        .string()
        .max(mostCharacters)
        .refine((text) => isPath(text, kinds), {
          error: ({ input }) =>
            `“${String(input).slice(0, 60)}” is not a place; write it like ${kinds === 'any' ? 'Person/BirthDate or Person/@Id' : 'Person or File/Person'}`,
        }),
    )
    .max(mostPaths)
    .default([])

type PathLists<K extends string> = Record<K, ReturnType<typeof paths>>

/** The shape of an object with a list of places for each of `names`. */
function listsOf<K extends string>(names: readonly K[], kinds: 'elements' | 'any'): PathLists<K>
function listsOf(names: readonly string[], kinds: 'elements' | 'any'): PathLists<string> {
  const list = paths(kinds)
  return Object.fromEntries(names.map((name) => [name, list]))
}
const lists = <K extends string>(names: readonly K[], kinds: 'elements' | 'any') =>
  z.strictObject(listsOf(names, kinds))

/** Marks a file as a mapping, whatever its place. */
export const mappingKind = 'glidepath.participant-mapping'

/**
 * The places of values in a participant file. Each list has candidates in order of preference, see `value-path.ts`. It
 * decides what is shown and filled in: the sent text is the file's own.
 */
export const participantMappingSchema = z.strictObject({
  kind: z.literal(mappingKind),
  version: z.literal(1),
  name: z.string().trim().min(1).max(80),
  /** Namespaces that cause no remark; an empty list allows all. */
  namespaces: z.array(z.string().min(1).max(300)).max(10).default([]),
  dates: z.enum(dateForms).default('YYYY-MM-DD'),
  /** The period of each amount, unless the name of its place says it. */
  amounts: amountsSchema.prefault({}),
  /**
   * The elements that begin each part. `record` holds all of one participant, `participant` identifies them; without a
   * `record`, a participant's data ends at the next participant.
   */
  elements: lists(mappingParts, 'elements').refine(({ participant }) => participant.length > 0, {
    error: 'Participant needs at least one element',
    path: ['participant'],
  }),
  values: lists(valueFields, 'any'),
})
export type ParticipantMapping = z.infer<typeof participantMappingSchema>
