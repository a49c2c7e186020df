import { identityKey } from '../../identity-key.ts'
import { toNumericText } from '../../text/numeric-text.ts'
import type { ForecastInputs } from '../../express/requests.ts'
import type { SavedForecast } from '../../records/saved.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import { percentDigits } from '../../savings/figures.ts'
import { fundChanges } from './fund-changes.ts'
import { pickPair } from '../pick.ts'
import type { SavingsChanges } from './savings-changes.ts'
import { savingsFromToday, type SavingsRow } from './savings-from-today.ts'

/** Splits the service's recommendation into lines that an advisor accepts or declines one by one. */

/** Source of a line's current value. The retirement age comes from the service; no file has one. */
type TodayOf = SavingsRow['today'] | 'service'

/**
 * One recommended value that a request has a field for: years of age, or percent of pay. The retirement age has no
 * account and no dollars.
 */
export interface AcceptLine extends Omit<SavingsRow, 'today' | 'to'> {
  /** Changes with the value, so that an accepted key never stands for another value. */
  readonly key: string
  /** The input it sets; only one of two lines with the same target can be accepted. */
  readonly target: string
  readonly kind: 'age' | 'rate'
  readonly today: TodayOf
  readonly to: number
  /** The input that it adds to a request. */
  readonly part: ForecastInputs
}

/** A recommended savings rate that no request field can carry, and why. */
interface NotTaken extends SavingsRow {
  readonly why: 'employer' | 'years' | 'sameName' | 'noName' | 'notSaid'
}

/** The changes that an answer recommends. */
export interface Recommendation {
  /** False if the answer has no recommended strategy. */
  readonly proposes: boolean
  readonly lines: readonly AcceptLine[]
  /** Changed savings that no request field can select. */
  readonly notTaken: readonly NotTaken[]
  /** Changed funds by account; the service manages them itself. */
  readonly funds: readonly { readonly account: string; readonly changing: number }[]
}

/** The target of a request's savings rate. */
export const rateTarget = (planId: string, savingsType: string): string =>
  JSON.stringify(['rate', planId, savingsType])

const differs = (from: number | null, to: number | null, today: TodayOf) =>
  today === 'unknown' || Math.abs((from ?? 0) - (to ?? 0)) >= 0.005

type Row = SavingsChanges['rows'][number]

const whyNotOf = (row: Row, rows: readonly Row[]): NotTaken['why'] | null => {
  if (row.whose === 'employer') return 'employer'
  if (row.years !== null) return 'years'
  if (row.revisedPercent === null) return 'notSaid'
  if (!row.isPlanNamed || row.type === '') return 'noName'
  const isSame = ({ planId, type }: Row) => planId === row.planId && type === row.type
  // The answer flags Roth rates; a request has no field for that.
  const isHiddenRoth = row.isRoth && !/roth/i.test(row.type)
  return rows.filter(isSame).length > 1 || isHiddenRoth ? 'sameName' : null
}

type Rate = NonNullable<ForecastInputs['SavingsRateDetails']>[number]

/** Whether two rates of requests are for the same saving: one plan, and one type or two names of one kind. */
export const isSameSaving = (left: Rate, right: Rate): boolean => {
  const [type, other] = [left.SavingsType ?? '', right.SavingsType ?? '']
  const kind = kindOf({ type, isRoth: false })
  return (
    identityKey(left.PlanId ?? '') === identityKey(right.PlanId ?? '') &&
    (identityKey(type) === identityKey(other) ||
      (kind !== null && kind === kindOf({ type: other, isRoth: false })))
  )
}

/** Whether two rates of requests are for the same saving and of the same value. */
export const isSameRate = (left: Rate, right: Rate): boolean =>
  isSameSaving(left, right) &&
  left.Value !== undefined &&
  right.Value !== undefined &&
  Math.abs(Number(left.Value) - Number(right.Value)) < 0.005

/** The line's rate as a request has it; the value is the shown one. */
const rateOf = ({ planId, type }: Row, to: number): Required<Rate> => ({
  PlanId: planId,
  SavingsType: type,
  Value: toNumericText(to),
})

const ageLine = (
  current: number | null,
  revised: number | null,
  asked: number | undefined,
): readonly AcceptLine[] =>
  revised === null || !Number.isInteger(revised) || current === revised || asked === revised
    ? []
    : [
        {
          key: `recommended RetirementAge ${revised}`,
          target: 'RetirementAge',
          kind: 'age',
          account: '',
          label: 'Retirement age',
          today: current === null ? 'unknown' : 'service',
          from: current,
          to: revised,
          fromDollars: null,
          toDollars: null,
          part: { RetirementAge: revised },
        },
      ]

/**
 * The changes of the recommended strategy of `saved`, line by line. Every line starts from today: a rate from the file
 * in `profile`, the retirement age from `today`, the forecast without inputs. A value that stays the same, or that the
 * request itself asked for, has no line.
 */
export const recommendationOf = (
  saved: Pick<SavedForecast, 'reading' | 'inputs' | 'savedAt'>,
  today: Pick<SavedForecast, 'reading'> | null,
  profile: ParticipantProfile | null,
): Recommendation => {
  const { current, revised, savings: all } = savingsFromToday(saved, profile)
  if (revised === null) return { proposes: false, lines: [], notTaken: [], funds: [] }
  const rows = all.map(({ row }) => row)
  const isAsked = (row: Row, to: number | null) =>
    to !== null &&
    (saved.inputs.SavingsRateDetails ?? []).some((rate) => isSameRate(rate, rateOf(row, to)))
  const savings = all.filter(
    ({ row, from, to, today: source }) => differs(from, to, source) && !isAsked(row, to),
  )
  const isAgeTried = saved.inputs.RetirementAge !== undefined
  const ageToday =
    (today === null ? null : pickPair(today.reading.strategies).current?.retirementAge) ??
    (isAgeTried ? null : (current?.retirementAge ?? null))
  const rates = savings.flatMap(({ row, ...sides }): AcceptLine[] => {
    const why = whyNotOf(row, rows)
    if (sides.to === null || why !== null) return []
    // The request holds the shown value.
    const to = Math.round(sides.to * 10 ** percentDigits) / 10 ** percentDigits
    const rate = rateOf(row, to)
    return [
      {
        ...sides,
        key: `recommended SavingsRateDetails ${row.planId} ${row.type} ${rate.Value}`,
        target: rateTarget(row.planId, row.type),
        kind: 'rate',
        to,
        part: { SavingsRateDetails: [rate] },
      },
    ]
  })
  return {
    proposes: true,
    lines: [...ageLine(ageToday, revised.retirementAge, saved.inputs.RetirementAge), ...rates],
    notTaken: savings.flatMap(({ row, ...sides }) => {
      const why = whyNotOf(row, rows)
      return why === null ? [] : [{ ...sides, why }]
    }),
    funds: fundChanges(current, revised, saved.reading.accountMappings).map(({ label, funds }) => ({
      account: label,
      changing: funds.filter(
        ({ currentPercent, revisedPercent }) =>
          Math.abs((currentPercent ?? 0) - (revisedPercent ?? 0)) >= 0.05,
      ).length,
    })),
  }
}
