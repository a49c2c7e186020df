import { percentDigits } from '../../savings/figures.ts'
import type { Claim } from '../../records/claim.ts'
import type { Figure } from '../../figures/figure.ts'
import { figure, step } from './make.ts'

/** Amounts that an advisor typed for a forecast. */

const yearly = 'Dollars a year.'

export const typedPay = (amount: number): Figure | null =>
  figure({
    id: `typed/pay/${amount}`,
    per: 'year',
    steps: [step('+', amount, { from: 'typed', what: 'Pay entered for the forecast' })],
    sentence: 'Pay a year before tax, as entered.',
    basis: yearly,
  })

/** A savings rate, percent of pay. */
export const typedRate = (percent: number): Figure | null =>
  figure({
    id: `typed/rate/${percent}`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    steps: [step('+', percent, { from: 'typed', what: 'Savings rate entered' })],
    sentence: 'Own savings in percent of pay, as entered.',
    basis: 'Percent of pay before tax.',
  })

/** A savings rate in percent of pay that Close the gap tries. */
export const triedRate = (percent: number): Figure | null =>
  figure({
    id: `tried/rate/${percent}`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    steps: [step('+', percent, { from: 'typed', what: 'Savings rate of the tried forecast' })],
    sentence: 'Own savings in percent of pay, as this way was tried.',
    basis: 'Percent of pay before tax.',
  })

/** The pay that Case information was requested with, in dollars a year. */
export const casePay = (amount: number): Figure | null =>
  figure({
    id: `case/pay/${amount}`,
    per: 'year',
    steps: [step('+', amount, { from: 'typed', what: 'Pay sent to Case information' })],
    sentence: 'Pay a year before tax, as sent to Case information.',
    basis: yearly,
  })

export const typedPension = (amount: number): Figure | null =>
  figure({
    id: `typed/pension/${amount}`,
    per: 'year',
    steps: [step('+', amount, { from: 'typed', what: 'Pension entered for the forecast' })],
    sentence: 'A pension a year, as entered.',
    basis: yearly,
  })

/**
 * Social Security at a tried claim age, in dollars a year: once in today’s dollars, and once in
 * dollars of its first year.
 */
export const claimFigures = ({ age, benefit, amount, startYear }: Claim) => {
  const what = `Social Security a year claimed at ${age}, by Case information`
  const made = (value: number, dollarsOf: string) =>
    figure({
      id: `claim/${age}/${value}`,
      per: 'year',
      tax: 'before',
      steps: [
        step('+', value, {
          from: 'estimate',
          what: dollarsOf === '' ? what : `${what}${dollarsOf}`,
        }),
      ],
      sentence: `Social Security a year if it is claimed at ${age}${dollarsOf}.`,
      basis: yearly,
    })
  return {
    benefit: made(benefit, ''),
    atStart: made(amount, `, in dollars of ${startYear}`),
  }
}
