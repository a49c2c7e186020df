import { computed, proxyRefs, type Ref } from 'vue'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import { claimRows } from '#shared/strategy/statement/claims/social-security.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import { annuityOf } from '#shared/strategy/statement/investments/annuity.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { historyOf } from '#shared/strategy/statement/investments/history.ts'
import { pastBalancesOf } from '#shared/strategy/statement/investments/past-balances.ts'
import { mixesOf } from '#shared/strategy/statement/investments/mix.ts'
import type { SavingLine } from '#shared/strategy/statement/savings/savings.ts'
import { savingsBetween } from '#shared/strategy/statement/savings/savings-change.ts'
import type { Side } from '#shared/strategy/statement/side.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'

/** One of the answer's two strategies, in its role on the charts. */
export interface PlayedStrategy {
  readonly role: 'current' | 'revised'
  readonly name: string
  /** The strategy as the answer has it. */
  readonly side: Side
}

interface ChartsNeeds {
  readonly played: Readonly<Ref<readonly PlayedStrategy[]>>
  /** All strategies on screen. */
  readonly strategies: Readonly<Ref<readonly StrategyStatement[]>>
  /** The chosen strategy; `null` if the answer has none. */
  readonly shown: Readonly<Ref<StrategyStatement | null>>
  readonly mappings: Readonly<Ref<readonly AccountMapping[]>>
  /** Today's savings; empty unless Current contains changed savings. */
  readonly savingsToday: Readonly<Ref<readonly SavingLine[]>>
}

/** The data of each chart, computed when a chart needs it. */
export const useCharts = ({ played, strategies, shown, mappings, savingsToday }: ChartsNeeds) => {
  const entries = computed(() => strategies.value.flatMap(({ side }) => side.strategy.percentiles))
  const sideOf = (role: 'current' | 'revised'): Side | null =>
    played.value.find((each) => each.role === role)?.side ?? null
  const sides = computed(() => ({ current: sideOf('current'), revised: sideOf('revised') }))
  return proxyRefs({
    /** Which charts have data in any strategy. */
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
    /** The chosen strategy's wealth; `null` if no strategy is chosen. */
    wealth: computed(() => {
      const strategy = shown.value
      if (strategy === null) return null
      const of = (market: Market) => wealthOf(strategy, market, mappings.value)
      return { poor: of('poor'), average: of('average'), good: of('good') }
    }),
    mixes: computed(() => mixesOf(sides.value, mappings.value)),
    savings: computed(() => {
      const { current, revised } = sides.value
      return savingsBetween(current, revised, mappings.value)
    }),
    savingsToday,
    funds: computed(() => {
      const { current, revised } = sides.value
      return fundsOf(sides.value, mappings.value, (current ?? revised)?.saved.profile ?? null)
    }),
    claims: computed(() => {
      const side = sides.value.revised ?? sides.value.current
      return side === null ? [] : claimRows(side)
    }),
    scenarios: computed(() => (shown.value === null ? [] : historyOf(shown.value.side))),
    history: computed(() => {
      const side = shown.value?.side ?? sides.value.current ?? sides.value.revised
      return side === null ? null : pastBalancesOf(side, mappings.value)
    }),
    annuities: computed(() =>
      played.value.flatMap(({ name, side }) => {
        const annuity = annuityOf(side)
        return annuity === null ? [] : [{ name, annuity }]
      }),
    ),
  })
}

export type ShownCharts = ReturnType<typeof useCharts>
