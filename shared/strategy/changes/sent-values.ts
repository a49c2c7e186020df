import type { Amount, Line, SentAs } from '../../express/field-words.ts'
import type { EnrollInputs } from '../../express/requests.ts'
import { toNumericText } from '../../text/numeric-text.ts'
import type { Figure } from '../../figures/figure.ts'
import { figure, step } from '../statement/make.ts'
import { said, separated, type Said } from '../statement/said.ts'

/** The amounts of a request as figures, with every digit that is sent. */

const mostDigits = 8

/** A cent is written with two digits. */
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
        // The text is part of the id, because another request may have another value.
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

const ofAmount = (what: 'Salary' | 'Pension', per: 'month' | 'year', isSent: boolean): Typed => ({
  field: `${what}/${per}`,
  what,
  per,
  basis: isSent
    ? `Sent as dollars a ${per}: a setting of the environment, as the specification shows no unit.`
    : `Dollars a ${per}.`,
})

/** A savings rate of a request; `null` if it has no number. */
export const sentRate = (rate: Rate): Figure | null =>
  typedFigure({ unit: 'percent', text: rate.Value ?? '' }, ofRate(rate))

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
  return name === 'Salary'
    ? ofAmount('Salary', sentAs?.salary ?? 'year', sentAs !== null)
    : ofAmount('Pension', sentAs?.pensionAmount ?? 'year', sentAs !== null)
}

/** The lines of the field `name` of `request`, with their amounts as figures; typed for a forecast without `sentAs`. */
export const sentLines = (
  name: string,
  lines: readonly Line[],
  request: Pick<EnrollInputs, 'SavingsRateDetails'>,
  sentAs: SentAs | null,
): Said[] =>
  lines.map((line, index) => {
    const typed = typedIn(name, index, request, sentAs)
    return separated(
      line.map((part): Said => {
        if (typeof part === 'string') return said`${part}`
        const shown = typed && typedFigure(part, typed)
        return shown === null ? [part.text] : said`${shown}`
      }),
      '',
    ).filter((part) => part !== '')
  })
