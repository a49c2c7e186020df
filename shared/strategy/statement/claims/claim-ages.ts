import type { SavedCaseInformation } from '../../../records/saved.ts'
import {
  breakEvenAge,
  claimBenefits,
  claimCourses,
  mostBy,
  receivedBy,
  yearsAndMonths,
  type ClaimBenefit,
} from '../../claim-comparison.ts'
import { caseInYears } from '../../read-as.ts'
import type { Figure, Step } from '../../../figures/figure.ts'
import { figure, fromAnswer, fromFigure, inParentheses, step, toMonths, toYears } from '../make.ts'
import { byAmount, said, type Said } from '../said.ts'
import type { Units } from '../side.ts'

/**
 * The claim ages in Case information: what each pays, what it has paid by an age, and when waiting
 * pays off.
 */

export interface ClaimOption {
  /** Years of age. */
  readonly age: number
  /** Dollars paid a year. */
  readonly aYear: Figure
  readonly aMonth: Figure | null
  /** Early-claiming reduction, dollars a year; `null` if not sent. */
  readonly reduction: Figure | null
  /**
   * The age in words from which this claim has paid more in total than the earliest claim; `null`
   * for the earliest claim, and if it never does.
   */
  readonly overtakes: string | null
  /** The same age in years with a fraction; `null` in the same cases. */
  readonly overtakesAt: number | null
  /** Total dollars received from the claim up to an age; `null` before the claim. */
  readonly receivedBy: (age: number) => Figure | null
}

export interface ClaimAges {
  readonly options: readonly ClaimOption[]
  /** Years of age; `null` if not sent. */
  readonly lifeExpectancy: number | null
  /** The option that has paid the most by life expectancy; `null` if none has paid anything by then. */
  readonly most: ClaimOption | null
  /** Ages and dollars received, for the chart. */
  readonly courses: ReturnType<typeof claimCourses>
}

type SavedCase = Pick<SavedCaseInformation, 'id' | 'environment' | 'reading'>

/** The part of a saved answer that contains its amounts. */
type SentCase = Pick<SavedCaseInformation, 'id' | 'environment'> & {
  readonly reading: Pick<SavedCaseInformation['reading'], 'socialSecurity'>
}

const basisOf = (
  { environment }: Pick<SavedCase, 'environment'>,
  { readAs, source }: Units,
): string => {
  const training = environment.kind === 'training'
  const whose = training
    ? 'Training computes it so.'
    : `Our reading, the setting of ${source}; the specification does not say.`
  return `Sent as dollars a ${readAs.caseAmount}${training ? ', before tax, in today’s dollars' : ''}. ${whose}`
}

/** An age such as `80 years 5 months`. */
const ageWords = (age: number): string => {
  const { years, months } = yearsAndMonths(age)
  return months === 0 ? `${years}` : `${years} years ${months} ${months === 1 ? 'month' : 'months'}`
}

/** A path such as `SocialSecurity[Age 67]`, where ` #2` marks the second entry for that age. */
const placeOf = (
  { reading: { socialSecurity } }: SentCase,
  row: SavedCase['reading']['socialSecurity'][number],
): string => {
  const alike = socialSecurity.filter(({ age }) => age === row.age)
  const number = alike.length === 1 ? '' : ` #${alike.indexOf(row) + 1}`
  return `SocialSecurity[Age ${row.age ?? ''}${number}]`
}

const optionOf = (
  saved: SavedCase,
  units: Units,
  benefit: ClaimBenefit,
  earliest: ClaimBenefit,
): ClaimOption | null => {
  const { age } = benefit
  const sent = saved.reading.socialSecurity.find((row) => row.age === age && row.amount !== null)
  if (sent === undefined || sent.amount === null) return null
  const [id, place] = [`${saved.id}/claim/${age}`, placeOf(saved, sent)]
  const isStillOn = units.readAs.casePenalty === 'stillOn' && (sent.penaltyAmount ?? 0) !== 0
  const amount = fromAnswer(sent.amount, `${place}.Amount`)
  const less = fromAnswer(sent.penaltyAmount ?? 0, `${place}.PenaltyAmount`, '−')
  const start: readonly Step[] = isStillOn ? [inParentheses([amount, less])] : [amount]
  const rule = isStillOn
    ? 'The early-claiming reduction is taken off the service’s amount, a setting.'
    : ''
  const basis = basisOf(saved, units)
  const yearly = [...start, ...toYears(units.readAs.caseAmount)]
  const aYear = figure({
    id: `${id}/year`,
    per: 'year',
    tax: 'before',
    steps: yearly,
    sentence: `Social Security a year, if it is claimed at ${age}.`,
    basis,
    rule,
  })
  if (aYear === null) return null
  const at = breakEvenAge(earliest, benefit)
  return {
    age,
    aYear,
    aMonth: figure({
      id: `${id}/month`,
      tax: 'before',
      steps: [...start, ...toMonths(units.readAs.caseAmount)],
      sentence: `Social Security a month, if it is claimed at ${age}.`,
      basis,
      rule,
    }),
    reduction:
      sent.penaltyAmount === null
        ? null
        : figure({
            id: `${id}/reduction`,
            per: 'year',
            steps: [
              fromAnswer(sent.penaltyAmount, `${place}.PenaltyAmount`),
              ...toYears(units.readAs.caseAmount),
            ],
            sentence: `What claiming at ${age}, before full retirement age, takes off a year (early-claiming reduction).`,
            basis,
          }),
    overtakes: at === null ? null : ageWords(at),
    overtakesAt: at,
    receivedBy: (until) =>
      until < age
        ? null
        : figure({
            id: `${id}/by/${until}`,
            per: 'once',
            steps: [
              ...yearly,
              step('×', until - age, { from: 'constant', what: `years from ${age} to ${until}` }),
            ],
            sentence: `Received by ${until}, if it is claimed at ${age}: dollars a year for each year since.`,
            basis,
            rule: `Without interest and price increases.${rule && ` ${rule}`}`,
          }),
  }
}

/** The claim ages of an answer; entries without an age or an amount are left out. */
export const claimAgesOf = (saved: SavedCase, units: Units): ClaimAges => {
  const { lifeExpectancyAge: lifeExpectancy } = saved.reading
  const benefits = claimBenefits(caseInYears(saved.reading, units.readAs), units.readAs.casePenalty)
  const [earliest] = benefits
  const options = benefits.flatMap(
    (benefit) => (earliest && optionOf(saved, units, benefit, earliest)) ?? [],
  )
  const best = lifeExpectancy === null ? null : mostBy(benefits, lifeExpectancy)
  const hasPaid = best !== null && receivedBy(best, lifeExpectancy ?? 0) > 0
  return {
    options,
    lifeExpectancy,
    most: (hasPaid && options.find(({ age }) => age === best.age)) || null,
    courses: claimCourses(benefits, lifeExpectancy),
  }
}

/**
 * Says when waiting pays off, and which claim age pays the most by life expectancy; empty if there
 * is no option.
 */
export const claimSentence = ({ options, lifeExpectancy, most }: ClaimAges): Said => {
  const [first, last] = [options[0], options.at(-1)]
  if (first === undefined || last === undefined) return []
  if (first === last) return said`${first.aYear} a year from ${first.age}.`
  const pays =
    last.overtakes === null ? 'never pays off' : `pays off at the age of ${last.overtakes}`
  const expected =
    lifeExpectancy === null
      ? ['Life expectancy was not sent.']
      : most === null
        ? said`Life expectancy is ${lifeExpectancy}.`
        : said`By life expectancy, ${lifeExpectancy}, claiming at ${most.age} brings the most: ${most.receivedBy(lifeExpectancy)}.`
  return said`Waiting until ${last.age} instead of ${first.age} ${pays}. ${expected}`
}

/** Amounts by claim age as the service sends them, each also as a percent of the largest. */
export const sentClaims = (saved: SentCase, units: Units) => {
  const rows = saved.reading.socialSecurity
    .flatMap((row, index) => {
      const { age, amount, penaltyAmount } = row
      if (age === null) return []
      const make = (value: number | null, field: 'Amount' | 'PenaltyAmount', sentence: string) =>
        value === null
          ? null
          : figure({
              id: `${saved.id}/sent/${index}/${age}/${field}`,
              per: 'year',
              tax: 'before',
              steps: [
                fromAnswer(value, `${placeOf(saved, row)}.${field}`),
                ...toYears(units.readAs.caseAmount),
              ],
              sentence,
              basis: basisOf(saved, units),
            })
      return [
        {
          age,
          amount: make(amount, 'Amount', `Amount a year as sent, for a claim at ${age}.`),
          reduction: make(
            penaltyAmount,
            'PenaltyAmount',
            `Early-claiming reduction a year as sent, for a claim at ${age}.`,
          ),
        },
      ]
    })
    .sort((a, b) => a.age - b.age)
  const largest = rows
    .flatMap(({ amount }) => amount ?? [])
    .toSorted(byAmount)
    .at(-1)
  return rows.map((row) => ({
    ...row,
    ofLargest:
      row.amount === null || largest === undefined
        ? null
        : figure({
            id: `${row.amount.id}/of-largest`,
            unit: 'percent',
            per: 'once',
            digits: 1,
            steps: [
              fromFigure(row.amount, 'amount'),
              fromFigure(largest, 'largest', '÷'),
              step('×', 100, { from: 'constant', what: 'percent' }),
            ],
            sentence: 'The amount in percent of the largest.',
            basis: 'Percent, from the shown amounts.',
          }),
  }))
}
