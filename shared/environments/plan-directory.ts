import { z } from 'zod'
import { id, none } from '../channel.ts'
import { csvCell } from '../text/csv-cell.ts'

/**
 * The plan directory has the plans of an environment's sponsors, as suggestions. It does not name
 * participants.
 */

/** Maximum number of plans in an environment's directory. */
export const maxPlans = 20_000
/** Maximum size of an imported file, bytes. */
export const maxPlanFileBytes = 10 * 1024 * 1024

export const planEntrySchema = z.strictObject({
  planId: id,
  planType: z.string().min(1).max(100),
  /** The name of the plan or its sponsor; empty if no file gave one. */
  name: z.string().max(200),
  /** Whether the plan came from an imported file, or from an accepted receipt. */
  source: z.enum(['imported', 'learned']),
})
export type PlanEntry = z.infer<typeof planEntrySchema>

/**
 * Counts for an import; `same` counts plans that were already in the directory and are unchanged.
 */
const planImportSchema = z.strictObject({
  added: z.int(),
  changed: z.int(),
  same: z.int(),
})
export type PlanImport = z.infer<typeof planImportSchema>

const environment = z.strictObject({ environmentId: id })

export const planChannels = {
  /** Ordered by id. */
  'plans.list': { request: environment, response: z.array(planEntrySchema) },
  /**
   * Adds and changes plans from a CSV file. If a row is wrong, the import names that row and
   * changes nothing.
   */
  'plans.import': {
    request: z.strictObject({ environmentId: id, bytes: z.instanceof(Uint8Array) }),
    response: planImportSchema,
  },
  /** Removes one plan; without `planId`, all plans. */
  'plans.remove': {
    request: z.strictObject({ environmentId: id, planId: id.optional() }),
    response: none,
  },
} as const

/** Plans with their searchable texts, computed once for each directory. */
export type PlanIndex = readonly {
  readonly plan: PlanEntry
  readonly id: string
  readonly type: string
  readonly name: string
}[]

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Makes the index for {@link findPlans}; `plans` are ordered by id. */
export const indexPlans = (plans: readonly PlanEntry[]): PlanIndex =>
  plans.map((plan) => ({
    plan,
    id: plain(plan.planId),
    type: plain(plan.planType),
    name: plain(plan.name),
  }))

/** Rank of a match; 0 is best, and null means no match. */
const rankOf = (
  { id, type, name }: PlanIndex[number],
  typed: string,
  words: readonly string[],
): number | null => {
  if (id === typed) return 0
  if (id.startsWith(typed)) return 1
  if (!words.every((word) => id.includes(word) || type.includes(word) || name.includes(word)))
    return null
  const startsWord = words.every((word) =>
    [id, type, ...name.split(/[^\p{L}\p{N}]+/u)].some((part) => part.startsWith(word)),
  )
  return startsWord ? 2 : 3
}

/**
 * The plans that match the typed words by id, type or name; word order, case and accents do not
 * matter. A plan whose id equals the typed text comes first, then plans whose id begins with that
 * text, then plans in which every typed word begins a word, then all others. Returns all plans if
 * nothing is typed.
 */
export const findPlans = (index: PlanIndex, typed: string): PlanEntry[] => {
  const wanted = plain(typed).trim()
  if (wanted === '') return index.map(({ plan }) => plan)
  const words = wanted.split(/\s+/)
  const ranked: PlanEntry[][] = [[], [], [], []]
  for (const each of index) {
    const rank = rankOf(each, wanted, words)
    if (rank !== null) ranked[rank]?.push(each.plan)
  }
  return ranked.flat()
}

/**
 * A plan directory as a CSV file (RFC 4180), with a byte order mark so that spreadsheet programs
 * read names correctly. Cells that a spreadsheet would evaluate as a formula are protected; an
 * import removes the protection.
 */
export const plansCsv = (plans: readonly PlanEntry[]): string =>
  `\uFEFF${[
    ['PlanId', 'PlanType', 'Name'],
    ...plans.map(({ planId, planType, name }) => [planId, planType, name]),
  ]
    .map((line) => line.map(csvCell).join(','))
    .join('\r\n')}\r\n`

/** The plan directory as JSON: a list of plans under the service's names. */
export const plansJson = (plans: readonly PlanEntry[]): string =>
  `${JSON.stringify(
    plans.map(({ planId, planType, name }) => ({ PlanId: planId, PlanType: planType, Name: name })),
    null,
    2,
  )}\n`
