import { computed, proxyRefs, type Ref } from 'vue'
import type { Strategy } from '#shared/express/reading.ts'
import { assetMixScopes } from '#shared/strategy/pictures/asset-mix.ts'
import { balanceHistoryOf, balancesOf, taxesOf } from '#shared/strategy/pictures/balances.ts'
import { converted } from '#shared/strategy/pictures/dollars-of.ts'
import type { Board, Played } from '../../../../charts/board.ts'
import { claimAges } from '#shared/strategy/claim-comparison.ts'
import { gatherSources, incomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import type { SavingsLine } from '#shared/savings/lines.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/pictures/scenarios.ts'
import { wealthFan } from '#shared/strategy/pictures/wealth-fan.ts'

export interface PlayedStrategy extends Omit<Played<unknown>, 'view'> {
  readonly strategy: Strategy
}

/** Accounts with their own color in the income charts. */
const accountsAlone = 12

interface PicturesNeeds {
  readonly played: Readonly<Ref<readonly PlayedStrategy[]>>
  readonly percentile: Readonly<Ref<number>>
  readonly mappings: Readonly<Ref<readonly AccountMapping[]>>
  /** Only if Current holds others. */
  readonly savingsToday: Readonly<Ref<readonly SavingsLine[]>>
  readonly board: Pick<Board, 'hidden' | 'factor'>
}

/** The data of each chart, computed only when a chart needs it. */
export const usePictures = ({
  played,
  percentile,
  mappings,
  savingsToday,
  board,
}: PicturesNeeds) => {
  const of = (role: 'current' | 'revised'): Strategy | null =>
    played.value.find((each) => each.role === role)?.strategy ?? null
  const each = <T>(make: (strategy: Strategy) => T) =>
    played.value.map(({ role, name, strategy }) => ({ role, name, view: make(strategy) }))
  const flows = computed(() =>
    played.value.map(({ strategy }) => incomeFlow(strategy, percentile.value, mappings.value)),
  )
  /** The columns of a view in the dollars on screen. */
  const inDollars = <T extends { readonly values: Float64Array }>(
    ages: Float64Array,
    column: T,
  ) => ({
    ...column,
    values: converted(ages, column.values, board.factor),
  })
  return proxyRefs({
    fans: computed(() =>
      each((strategy) => {
        const view = wealthFan(strategy)
        return { ...view, columns: view.columns.map((column) => inDollars(view.ages, column)) }
      }).filter(({ view }) => view.columns.length > 0),
    ),
    incomes: computed(() => {
      const views = gatherSources(flows.value, accountsAlone, board.hidden)
      return played.value.flatMap(({ role, name }, index) => {
        const view = views[index]
        return view && view.sources.length > 0 ? [{ role, name, view }] : []
      })
    }),
    balances: computed(() =>
      each((strategy) => {
        const view = balancesOf(strategy, percentile.value, mappings.value)
        return {
          ...view,
          ending: view.ending && inDollars(view.ages, view.ending),
          accounts: view.accounts.map((account) => inDollars(view.ages, account)),
        }
      }).filter(({ view }) => view.ages.length > 0),
    ),
    taxes: computed(() =>
      each((strategy) => {
        const column = taxesOf(strategy, percentile.value)
        return { ...inDollars(column.ages, column), retirementAge: strategy.retirementAge }
      }).filter(({ view }) => view.ages.length > 0),
    ),
    mixes: computed(() => assetMixScopes(of('current'), of('revised'), mappings.value)),
    savings: computed(() => savingsChanges(of('current'), of('revised'), mappings.value)),
    savingsToday,
    claims: computed(() => claimAges(of('revised') ?? of('current') ?? { socialSecurity: [] })),
    scenarios: computed(() => each(historicalScenarios).filter(({ view }) => view.length > 0)),
    history: computed(() => {
      const strategy = of('current') ?? of('revised')
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
