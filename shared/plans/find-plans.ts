import type { PlanEntry } from './directory.ts'

/** Plans with what is looked at in them, made once for a directory. */
export type PlanIndex = readonly {
  readonly plan: PlanEntry
  readonly id: string
  readonly type: string
  readonly name: string
}[]

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** For {@link findPlans}; `plans` are in the order of their ids. */
export const indexPlans = (plans: readonly PlanEntry[]): PlanIndex =>
  plans.map((plan) => ({
    plan,
    id: plain(plan.planId),
    type: plain(plan.planType),
    name: plain(plan.name),
  }))

/** How well a plan fits, from 0 for best; null where it does not. */
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
 * The plans that fit what was typed, by id, type or name, in any order of words and without regard to case or accents: the
 * one with that id first, then those whose id begins so, then those of which a word begins so. All for nothing typed.
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
