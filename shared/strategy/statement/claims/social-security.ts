import { inPath } from '../../../figures/path.ts'
import type { Figure } from '../../../figures/figure.ts'
import { differenceOf, figure, fromAnswer, toMonths, toYears } from '../make.ts'
import { bare, said, signOf, type Said } from '../said.ts'
import { basisWords, dollarsIn, idOf, type Side } from '../side.ts'

/** A strategy's Social Security, by the age at which it is claimed. */

export interface ClaimRow {
  /** Years of age. */
  readonly age: number
  /** Empty for the participant. */
  readonly investor: string
  /** Years of age; `null` if not sent. */
  readonly fullBenefitAge: number | null
  /** Dollars a year; `null` if not sent. */
  readonly amount: Figure | null
  /** The same amount in dollars a month. */
  readonly aMonth: Figure | null
  readonly gross: Figure | null
  readonly full: Figure | null
}

const amounts = {
  amount: { field: 'Amount', what: 'Social Security a year' },
  grossAmount: { field: 'GrossAmount', what: 'Social Security a year, gross' },
  fullBenefitAmount: { field: 'FullBenefitAmount', what: 'The full benefit a year' },
} as const

/**
 * Names an investor other than the participant; empty for the participant, whom most answers are
 * about.
 */
const otherInvestor = (investor: string): string =>
  /^participant$/i.test(investor) ? '' : investor

/** A strategy's rows by age, with the participant's first; rows without an age are left out. */
export const claimRows = (side: Side): readonly ClaimRow[] =>
  side.strategy.socialSecurity
    .flatMap((row): readonly ClaimRow[] => {
      const { age, investor: sent, fullBenefitAge } = row
      if (age === null) return []
      const investor = otherInvestor(sent)
      const alike = side.strategy.socialSecurity.filter(
        (other) => other.age === age && otherInvestor(other.investor) === investor,
      )
      const number = alike.length === 1 ? '' : ` #${alike.indexOf(row) + 1}`
      const place = `SocialSecurity[Age ${age}${investor && `, ${inPath(investor)}`}${number}]`
      const id = `${idOf(side)}/${place}`
      const whose = investor === '' ? '' : ` of ${investor}`
      const make = (key: keyof typeof amounts, per: 'year' | 'month'): Figure | null => {
        const value = row[key]
        if (value === null) return null
        const { field, what } = amounts[key]
        const sentAs = side.units.readAs.socialSecurity
        return figure({
          id: `${id}/${field}/${per}`,
          per,
          tax: 'before',
          dollarsOf: dollarsIn(side),
          steps: [
            fromAnswer(value, `${side.path}.${place}.${field}`),
            ...(per === 'year' ? toYears(sentAs) : toMonths(sentAs)),
          ],
          sentence: `${what.replace('a year', `a ${per}`)}${whose}, if it is claimed at ${age}.`,
          basis: basisWords(side, 'socialSecurity', 'before'),
        })
      }
      return [
        {
          age,
          investor,
          fullBenefitAge,
          amount: make('amount', 'year'),
          aMonth: make('amount', 'month'),
          gross: make('grossAmount', 'year'),
          full: make('fullBenefitAmount', 'year'),
        },
      ]
    })
    .sort((a, b) => a.investor.localeCompare(b.investor) || a.age - b.age)

/**
 * Words such as `$24,000 a year from 62, $41,000 from 70: waiting adds $17,000 a year.`; empty if
 * there is no amount.
 */
export const waitingWords = (rows: readonly Pick<ClaimRow, 'age' | 'amount'>[]): Said => {
  const known = rows.flatMap(({ age, amount }) => (amount === null ? [] : [{ age, amount }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  if (first.age === last.age) return said`${first.amount} a year from age ${first.age}.`
  const more = differenceOf(last.amount, first.amount, {
    names: [`from ${last.age}`, `from ${first.age}`],
    sentence: `Social Security a year from ${last.age} less that from ${first.age}.`,
  })
  const start = said`${first.amount} a year from ${first.age}, ${last.amount} from ${last.age}`
  if (more === null || signOf(more) === 0) return said`${start}: waiting changes nothing.`
  return said`${start}: waiting ${signOf(more) > 0 ? 'adds' : 'costs'} ${bare(more)} a year.`
}
