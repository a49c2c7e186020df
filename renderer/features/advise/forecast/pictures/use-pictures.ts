import { computed } from 'vue'
import type { Strategy } from '#shared/express/reading.ts'
import { assetMixScopes } from '#shared/strategy/pictures/asset-mix.ts'
import {
  balanceHistoryOf,
  balancesOf,
  taxesOf,
  type Course,
} from '#shared/strategy/pictures/balances.ts'
import { converted, type Factor } from '#shared/strategy/pictures/dollars-of.ts'
import { claimAges } from '#shared/strategy/claim-comparison.ts'
import { gatherSources, incomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import type { AccountMapping } from '#shared/strategy/pick.ts'
import type { SavingsLine } from '#shared/savings/lines.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { historicalScenarios } from '#shared/strategy/pictures/scenarios.ts'
import { wealthFan } from '#shared/strategy/pictures/wealth-fan.ts'

/** The strategies behind the charts, with role and name. */
export interface PlayedStrategy {
  readonly role: 'current' | 'revised'
  readonly name: string
  readonly strategy: Strategy
}

/** Accounts with their own color in the income charts. */
const accountsAlone = 12

/** The data of each chart, computed only when a chart needs it; `savingsToday` only if Current holds others. */
export const usePictures = (
  played: () => readonly PlayedStrategy[],
  percentile: () => number,
  mappings: () => readonly AccountMapping[],
  savingsToday: () => readonly SavingsLine[],
  hidden: () => ReadonlySet<string>,
  factor: () => Factor | null,
) => {
  const of = (role: 'current' | 'revised'): Strategy | null =>
    played().find((each) => each.role === role)?.strategy ?? null
  const each = <T>(make: (strategy: Strategy) => T) =>
    played().map(({ role, name, strategy }) => ({ role, name, view: make(strategy) }))
  const flows = computed(() =>
    played().map(({ strategy }) => incomeFlow(strategy, percentile(), mappings())),
  )
  return {
    fans: computed(() =>
      each(wealthFan)
        .filter(({ view }) => view.columns.length > 0)
        .map(({ view, ...rest }) => ({
          ...rest,
          view: {
            ...view,
            columns: view.columns.map((column) => ({
              ...column,
              values: converted(view.ages, column.values, factor()),
            })),
          },
        })),
    ),
    incomes: computed(() => {
      const views = gatherSources(flows.value, accountsAlone, hidden())
      return played().flatMap(({ role, name }, index) => {
        const view = views[index]
        return view && view.sources.length > 0 ? [{ role, name, view }] : []
      })
    }),
    balances: computed(() =>
      each((strategy) => {
        const view = balancesOf(strategy, percentile(), mappings())
        const course = (one: Course): Course => ({
          ...one,
          values: converted(view.ages, one.values, factor()),
        })
        return {
          ...view,
          ending: view.ending === null ? null : course(view.ending),
          accounts: view.accounts.map(course),
        }
      }).filter(({ view }) => view.ages.length > 0),
    ),
    taxes: computed(() =>
      each((strategy) => {
        const { ages, values } = taxesOf(strategy, percentile())
        return {
          ages,
          values: converted(ages, values, factor()),
          retirementAge: strategy.retirementAge,
        }
      }).filter(({ view }) => view.ages.length > 0),
    ),
    mixes: computed(() => assetMixScopes(of('current'), of('revised'), mappings())),
    savings: computed(() => savingsChanges(of('current'), of('revised'), mappings())),
    savingsToday: computed(savingsToday),
    claims: computed(() => claimAges(of('revised') ?? of('current') ?? { socialSecurity: [] })),
    scenarios: computed(() => each(historicalScenarios).filter(({ view }) => view.length > 0)),
    history: computed(() => {
      const strategy = of('current') ?? of('revised')
      return strategy === null ? null : balanceHistoryOf(strategy, mappings())
    }),
    annuities: computed(() =>
      played().flatMap(({ name, strategy }) =>
        strategy.risOutput === null ? [] : [{ name, ris: strategy.risOutput }],
      ),
    ),
  }
}

export type Pictures = ReturnType<typeof usePictures>
