import type { ForecastChanges } from '../ipc/change-views.ts'
import type { SavedForecast } from '../ipc/views.ts'
import { fundChanges } from './fund-changes.ts'
import { pickPair } from './pick.ts'
import { savingsChanges } from './savings-changes.ts'

/** What a saved forecast says that its revised strategy changes: funds, savings rates, retirement age. */
export const changesOf = ({ id, savedAt, reading }: Pick<SavedForecast, 'id' | 'savedAt' | 'reading'>): ForecastChanges => {
  const { current, revised } = pickPair(reading.strategies)
  const { rows, total } = savingsChanges(current, revised, reading.accountMappings)
  const savings = rows.map((row) => ({
    account: row.account,
    label: row.label,
    from: row.currentPercent,
    to: row.revisedPercent,
    fromDollars: row.currentDollars,
    toDollars: row.revisedDollars,
  }))
  return {
    kind: 'forecast',
    forecastId: id,
    savedAt,
    proposes: revised !== null,
    retirementAge: { from: current?.retirementAge ?? null, to: revised?.retirementAge ?? null },
    accounts: fundChanges(current, revised, reading.accountMappings).map((account) => ({
      account: account.label,
      funds: account.funds.map((fund) => ({
        id: fund.id,
        name: fund.name,
        from: fund.currentPercent,
        to: fund.revisedPercent,
      })),
      unread: account.currentTable !== null || account.revisedTable !== null,
    })),
    savings,
    savingsTotal:
      total.currentPercent === null && total.revisedPercent === null
        ? null
        : {
            account: '',
            label: 'Overall',
            from: total.currentPercent,
            to: total.revisedPercent,
            fromDollars: total.currentDollars,
            toDollars: total.revisedDollars,
          },
  }
}
