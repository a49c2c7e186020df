import type { EnrollInputs } from '../../express/requests.ts'
import { identityKey } from '../../identity-key.ts'
import type { ForecastChanges } from '../../express/changes.ts'
import type { ReadAs } from '../../express/read-as.ts'
import type { SavedForecast } from '../../records/saved.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { isSameSaving, recommendationOf } from './accept-lines.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import {
  fromToday,
  heldToday,
  savedToday,
  savingsFromToday,
  type SavingsRow,
} from './savings-from-today.ts'
import { fundChanges } from './fund-changes.ts'
import type { AccountMapping } from '../pick.ts'
import { strategiesInYears } from '../read-as.ts'

type AccountChange = ForecastChanges['accounts'][number]
/** Whether `percent` is the sent one, up to rounding. */
const isSent = (percent: number | null, sent: number) =>
  percent !== null && Math.abs(percent - sent) < 0.005

/** Each sent rate, from the file's current one. Dollars come from the answer if it was made for this very rate. */
const sentRates = (
  sent: NonNullable<EnrollInputs['SavingsRateDetails']>,
  { file, savings }: ReturnType<typeof savingsFromToday>,
): SavingsRow[] =>
  sent.flatMap(({ PlanId = '', SavingsType = '', Value }) => {
    const to = Number(Value)
    if (Value === undefined || !Number.isFinite(to)) return []
    const found = savings.find(
      ({ row }) =>
        identityKey(row.planId) === identityKey(PlanId) &&
        identityKey(row.type) === identityKey(SavingsType),
    )
    if (found === undefined) {
      const kind = kindOf({ type: SavingsType, isRoth: false })
      const isOnlyOne = new Set(sent.map((each) => each.PlanId)).size === 1
      const sides = {
        currentPercent: null,
        currentDollars: null,
        revisedPercent: to,
        revisedDollars: null,
      }
      const today = file && savedToday(file, PlanId, kind, isOnlyOne)
      return [{ account: PlanId, label: SavingsType, ...fromToday(sides, today, true) }]
    }
    const { row, account, label, today, from, fromDollars } = found
    const toDollars = isSent(row.currentPercent, to)
      ? row.currentDollars
      : isSent(row.revisedPercent, to)
        ? row.revisedDollars
        : null
    return [{ account, label, today, from, fromDollars, to, toDollars }]
  })

const accountsOf = (
  changes: ReturnType<typeof fundChanges>,
  profile: ParticipantProfile | null,
  mappings: readonly AccountMapping[],
): AccountChange[] =>
  changes.map((account) => {
    const planId =
      mappings.find(({ accountId }) => accountId === account.accountId)?.planId ?? account.accountId
    const held = heldToday(profile, planId)
    // If no id is known, service and file name their funds differently.
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

/** The recommended values that `sent` has no value for. */
const notSentOf = (
  saved: Parameters<typeof recommendationOf>[0],
  profile: ParticipantProfile | null,
  sent: EnrollInputs,
): ForecastChanges['notSent'] => {
  const lines = recommendationOf(saved, null, profile).lines.filter(({ kind, part }) =>
    kind === 'age'
      ? sent.RetirementAge === undefined
      : !(part.SavingsRateDetails ?? []).some((rate) =>
          (sent.SavingsRateDetails ?? []).some((each) => isSameSaving(each, rate)),
        ),
  )
  const age = lines.find(({ kind }) => kind === 'age')
  return {
    retirementAge: age === undefined ? null : { from: age.from, to: age.to },
    savings: lines.flatMap(({ kind, account, label, today, from, to, fromDollars, toDollars }) =>
      kind === 'age' || today === 'service'
        ? []
        : [{ account, label, today, from, to, fromDollars, toDollars }],
    ),
  }
}

/**
 * The changes of a submission with the inputs `sent`: savings rates and retirement age, each from the file's current
 * value in `profile`, never from a tried one; and the funds of a saved forecast, which the service manages itself. A
 * recommendation that is not sent is no change and is listed apart. Dollars are a year's by `readAs`.
 */
export const changesOf = (
  { id, savedAt, reading, inputs }: Pick<SavedForecast, 'id' | 'savedAt' | 'reading' | 'inputs'>,
  profile: ParticipantProfile | null,
  readAs: ReadAs,
  sent: Pick<EnrollInputs, 'SavingsRateDetails' | 'RetirementAge'>,
): ForecastChanges => {
  const strategies = [...strategiesInYears(reading.strategies, readAs)]
  const saved = { savedAt, inputs, reading: { ...reading, strategies } }
  const today = savingsFromToday(saved, profile)
  const { current, revised } = today
  const isAgeTried = inputs.RetirementAge !== undefined
  return {
    kind: 'forecast',
    forecastId: id,
    savedAt,
    proposes: revised !== null,
    retirementAge: {
      today: isAgeTried ? 'unknown' : 'forecast',
      from: isAgeTried ? null : (current?.retirementAge ?? null),
      to: sent.RetirementAge ?? null,
    },
    accounts: accountsOf(
      fundChanges(current, revised, reading.accountMappings),
      profile,
      reading.accountMappings,
    ),
    savings: sentRates(sent.SavingsRateDetails ?? [], today),
    notSent: notSentOf(saved, profile, sent),
    accountMappings: [...reading.accountMappings],
  }
}
