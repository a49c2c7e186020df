import { identityKey } from '../identity-key.ts'
import type { ForecastChanges } from '../ipc/change-views.ts'
import type { SavedForecast } from '../ipc/views.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import { heldToday, savedToday } from './file-today.ts'
import { fundChanges } from './fund-changes.ts'
import { pickPair, type AccountMapping } from './pick.ts'
import { savingsChanges, type SavingsChanges } from './savings-changes.ts'

type SavingsRow = ForecastChanges['savings'][number]
type AccountChange = ForecastChanges['accounts'][number]

const sameRate = (a: number | null, b: number | null): boolean => a !== null && b !== null && Math.abs(a - b) < 1e-9

/** A what-if stands in the Current strategy too: then that is not how the participant saves today. */
const savingsOf = (rows: SavingsChanges['rows'], profile: ParticipantProfile | null, isWhatIf: boolean): SavingsRow[] =>
  rows.map((row) => {
    const isOnlyOne = rows.every((other) => other === row || other.kind !== row.kind || other.planId === row.planId)
    const file = savedToday(profile, row.planId, row.kind, isOnlyOne)
    const named = { account: row.account, label: row.label }
    const to = { to: row.revisedPercent, toDollars: row.revisedDollars }
    if (file !== null) {
      const dollars = sameRate(file.percent, row.currentPercent) ? row.currentDollars : null
      return { ...named, today: 'file', from: file.percent, fromDollars: file.dollars ?? dollars, ...to }
    }
    return isWhatIf
      ? { ...named, today: 'unknown', from: null, fromDollars: null, ...to }
      : { ...named, today: 'forecast', from: row.currentPercent, fromDollars: row.currentDollars, ...to }
  })

const accountsOf = (
  changes: ReturnType<typeof fundChanges>,
  profile: ParticipantProfile | null,
  mappings: readonly AccountMapping[],
): AccountChange[] =>
  changes.map((account) => {
    const planId = mappings.find(({ accountId }) => accountId === account.accountId)?.planId ?? account.accountId
    const held = heldToday(profile, planId)
    // Where not one id is known, service and file name their funds in different ways.
    const isKnown = held !== null && account.funds.some(({ id }) => held.has(identityKey(id)))
    return {
      account: account.label,
      today: isKnown ? 'file' : 'forecast',
      funds: account.funds.map((fund) => ({
        id: fund.id,
        name: fund.name,
        from: isKnown ? (held.get(identityKey(fund.id)) ?? null) : fund.currentPercent,
        to: fund.revisedPercent,
      })),
      unread: account.currentTable !== null || account.revisedTable !== null,
    }
  })

/**
 * What a saved forecast says that its revised strategy changes: funds, savings rates, retirement age. Each change starts
 * from today's value of the file in `profile`, never from what was only tried in the forecast.
 */
export const changesOf = (
  { id, savedAt, reading, inputs }: Pick<SavedForecast, 'id' | 'savedAt' | 'reading' | 'inputs'>,
  profile: ParticipantProfile | null,
): ForecastChanges => {
  const { current, revised } = pickPair(reading.strategies)
  const { rows, total } = savingsChanges(current, revised, reading.accountMappings)
  const isWhatIf = inputs.SavingsRateDetails !== undefined || inputs.Salary !== undefined
  const isAgeTried = inputs.RetirementAge !== undefined
  return {
    kind: 'forecast',
    forecastId: id,
    savedAt,
    proposes: revised !== null,
    retirementAge: {
      today: isAgeTried ? 'unknown' : 'forecast',
      from: isAgeTried ? null : (current?.retirementAge ?? null),
      to: revised?.retirementAge ?? null,
    },
    accounts: accountsOf(fundChanges(current, revised, reading.accountMappings), profile, reading.accountMappings),
    savings: savingsOf(rows, profile, isWhatIf),
    savingsTotal:
      total.currentPercent === null && total.revisedPercent === null
        ? null
        : {
            account: '',
            label: 'Overall',
            today: isWhatIf ? 'unknown' : 'forecast',
            from: isWhatIf ? null : total.currentPercent,
            to: total.revisedPercent,
            fromDollars: isWhatIf ? null : total.currentDollars,
            toDollars: total.revisedDollars,
          },
    accountMappings: [...reading.accountMappings],
  }
}
