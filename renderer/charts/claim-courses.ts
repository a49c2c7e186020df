import {
  yearsAndMonths,
  type ClaimBenefit,
  type ComparedClaim,
} from '#shared/strategy/claim-comparison.ts'
import { dollars } from '../lib/format.ts'
import type { FigureTable } from './figures.ts'
import type { Plot } from './plot/plot.ts'
import type { ChartTokens } from './tokens.ts'

/** Colors, marks, words and a table for the chart of claim ages. */

/** The claim without a penalty: the first with no PenaltyAmount, if any has one. */
const fullBenefit = (benefits: readonly ClaimBenefit[]): ClaimBenefit | undefined =>
  benefits.some(({ penalty }) => (penalty ?? 0) > 0)
    ? benefits.find(({ penalty }) => penalty === 0)
    : undefined

/** The first, the unpenalized and the last stand out; those between are thin. */
export const claimColors = (
  benefits: readonly ClaimBenefit[],
  { current, socialSecurity, plan, axis }: ChartTokens,
): readonly { readonly color: string; readonly strong: boolean }[] => {
  const full = fullBenefit(benefits)
  return benefits.map((benefit, index) => {
    if (index === benefits.length - 1) return { color: plan, strong: true }
    if (index === 0) return { color: current, strong: true }
    return benefit === full
      ? { color: socialSecurity.color, strong: true }
      : { color: axis, strong: false }
  })
}

/** `80 years 5 months`, for a break-even age. */
const ageWords = (age: number): string => {
  const { years, months } = yearsAndMonths(age)
  return months === 0 ? `${years}` : `${years} years ${months} ${months === 1 ? 'month' : 'months'}`
}

export const claimMarks = (
  compared: readonly ComparedClaim[],
  lifeExpectancy: number | null,
): Plot['marks'] => {
  const last = compared.at(-1)
  return [
    ...(last?.breakEven === undefined || last.breakEven === null
      ? []
      : [{ at: last.breakEven, label: `${last.age} overtakes ${compared[0]?.age ?? ''}` }]),
    ...(lifeExpectancy === null
      ? []
      : [{ at: lifeExpectancy, label: `Life expectancy ${lifeExpectancy}` }]),
  ]
}

export const claimsTakeaway = (
  compared: readonly ComparedClaim[],
  lifeExpectancy: number | null,
): string => {
  const [first, last] = [compared[0], compared.at(-1)]
  if (first === undefined || last === undefined) return 'The service sent no values for this chart.'
  if (first === last) return `${dollars(first.amount)} a year from ${first.age}.`
  const pays =
    last.breakEven === null
      ? `Waiting until ${last.age} instead of ${first.age} never pays off.`
      : `Waiting until ${last.age} instead of ${first.age} pays off at the age of ${ageWords(last.breakEven)}.`
  const most = compared.find(({ isMost }) => isMost)
  const expected =
    lifeExpectancy === null
      ? 'Life expectancy was not sent.'
      : most === undefined
        ? `Life expectancy is ${lifeExpectancy}.`
        : `By life expectancy, ${lifeExpectancy}, claiming at ${most.age} brings the most: ${dollars(most.byExpectancy)}.`
  return `${pays} ${expected}`
}

export const claimsTable = (
  compared: readonly ComparedClaim[],
  lifeExpectancy: number | null,
): FigureTable => ({
  caption: 'Social Security by claim age',
  columns: [
    { label: 'Claimed at', format: 'plain' },
    { label: 'A year', format: 'dollars' },
    { label: 'A month', format: 'dollars' },
    { label: 'PenaltyAmount', format: 'dollars' },
    { label: `Overtakes ${compared[0]?.age ?? 'the first'} at`, format: 'text' },
    ...(lifeExpectancy === null
      ? []
      : ([{ label: `By life expectancy, ${lifeExpectancy}`, format: 'dollars' }] as const)),
  ],
  rows: compared.map(({ age, amount, penalty, breakEven, byExpectancy }, index) => [
    age,
    amount,
    Math.round((amount / 12) * 100) / 100,
    penalty,
    index === 0 ? null : breakEven === null ? 'never' : ageWords(breakEven),
    ...(lifeExpectancy === null ? [] : [byExpectancy]),
  ]),
})
