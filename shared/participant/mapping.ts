import type { XmlElement } from './scan-xml.ts'
import { z } from 'zod'
import { amountsSchema } from './amount-periods.ts'
import { dateForms } from './read-values.ts'
import { isObject } from '../is-object.ts'
import { invalid, ok, type Result } from '../result.ts'

/**
 * The path of a value in a mapping: element names with `/` between them, optionally with `@` and an
 * attribute's name at the end. `Person/BirthDate` is the text of a BirthDate directly in a Person
 * at any depth; `@PlanID` is an attribute of the element that begins the plan; `Id[@Type=Employee]`
 * is an Id whose attribute Type is Employee; `/File/@Client` begins at the outermost element. Names
 * match in any case and without their prefix. A path has no repetition or alternatives, so the cost
 * of a match is limited by the path's length.
 */
export interface ValuePath {
  readonly steps: readonly Step[]
  /** The attribute in lower case; null for the text of the last element. */
  readonly attribute: string | null
  readonly fromRoot: boolean
}

interface Step {
  /** Local name in lower case. */
  readonly key: string
  /** An attribute that must have this value, both in lower case; null if there is none. */
  readonly where: { readonly attribute: string; readonly is: string } | null
}

const mostSteps = 12
const name = String.raw`(?:[\p{L}_][\p{L}\p{N}._-]{0,99}:)?([\p{L}_][\p{L}\p{N}._-]{0,99})`
const stepPattern = new RegExp(`^${name}(?:\\[@${name}=([^\\]/"',]{1,100})\\])?$`, 'u')
const attributePattern = new RegExp(`^@${name}$`, 'u')

/** The path in `text`; null if `text` is not a path. */
export const parseValuePath = (text: string): ValuePath | null => {
  const fromRoot = text.startsWith('/')
  const parts = (fromRoot ? text.slice(1) : text).split('/')
  if (parts.length > mostSteps) return null
  const attribute = attributePattern.exec(parts.at(-1) ?? '')?.[1]?.toLowerCase() ?? null
  const steps: Step[] = []
  for (const part of attribute === null ? parts : parts.slice(0, -1)) {
    const [whole, key = '', whereAttribute, is = ''] = stepPattern.exec(part) ?? []
    if (whole === undefined) return null
    const where =
      whereAttribute === undefined
        ? null
        : { attribute: whereAttribute.toLowerCase(), is: is.trim().toLowerCase() }
    steps.push({ key: key.toLowerCase(), where })
  }
  return fromRoot && steps.length === 0 ? null : { steps, attribute, fromRoot }
}

const fits = (step: Step, element: XmlElement) =>
  step.key === element.key &&
  (step.where === null ||
    element.attributes.get(step.where.attribute)?.trim().toLowerCase() === step.where.is)

/** True if the path leads to the innermost open element; `open` begins with the outermost. */
export const leadsTo = ({ steps, fromRoot }: ValuePath, open: readonly XmlElement[]): boolean => {
  const from = open.length - steps.length
  if (from < 0 || (fromRoot && from > 0)) return false
  return steps.every((step, index) => {
    const element = open[from + index]
    return element !== undefined && fits(step, element)
  })
}

/** The parts that a mapping finds, and the values in each part. */

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

/**
 * The values, by the part that contains them; `rule` stands for any of the four contribution rules.
 */
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
    'expense',
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

const placesLike = (examples: string, isPlace: (text: string) => boolean) =>
  z
    .array(
      z
        .string()
        .max(mostCharacters)
        .refine(isPlace, {
          error: ({ input }) =>
            `“${String(input).slice(0, 60)}” is not a place; write it like ${examples}`,
        }),
    )
    .max(mostPaths)
    .default([])
const elementPlaces = placesLike(
  'Person or File/Person',
  (text) => parseValuePath(text)?.attribute === null,
)
const valuePlaces = placesLike(
  'Person/BirthDate or Person/@Id',
  (text) => parseValuePath(text) !== null,
)

/** An object with a value for each of `names`, in their order. */
export function recordOf<K extends string, V>(
  names: readonly K[],
  valueOf: (name: K) => V,
): Record<K, V>
export function recordOf(names: readonly string[], valueOf: (name: string) => unknown) {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}

/** Identifies a file as a mapping, regardless of its name or folder. */
export const mappingKind = 'glidepath.participant-mapping'

/**
 * The paths of values in a participant file. Each list has candidates in order of preference; see
 * {@link ValuePath}. A mapping decides what is shown and filled in; the text that is sent is always
 * the file's own.
 */
export const participantMappingSchema = z.strictObject({
  kind: z.literal(mappingKind),
  version: z.literal(1),
  name: z.string().trim().min(1).max(80),
  /** Namespaces that cause no remark; an empty list allows all. */
  namespaces: z.array(z.string().min(1).max(300)).max(10).default([]),
  dates: z.enum(dateForms).default('YYYY-MM-DD'),
  /** The period of each amount, unless the last name of the amount's path contains the period. */
  amounts: amountsSchema.prefault({}),
  /**
   * The elements that begin each part. `record` holds everything of one participant, and
   * `participant` identifies them; without a `record` element, a participant's data ends at the
   * next participant.
   */
  elements: z
    .strictObject(recordOf(mappingParts, () => elementPlaces))
    .refine(({ participant }) => participant.length > 0, {
      error: 'Participant needs at least one element',
      path: ['participant'],
    }),
  values: z.strictObject(recordOf(valueFields, () => valuePlaces)),
})
export type ParticipantMapping = z.infer<typeof participantMappingSchema>

/** Maximum length of a mapping file, in characters. A full mapping has less than half as many. */
export const mostMappingCharacters = 200_000

const refused = (why: string): Result<never> =>
  invalid(
    `This mapping cannot be used: ${why}`,
    'Choose a file that was saved under Settings, Participant files.',
  )

const placeOf = (path: readonly PropertyKey[]) =>
  path.filter((part) => typeof part === 'string').join(', ')

const whyNot = (issue: z.core.$ZodIssue | undefined) => {
  const place = placeOf(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys') {
    const within = place === '' ? '' : ` in ${place}`
    return `it has ${issue.keys.length === 1 ? 'a field' : 'fields'} that the program does not know${within}: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`
  }
  return `${place === '' ? 'it as a whole' : place}: ${issue?.message ?? 'does not fit'}.`
}

/**
 * Reads a mapping from a file's text. Fails with `input.invalid` and a sentence if the file is
 * damaged or is not a mapping.
 */
export const parseMapping = (text: string): Result<ParticipantMapping> => {
  if (text.length > mostMappingCharacters)
    return refused(`it has more than ${mostMappingCharacters} characters.`)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refused('it is not JSON, or it is damaged.')
  }
  if (!isObject(value) || value['kind'] !== mappingKind)
    return refused('it is JSON, but not a mapping of this program.')
  const { version } = value
  if (typeof version === 'number' && version > 1)
    return refused('a later version of the program made it. Update the program.')
  const parsed = participantMappingSchema.safeParse(value)
  return parsed.success ? ok(parsed.data) : refused(whyNot(parsed.error.issues[0]))
}

/** Writes a mapping as the text of a file that {@link parseMapping} can read. */
export const mappingText = (mapping: ParticipantMapping): string =>
  `${JSON.stringify(mapping, null, 2)}\n`
