import type { Figure } from '#shared/figures/figure.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { leverPhrases } from '#shared/strategy/lever-phrases.ts'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import { areOtherFunds } from '#shared/strategy/statement/investments/funds.ts'
import { isAlike, said, type Said } from '#shared/strategy/statement/said.ts'
import {
  savingsByKind,
  type SavingKind,
} from '#shared/strategy/statement/savings/savings-by-kind.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import type { ReportFacts } from './facts.ts'

/** What a client chose, and what comes with it. */

/** The phrases for the funds of a strategy: those that the manager changes, and today’s where only rates were sent. */
export const fundPhrase = 'changing funds'
export const keptFundPhrase = 'keeping today’s funds'

/**
 * Everything that makes the chosen or sent strategy differ from today’s, in phrases such as `retiring at 67`: what was
 * entered, the claim age that follows from it, and the funds that the manager changes. An entered age that equals
 * today’s is left out. `total`, the savings in all, is said instead of a single rate.
 */
export const planPhrases = (
  plan: StrategyStatement | null,
  today: StrategyStatement | null,
  { inputs, claim, profile }: Pick<SavedForecast, 'inputs' | 'claim' | 'profile'>,
  mappings: readonly AccountMapping[],
  total: Figure | null = null,
): readonly Said[] => {
  const { RetirementAge: age, ...others } = inputs
  const isOtherAge = age !== undefined && age !== today?.retirementAge
  const claims = plan?.claimAge ?? null
  const before = today?.claimAge ?? null
  const isOtherClaim =
    claim === undefined && claims !== null && before !== null && claims !== before
  const isTogether = isOtherAge && isOtherClaim && claims === age
  return [
    ...(isOtherAge ? [said`retiring${isTogether && ' and claiming'} at ${age}`] : []),
    ...leverPhrases({ inputs: others, claim, profile, total }),
    ...(isOtherClaim && !isTogether ? [said`claiming at ${claims}`] : []),
    ...(areOtherFunds(today?.side ?? null, plan?.side ?? null, mappings) ? [[fundPhrase]] : []),
  ]
}

/**
 * What the service changes besides the funds, compared with what was tried for its recommendation, so that the client's
 * own choices never count. If nothing was tried, everything that it recommends.
 */
export const serviceChanges = ({
  sides: { recommended },
  base,
  tried,
  mappings,
}: Pick<ReportFacts, 'sides' | 'base' | 'tried' | 'mappings'>): {
  readonly age: boolean
  readonly kinds: ReadonlySet<SavingKind>
} => {
  const isAll = tried.length === 0
  const kinds = savingsByKind(base?.side ?? null, recommended, mappings).filter(
    ({ current, revised }) =>
      isAll ||
      !isAlike(current.percent, revised.percent) ||
      !isAlike(current.dollars, revised.dollars),
  )
  const age = recommended?.strategy.retirementAge ?? null
  return {
    age: isAll || (age !== null && age !== base?.retirementAge),
    kinds: new Set(kinds.map(({ kind }) => kind)),
  }
}
