import type { Amount, Line, SentAs } from '../../express/field-words.ts'
import type { EnrollInputs } from '../../express/requests.ts'
import { toNumericText } from '../../text/numeric-text.ts'
import type { Figure, SavingFigures } from '../../figures/figure.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { filePay } from '../statement/file/file-savings.ts'
import { figure, fromFigure, step } from '../statement/make.ts'
import { said, separated, type Said } from '../statement/said.ts'
import { unknownSaving } from '../statement/savings/savings.ts'

/** The amounts in a request as figures, with every digit that is sent. */

const mostDigits = 8

/** An amount with cents is written with two decimals. */
const digitsOf = (value: number, unit: Amount['unit']): number => {
  const digits = toNumericText(value).split('.')[1]?.length ?? 0
  return Math.min(mostDigits, unit === 'dollars' && digits === 1 ? 2 : digits)
}

interface Typed {
  /** The field of the request, and the path of the value in it. */
  readonly field: string
  readonly what: string
  readonly per: Figure['per']
  readonly basis: string
}

const typedFigure = ({ unit, text }: Amount, { field, what, per, basis }: Typed): Figure | null => {
  const value = Number(text)
  return text.trim() === '' || !Number.isFinite(value)
    ? null
    : figure({
        // The text is part of the id, because a different request may have a different value.
        id: `typed/${field}/${text}`,
        unit,
        per,
        digits: digitsOf(value, unit),
        steps: [step('+', value, { from: 'typed', what })],
        sentence: `${what}, as entered or accepted for this request.`,
        basis,
      })
}

type Rate = NonNullable<EnrollInputs['SavingsRateDetails']>[number]

const ofRate = ({ PlanId = '', SavingsType = '' }: Rate): Typed => ({
  field: `SavingsRateDetails/${PlanId}/${SavingsType}`,
  what: `Savings rate to ${[PlanId, SavingsType].filter(Boolean).join(', ') || 'the plan'}`,
  per: 'year',
  basis: 'Percent of pay before tax.',
})

const ofAge: Typed = {
  field: 'RetirementAge',
  what: 'Retirement age',
  per: 'once',
  basis: 'Years of age.',
}

const ofAmount = (what: 'Salary' | 'Pension', per: 'month' | 'year', isSent: boolean): Typed => ({
  field: `${what}/${per}`,
  what,
  per,
  basis: isSent
    ? `Sent as dollars a ${per}: a setting of the environment, as the specification shows no unit.`
    : `Dollars a ${per}.`,
})

/** The pay that a request counts with, dollars a year: its own, otherwise the file’s; `null` if neither is known. */
export const sentPay = (
  { Salary }: Pick<EnrollInputs, 'Salary'>,
  profile: ParticipantProfile | null,
): Figure | null =>
  Salary === undefined ? profile && filePay(profile) : typedDollars('Salary', Salary)

/** A savings rate of a request, in percent and in dollars of `pay`; `null` where it has no number, or pay is unknown. */
export const sentSaving = (rate: Rate, pay: Figure | null): SavingFigures => {
  const typed = ofRate(rate)
  const percent = typedFigure({ unit: 'percent', text: rate.Value ?? '' }, typed)
  const dollars =
    percent === null || pay === null
      ? null
      : figure({
          id: `${percent.id}/of/${pay.id}`,
          per: 'year',
          steps: [
            fromFigure(pay, 'pay'),
            fromFigure(percent, 'rate', '×'),
            step('÷', 100, { from: 'constant', what: 'percent' }),
          ],
          sentence: `${typed.what} in a year, before any limit of the law or of the plan.`,
          basis: 'Dollars a year.',
        })
  return { percent, dollars }
}

/** The retirement age of a request. */
export const sentAge = (age: number): Figure | null =>
  typedFigure({ unit: 'age', text: toNumericText(age) }, ofAge)

/** Dollars a year as typed. */
export const typedDollars = (what: 'Salary' | 'Pension', value: number): Figure | null =>
  typedFigure({ unit: 'dollars', text: toNumericText(value) }, ofAmount(what, 'year', false))

const typedIn = (
  name: string,
  index: number,
  { SavingsRateDetails = [] }: Pick<EnrollInputs, 'SavingsRateDetails'>,
  sentAs: SentAs | null,
): Typed | null => {
  const rate = SavingsRateDetails[index]
  if (name === 'SavingsRateDetails') return rate === undefined ? null : ofRate(rate)
  if (name === 'RetirementAge') return ofAge
  return name === 'Salary'
    ? ofAmount('Salary', sentAs?.salary ?? 'year', sentAs !== null)
    : ofAmount('Pension', sentAs?.pensionAmount ?? 'year', sentAs !== null)
}

/**
 * The lines of the field `name` of `request`, with their amounts as figures, and rates also in dollars of `pay`.
 * Without `sentAs`, they are the values typed for a forecast.
 */
export const sentLines = (
  name: string,
  lines: readonly Line[],
  request: Pick<EnrollInputs, 'SavingsRateDetails'>,
  sentAs: SentAs | null,
  pay: Figure | null,
): Said[] =>
  lines.map((line, index) => {
    const typed = typedIn(name, index, request, sentAs)
    const rate = name === 'SavingsRateDetails' ? request.SavingsRateDetails?.[index] : undefined
    const { dollars } = rate === undefined ? unknownSaving : sentSaving(rate, pay)
    const words = separated(
      line.map((part): Said => {
        if (typeof part === 'string') return said`${part}`
        const shown = typed && typedFigure(part, typed)
        return shown === null ? [part.text] : said`${shown}`
      }),
      '',
    ).filter((part) => part !== '')
    return dollars === null ? words : said`${words} (${dollars} a year)`
  })
