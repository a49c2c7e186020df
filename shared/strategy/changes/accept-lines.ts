import { ageAt } from '../../age-at.ts'
import { isAge } from '../../age-at.ts'
import type { Strategy } from '../../express/reading.ts'
import { identityKey } from '../../identity-key.ts'
import { toNumericText } from '../../text/numeric-text.ts'
import type { ForecastInputs } from '../../express/requests.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { rulesSaid, type PersonRules } from '../../savings/saving-year.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { percentDigits } from '../../savings/figures.ts'
import type { Said } from '../statement/said.ts'
import { annuitiesOf, type RecommendedAnnuity } from './annuities.ts'
import { fundChanges } from './fund-changes.ts'
import { movedToRoth, rulesOf } from './rules-of-law.ts'
import { isSameRate } from './same-saving.ts'
import { savingTypeKey } from './savings-changes.ts'
import { savingsOf, type AnswerRow, type SavingsRow } from './savings-from-today.ts'

/**
 * The service's recommendation, which is the difference between the two strategies of one answer, as lines that an
 * advisor accepts or declines one by one.
 */

/**
 * One recommended value: a retirement age in years, or percent of pay. A retirement age has no
 * account and no dollars.
 */
export interface RecommendedValue extends Omit<SavingsRow, 'today'> {
  /** The source of `from`; a retirement age that nobody typed comes from the service. */
  readonly today: SavingsRow['today'] | 'service'
}

/** One value of a line. */
export interface AcceptValue extends RecommendedValue {
  readonly to: number
}

/** Recommended values that a request has fields for and that belong together; usually there is only one. */
export interface AcceptLine {
  /** The key changes with the values, so that an accepted key never refers to another value. */
  readonly key: string
  /** The inputs that the line sets; of two lines with the same target, only one can be accepted. */
  readonly targets: readonly string[]
  readonly kind: 'age' | 'rate'
  readonly values: readonly AcceptValue[]
  /** The inputs that the line adds to a request. */
  readonly part: ForecastInputs
}

/** A recommended value that no request field can hold, and why. */
interface NotTaken extends RecommendedValue {
  readonly kind: AcceptLine['kind']
  readonly why:
    'employer' | 'years' | 'sameName' | 'noName' | 'notSaid' | 'together' | 'range' | 'wholeYears'
}

/** Why a value cannot be chosen, in words that follow the value. */
export const whyNotTaken: Readonly<Record<NotTaken['why'], string>> = {
  employer: 'the employer’s part follows from the plan',
  years: 'it changes with the years, and a request takes one rate',
  sameName: 'a request cannot tell it apart from another rate of the same plan and type',
  noName: 'the service names no plan or no type for it',
  notSaid: 'the recommended strategy does not name it',
  range: 'no rate is below 0% or above 100% of pay, and no age above 130',
  wholeYears: 'a request takes an age in whole years',
  together: 'it goes together with another rate that cannot be chosen',
}

/** The changes that an answer recommends. */
export interface Recommendation {
  /** False if the answer has no recommended strategy. */
  readonly proposes: boolean
  readonly lines: readonly AcceptLine[]
  /** Changed values that no request field can hold. */
  readonly notTaken: readonly NotTaken[]
  /** Recommended annuities, which no request field can hold. */
  readonly annuities: readonly RecommendedAnnuity[]
  /** Number of changed funds by account; the service manages the funds itself. `isEmpty` is true without money. */
  readonly funds: readonly {
    readonly account: string
    readonly changing: number
    readonly isEmpty: boolean
  }[]
  /** Sentences about savings that the law moves or cuts; they are not recommendations. */
  readonly rules: readonly Said[]
}

/** Identifies which savings a rate in a request sets. */
export const rateTarget = (planId: string, savingsType: string): string =>
  JSON.stringify(['rate', planId, savingsType])

type Rate = NonNullable<ForecastInputs['SavingsRateDetails']>[number]

type Row = AnswerRow['row']

/** The value as shown, which is also the value in a request. */
const shown = (percent: number): number =>
  Math.round(percent * 10 ** percentDigits) / 10 ** percentDigits

/** True if a number can be a percent of pay. */
const isRate = (percent: number): boolean => shown(percent) >= 0 && shown(percent) <= 100

const whyNotOf = (row: Row, rows: readonly Row[]): NotTaken['why'] | null => {
  if (row.whose === 'employer') return 'employer'
  if (row.years !== null) return 'years'
  if (row.revisedPercent === null) return 'notSaid'
  if (!isRate(row.revisedPercent)) return 'range'
  if (!row.isPlanNamed || row.type === '') return 'noName'
  const isSame = ({ planId, type }: Row) =>
    identityKey(planId) === identityKey(row.planId) &&
    savingTypeKey(type) === savingTypeKey(row.type)
  // The answer marks Roth rates, but a request has no field for that.
  const isHiddenRoth = row.isRoth && !/roth/i.test(row.type)
  return rows.filter(isSame).length > 1 || isHiddenRoth ? 'sameName' : null
}

/** The line's rate, as a request has it. */
const rateOf = ({ planId, type }: Row, to: number): Required<Rate> => ({
  PlanId: planId,
  SavingsType: type,
  Value: toNumericText(shown(to)),
})

/**
 * What Revised adds to a saving, in percentage points, or in dollars if neither strategy has a
 * percent.
 */
const added = ({ currentPercent, revisedPercent, currentDollars, revisedDollars }: Row): number =>
  currentPercent === null && revisedPercent === null
    ? (revisedDollars ?? 0) - (currentDollars ?? 0)
    : (revisedPercent ?? 0) - (currentPercent ?? 0)

const changes = (row: Row): boolean => Math.abs(added(row)) >= 0.005

/**
 * Groups changed savings that are only correct together. A plan's savings belong together if they
 * move money between kinds. Where the law moves pre-tax money to Roth, all of the plan's pre-tax
 * and Roth rates belong together, because if only one were sent, the service would count the same
 * money twice.
 */
const bundlesOf = (all: readonly AnswerRow[]): readonly (readonly AnswerRow[])[] => {
  const own = all.filter(({ row }) => row.whose !== 'employer')
  const plans = Map.groupBy(own, ({ row }) => identityKey(row.planId))
  return [...plans.values()].flatMap((rows) => {
    const changed = rows.filter(({ row }) => changes(row))
    const isDeferral = ({ row }: AnswerRow) => row.kind === 'pretax' || row.kind === 'roth'
    const byLaw = changed.some(isDeferral) && movedToRoth(rows) > 0 ? rows.filter(isDeferral) : []
    const signs = new Set(changed.map(({ row }) => Math.sign(added(row))))
    const tied = signs.size > 1 ? rows.filter((one) => changed.includes(one)) : []
    const bundle = rows.filter((one) => byLaw.includes(one) || tied.includes(one))
    const alone = changed.filter((one) => !bundle.includes(one)).map((one) => [one])
    return bundle.length === 0 ? alone : [bundle, ...alone]
  })
}

const rateLine = (bundle: readonly AnswerRow[]): AcceptLine => {
  const rates = bundle.map(({ row }) => rateOf(row, row.revisedPercent ?? 0))
  return {
    key: `recommended SavingsRateDetails ${rates.map(({ PlanId, SavingsType, Value }) => `${PlanId} ${SavingsType} ${Value}`).join('; ')}`,
    targets: bundle.map(({ row }) => rateTarget(row.planId, row.type)),
    kind: 'rate',
    values: bundle.map(({ row, value }) => ({ ...value, to: shown(row.revisedPercent ?? 0) })),
    part: { SavingsRateDetails: rates },
  }
}

/**
 * True if the requested retirement age has already passed, so that Revised retires immediately and
 * saves nothing, which is not advice.
 */
const endsAtOnce = (
  { inputs, savedAt }: Pick<SavedForecast, 'inputs' | 'savedAt'>,
  revised: Strategy,
  profile: ParticipantProfile | null,
): boolean => {
  const age = profile === null ? null : ageAt(profile.dateOfBirth, new Date(savedAt))
  const { RetirementAge: asked } = inputs
  if (age === null || asked === undefined || asked > age) return false
  return revised.retirementAge !== null && revised.retirementAge <= age
}

/**
 * The recommended retirement age. Neither an age that the advisor requested nor Current's default
 * age counts as the service's recommendation.
 */
const ageChange = (
  current: number | null,
  revised: number | null,
  asked: number | undefined,
): AcceptValue | null => {
  if (revised === null || revised === current || revised === asked) return null
  const from = asked ?? current
  return {
    key: 'RetirementAge',
    account: '',
    label: 'Retirement age',
    today: asked !== undefined ? 'plan' : current === null ? 'unknown' : 'service',
    from,
    to: revised,
    fromDollars: null,
    toDollars: null,
  }
}

const whyNotAge = (age: number): NotTaken['why'] | null => {
  if (!isAge(age)) return 'range'
  return Number.isInteger(age) ? null : 'wholeYears'
}

const ageLine = (value: AcceptValue): AcceptLine => ({
  key: `recommended RetirementAge ${value.to}`,
  targets: ['RetirementAge'],
  kind: 'age',
  values: [value],
  part: { RetirementAge: value.to },
})

/**
 * What the answer in `saved` recommends, which is the difference between Revised and Current. A
 * value that is equal in both, or that the request itself asked for, has no line. The file in
 * `profile` is used only to find the source of a value in Current, and what the law did to it.
 */
export const recommendationOf = (
  saved: Pick<SavedForecast, 'reading' | 'inputs' | 'savedAt' | 'said'>,
  profile: ParticipantProfile | null,
  law: PersonRules = rulesSaid(saved.said),
): Recommendation => {
  const { current, revised, savings } = savingsOf(saved, profile, law)
  const rules = rulesOf(saved, profile, law)
  if (revised === null)
    return { proposes: false, lines: [], notTaken: [], annuities: [], funds: [], rules }
  const rows = savings.map(({ row }) => row)
  const isAsked = ({ row }: AnswerRow) =>
    row.revisedPercent !== null &&
    isRate(row.revisedPercent) &&
    (saved.inputs.SavingsRateDetails ?? []).some((rate) =>
      isSameRate(rate, rateOf(row, row.revisedPercent ?? 0)),
    )
  const isOver = endsAtOnce(saved, revised, profile)
  const isEnded = ({ row }: AnswerRow) => isOver && (row.revisedPercent ?? 0) === 0
  const bundles = bundlesOf(savings.filter((one) => !isEnded(one))).filter(
    (bundle) => !bundle.every(isAsked),
  )
  const whyNot = ({ row }: AnswerRow) => whyNotOf(row, rows)
  const whole = bundles.filter((bundle) => bundle.every((one) => whyNot(one) === null))
  const partly = bundles.filter((bundle) => !whole.includes(bundle)).flat()
  const employers = savings.filter(
    (one) => one.row.whose === 'employer' && changes(one.row) && !isEnded(one),
  )
  const age = ageChange(
    current?.retirementAge ?? null,
    isOver ? null : revised.retirementAge,
    saved.inputs.RetirementAge,
  )
  const noAge = age && whyNotAge(age.to)
  return {
    proposes: true,
    lines: [...(age && noAge === null ? [ageLine(age)] : []), ...whole.map(rateLine)],
    notTaken: [
      ...(age && noAge ? [{ ...age, kind: 'age' as const, why: noAge }] : []),
      ...savings
        .filter((one) => partly.includes(one) || employers.includes(one))
        .map((one) => ({
          ...one.value,
          kind: 'rate' as const,
          why: whyNot(one) ?? ('together' as const),
        })),
    ],
    annuities: annuitiesOf(current, revised),
    funds: fundChanges(current, revised, saved.reading.accountMappings).map(({ label, funds }) => ({
      account: label,
      isEmpty: holdsNothing(funds),
      changing: funds.filter(
        ({ currentPercent, revisedPercent }) =>
          Math.abs((currentPercent ?? 0) - (revisedPercent ?? 0)) >= 0.05,
      ).length,
    })),
    rules,
  }
}

/** True if the answer says that an account holds no money. */
const holdsNothing = (funds: readonly { readonly currentAmount: number | null }[]): boolean =>
  funds.some(({ currentAmount }) => currentAmount === 0) &&
  funds.every(({ currentAmount }) => (currentAmount ?? 0) === 0)

/** True if the inputs include the line's values, that is, if the line was accepted. */
export const isAccepted = ({ part }: Pick<AcceptLine, 'part'>, inputs: ForecastInputs): boolean =>
  (part.RetirementAge === undefined || part.RetirementAge === inputs.RetirementAge) &&
  (part.SavingsRateDetails ?? []).every((rate) =>
    (inputs.SavingsRateDetails ?? []).some((each) => isSameRate(each, rate)),
  )
