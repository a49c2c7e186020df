import { identityKey } from '../../identity-key.ts'
import { matchOf } from '../../participant/match.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import { together } from '../../savings/figures.ts'
import { fileSavings, type FileSavings, type FileSavingsRow } from '../../savings/file-savings.ts'
import { rulesSaid, savingYear, type PersonRules } from '../../savings/saving-year.ts'
import type { RateChange } from '../../express/changes.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { pickPair } from '../pick.ts'
import { isSameSaving } from './same-saving.ts'
import { savingsChanges } from './savings-changes.ts'

/** The savings in an answer, and the participant file, which describes today. */

/** The facts of a file that a forecast depends on. */
const factsOf = ({
  dateOfBirth,
  gender,
  state,
  socialSecurityFlag,
  salary,
  pensions,
  accounts,
  contributions,
}: ParticipantProfile) => [
  [dateOfBirth, gender, state, socialSecurityFlag, salary],
  pensions.map(({ amount, startYear, cola }) => [amount, startYear, cola]),
  accounts.map(({ planId, planType, status, holdings }) => [
    planId,
    planType,
    status,
    holdings.map(({ fundId, balance }) => [fundId, balance]),
  ]),
  contributions.map((rule) => [rule.kind, rule.planId, rule.rate, rule.amount, matchOf(rule)]),
]

/**
 * True if two versions of a file agree in everything that a forecast depends on. An unknown file
 * agrees with any file.
 */
export const saysTheSame = (
  then: ParticipantProfile | null,
  now: ParticipantProfile | null,
): boolean =>
  then === null || now === null || JSON.stringify(factsOf(then)) === JSON.stringify(factsOf(now))

/**
 * Today's savings of one kind into a plan, within the legal limits; `asked` is the percent before
 * the limits. If `isOnlyOne` is true, a rule that names no plan also belongs to this plan. Null if
 * the file has no such savings.
 */
export const savedToday = (
  { rows, limited }: FileSavings,
  planId: string,
  kind: FileSavingsRow['kind'] | null,
  isOnlyOne: boolean,
) => {
  const rules = rows.filter(
    (row) =>
      row.kind === kind &&
      (row.planId === '' ? isOnlyOne : identityKey(row.planId) === identityKey(planId)),
  )
  const figure = together(rules.map(({ counted }) => counted))
  const isNothing = figure.percent === null && figure.dollars === null
  const asked = together(rules).percent
  return isNothing ? null : { ...figure, asked, rules, isLimited: limited !== null }
}

/** A saving before and after, by its key in {@link savingsChanges}: percent of pay and dollars a year. */
export interface SavingsRow {
  readonly key: string
  readonly account: string
  readonly label: string
  /** The source of `from`. */
  readonly today: RateChange['today']
  readonly from: number | null
  readonly to: number | null
  readonly fromDollars: number | null
  readonly toDollars: number | null
}

/**
 * The strategies that a forecast compares, the file's savings on the forecast's day, and the rows
 * of the answer's savings. `value` has the saving in Current and in Revised. `asked` is the percent
 * that was requested for Current, either typed or in the file; null if unknown.
 */
export const savingsOf = (
  {
    savedAt,
    inputs,
    reading,
    said,
  }: Pick<SavedForecast, 'savedAt' | 'inputs' | 'reading' | 'said'>,
  profile: ParticipantProfile | null,
  law: PersonRules = rulesSaid(said),
) => {
  const { current, revised } = pickPair(reading.strategies)
  const { rows } = savingsChanges(current, revised, reading.accountMappings)
  const file =
    profile &&
    fileSavings(
      profile,
      savingYear({ ...profile, wagesBefore: law.wagesBefore }, new Date(savedAt), law),
    )
  const savings = rows.map((row) => {
    const isOnlyOne = rows.every(
      (other) => other.kind !== row.kind || identityKey(other.planId) === identityKey(row.planId),
    )
    const ofPlan = (inputs.SavingsRateDetails ?? []).filter(
      ({ PlanId = '' }) => identityKey(PlanId) === identityKey(row.planId),
    )
    const named = ofPlan.find((rate) =>
      isSameSaving(rate, { PlanId: row.planId, SavingsType: row.type }),
    )
    // A type from another list of codes, such as `0`, may stand for any of the plan's kinds.
    const isUnclear = ofPlan.some(
      ({ SavingsType = '' }) => kindOf({ type: SavingsType, isRoth: false }) === null,
    )
    const isTyped = named !== undefined || isUnclear
    const today = file && savedToday(file, row.planId, row.kind, isOnlyOne)
    const typed = named?.Value === undefined ? null : Number(named.Value)
    const { currentPercent: from, currentDollars: fromDollars } = row
    const isOfFile = today !== null && Math.abs((today.percent ?? 0) - (from ?? 0)) < 0.005
    const value: SavingsRow = {
      key: row.key,
      account: row.account,
      label: row.label,
      today: isTyped ? 'plan' : isOfFile ? 'file' : 'forecast',
      from,
      to: row.revisedPercent,
      fromDollars,
      toDollars: row.revisedDollars,
    }
    return {
      row,
      value,
      /** Today's value from the file; null if the file has none. */
      today,
      isTyped,
      asked: isTyped ? (isUnclear ? null : typed) : (today?.asked ?? null),
    }
  })
  return { current, revised, file, savings }
}
export type AnswerRow = Readonly<ReturnType<typeof savingsOf>['savings'][number]>
