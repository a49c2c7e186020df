import { computed, proxyRefs, type Ref } from 'vue'
import type { Strategy } from '#shared/express/reading.ts'
import { assetMixScopes } from '#shared/strategy/pictures/asset-mix.ts'
import { balanceHistoryOf } from '#shared/strategy/pictures/balances.ts'
import { claimAges } from '#shared/strategy/claim-comparison.ts'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import type { SavingsLine } from '#shared/savings/lines.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/pictures/scenarios.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/wealth.ts'

/** A strategy of the answer beside the other. */
export interface PlayedStrategy {
  readonly role: 'current' | 'revised'
  readonly name: string
  readonly strategy: Strategy
}

interface PicturesNeeds {
  readonly played: Readonly<Ref<readonly PlayedStrategy[]>>
  /** All strategies on screen. */
  readonly strategies: Readonly<Ref<readonly StrategyStatement[]>>
  /** The chosen one; `null` if the answer has none. */
  readonly shown: Readonly<Ref<StrategyStatement | null>>
  readonly mappings: Readonly<Ref<readonly AccountMapping[]>>
  /** Only if Current holds others. */
  readonly savingsToday: Readonly<Ref<readonly SavingsLine[]>>
}

/** The data of each chart, computed only when a chart needs it. */
export const usePictures = ({
  played,
  strategies,
  shown,
  mappings,
  savingsToday,
}: PicturesNeeds) => {
  const of = (role: 'current' | 'revised'): Strategy | null =>
    played.value.find((each) => each.role === role)?.strategy ?? null
  const entries = computed(() => strategies.value.flatMap(({ side }) => side.strategy.percentiles))
  return proxyRefs({
    /** Which charts any strategy has. */
    has: computed(() => ({
      income: entries.value.some(({ incomeSources }) => incomeSources.length > 0),
      wealth: entries.value.some(({ totalWealth, overallEndingBalance, accountBalance }) =>
        [totalWealth, overallEndingBalance, ...accountBalance].some(({ ages }) => ages.length > 0),
      ),
      balances: entries.value.some(({ overallEndingBalance, accountBalance }) =>
        [overallEndingBalance, ...accountBalance].some(({ ages }) => ages.length > 0),
      ),
      taxes: entries.value.some(({ taxes }) => taxes.ages.length > 0),
      history: strategies.value.some(({ side }) => side.strategy.historicalScenarios.length > 0),
    })),
    /** The chosen strategy's; `null` without one. */
    wealth: computed(() => {
      const strategy = shown.value
      if (strategy === null) return null
      const of = (market: Market) => wealthOf(strategy, market, mappings.value)
      return { poor: of('poor'), average: of('average'), good: of('good') }
    }),
    mixes: computed(() => assetMixScopes(of('current'), of('revised'), mappings.value)),
    savings: computed(() => savingsChanges(of('current'), of('revised'), mappings.value)),
    savingsToday,
    claims: computed(() => claimAges(of('revised') ?? of('current') ?? { socialSecurity: [] })),
    scenarios: computed(() =>
      shown.value === null ? [] : historicalScenarios(shown.value.side.strategy),
    ),
    history: computed(() => {
      const strategy = shown.value?.side.strategy ?? of('current') ?? of('revised')
      return strategy === null ? null : balanceHistoryOf(strategy, mappings.value)
    }),
    annuities: computed(() =>
      played.value.flatMap(({ name, strategy }) =>
        strategy.risOutput === null ? [] : [{ name, ris: strategy.risOutput }],
      ),
    ),
  })
}

export type Pictures = ReturnType<typeof usePictures>
