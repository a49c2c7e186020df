import type { PlanEntry } from './directory.ts'

/** Plans with their searchable texts, made once per directory. */
export type PlanIndex = readonly {
  readonly plan: PlanEntry
  readonly id: string
  readonly type: string
  readonly name: string
}[]

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** For {@link findPlans}; `plans` are ordered by id. */
export const indexPlans = (plans: readonly PlanEntry[]): PlanIndex =>
  plans.map((plan) => ({
    plan,
    id: plain(plan.planId),
    type: plain(plan.planType),
    name: plain(plan.name),
  }))

/** Rank of a match, 0 is best; null without a match. */
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
 * The plans that match the typed words by id, type or name, in any order of words, ignoring case and accents: first the
 * plan with that id, then ids that begin so, then plans with a word that begins so. All if nothing is typed.
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
