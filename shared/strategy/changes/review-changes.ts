import type { EnrollInputs } from '../../express/requests.ts'
import { identityKey } from '../../identity-key.ts'
import type { ForecastChanges, Recommended } from '../../express/changes.ts'
import type { ReadAs } from '../../express/read-as.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { rulesSaid, type PersonRules } from '../../savings/saving-year.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { isAccepted, recommendationOf } from './accept-lines.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import { isSameRate, isSameSaving } from './same-saving.ts'
import {
  fromToday,
  heldToday,
  savedToday,
  savingsOf,
  type SavingsRow,
} from './savings-from-today.ts'
import { fundChanges } from './fund-changes.ts'
import type { AccountMapping } from '../pick.ts'
import { strategiesInYears } from '../read-as.ts'

type AccountChange = ForecastChanges['accounts'][number]
/** Whether `percent` is the sent one, up to rounding. */
const isSent = (percent: number | null, sent: number) =>
  percent !== null && Math.abs(percent - sent) < 0.005

/**
 * Each sent rate, from Current as in the recommendation; from the file if Current holds a typed value. Dollars come from
 * the answer if it was made for this very rate.
 */
const sentRates = (
  sent: NonNullable<EnrollInputs['SavingsRateDetails']>,
  { file, savings }: ReturnType<typeof savingsOf>,
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
      const sides = { revisedPercent: to, revisedDollars: null }
      const today = file && savedToday(file, PlanId, kind, isOnlyOne)
      return [{ account: PlanId, label: SavingsType, ...fromToday(sides, today) }]
    }
    const { row, value, isTyped, today } = found
    const toDollars = isSent(row.currentPercent, to)
      ? row.currentDollars
      : isSent(row.revisedPercent, to)
        ? row.revisedDollars
        : null
    const sides = { revisedPercent: to, revisedDollars: toDollars }
    return [isTyped ? { ...value, ...fromToday(sides, today) } : { ...value, to, toDollars }]
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

/** The reasons why a value has no line, although it is the participant's and is one value. */
const unsendable: ReadonlySet<string> = new Set(['sameName', 'noName', 'together', 'wholeYears'])

/** What `saved` recommends, with what became of each line in the inputs `sent`. */
const recommendedIn = (
  saved: Parameters<typeof recommendationOf>[0],
  profile: ParticipantProfile | null,
  sent: EnrollInputs,
  law: PersonRules,
): Recommended => {
  const { lines, notTaken, annuities, rules } = recommendationOf(saved, profile, law)
  // Current counts the typed rates: without them, its rules are not those of the request.
  const isAsTyped = (saved.inputs.SavingsRateDetails ?? []).every((rate) =>
    (sent.SavingsRateDetails ?? []).some((each) => isSameRate(each, rate)),
  )
  const hasOther = ({ part }: (typeof lines)[number]) =>
    (part.RetirementAge === undefined || sent.RetirementAge !== undefined) &&
    (part.SavingsRateDetails ?? []).every((rate) =>
      (sent.SavingsRateDetails ?? []).some((each) => isSameSaving(each, rate)),
    )
  return {
    lines: [
      ...lines.map((line) => ({
        kind: line.kind,
        became: isAccepted(line, sent)
          ? ('sent' as const)
          : hasOther(line)
            ? ('replaced' as const)
            : ('notSent' as const),
        values: [...line.values],
      })),
      ...notTaken.flatMap(({ kind, why, ...value }) =>
        unsendable.has(why) ? [{ kind, became: 'notSent' as const, values: [value] }] : [],
      ),
    ],
    annuities: [...annuities],
    rules: isAsTyped ? [...rules] : [],
  }
}

/**
 * The changes of a submission with the inputs `sent`: savings rates and retirement age, each from today's value, never
 * from a tried one; and the funds of a saved forecast, which the service manages itself. A recommendation that is not
 * sent is no change and is listed apart. Dollars are a year's by `readAs`.
 */
export const changesOf = (
  {
    id,
    savedAt,
    reading,
    inputs,
    said,
  }: Pick<SavedForecast, 'id' | 'savedAt' | 'reading' | 'inputs' | 'said'>,
  profile: ParticipantProfile | null,
  readAs: ReadAs,
  sent: Pick<EnrollInputs, 'SavingsRateDetails' | 'RetirementAge'>,
  law: PersonRules = rulesSaid(said),
): ForecastChanges => {
  const strategies = [...strategiesInYears(reading.strategies, readAs)]
  const saved = { savedAt, inputs, reading: { ...reading, strategies } }
  const today = savingsOf(saved, profile, law)
  const { current, revised } = today
  const age = current?.retirementAge ?? null
  // Current keeps the default age; one that has the tried age says nothing of today.
  const isTriedAge = inputs.RetirementAge !== undefined && inputs.RetirementAge === age
  return {
    kind: 'forecast',
    forecastId: id,
    savedAt,
    proposes: revised !== null,
    retirementAge: {
      today: isTriedAge ? 'unknown' : 'forecast',
      from: isTriedAge ? null : age,
      to: sent.RetirementAge ?? null,
    },
    accounts: accountsOf(
      fundChanges(current, revised, reading.accountMappings),
      profile,
      reading.accountMappings,
    ),
    ...(inputs.RetirementAge !== undefined &&
      inputs.RetirementAge !== sent.RetirementAge && { fundsForAge: inputs.RetirementAge }),
    savings: sentRates(sent.SavingsRateDetails ?? [], today),
    recommended: recommendedIn(saved, profile, sent, law),
    accountMappings: [...reading.accountMappings],
  }
}
