import { describe, expect, test } from 'vitest'
import type { Contribution } from '#shared/participant/profile.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { fileLines } from '#shared/savings/lines.ts'
import { saysTheSame } from '#shared/strategy/changes/savings-from-today.ts'
import { aProfile, anAccount } from '#test/support/samples/scripted-people.ts'
import { plain } from '#test/support/figures/plain.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'

const rule = (kind: Contribution['kind'], over: Partial<Contribution> = {}): Contribution => ({
  kind,
  planId: 'A',
  rate: null,
  amount: null,
  attributes: {},
  line: 1,
  ...over,
})
const halfOnSix = rule('employer', {
  rate: 3,
  attributes: { Rate: '3', MatchRate: '50', MatchLimit: '6' },
})
const file = (contributions: Contribution[], salary: number | null = 100_000) =>
  fileSavings(
    aProfile({
      salary,
      contributions,
      accounts: [anAccount({ planId: 'A' }), anAccount({ planId: 'B' })],
    }),
    year2026(45),
  )
const linesOf = (...given: Parameters<typeof file>) =>
  fileLines(file(...given)).map(
    ({ label, percent, dollars, absent }) => `${label} ${percent ?? '–'} ${dollars ?? absent}`,
  )

describe("savings in the participant's file", () => {
  test('count a match by the amount it pays, not by its maximum', () => {
    expect(linesOf([rule('pretax', { rate: 4 }), halfOnSix])).toEqual([
      'You 4 4000',
      'Employer 2 2000',
      'Total 6 6000',
    ])
    const [, match] = file([rule('pretax', { rate: 4 }), halfOnSix]).rows
    expect(match).toMatchObject({
      whole: { at: 6, percent: 3, dollars: 3000 },
      contradiction: [],
    })
    expect(match && plain(match.rule)).toBe('50¢ per $1 on the first 6% of pay')
  })

  test('are unknown instead of 0 if a value is missing', () => {
    expect(linesOf([rule('pretax', { rate: 4 })])).toEqual([
      'You 4 4000',
      'Employer – not in the file',
      'Total – not known',
    ])
    expect(linesOf([halfOnSix])).toEqual([
      'You – not in the file',
      'Employer – not known',
      'Total – not known',
    ])
    expect(linesOf([])).toEqual([])
    expect(linesOf([rule('pretax', { rate: 0 }), halfOnSix])).toEqual([
      'You 0 0',
      'Employer 0 0',
      'Total 0 0',
    ])
  })

  test('have rates but no dollars without a salary, and a match still has its percent of pay', () => {
    expect(linesOf([rule('pretax', { rate: 4 }), halfOnSix], null)).toEqual([
      'You 4 not known',
      'Employer 2 not known',
      'Total 6 not known',
    ])
  })

  test('that are given as an amount are converted to a share of pay, unless a rate is also given', () => {
    expect(linesOf([rule('pretax', { amount: 5000 }), halfOnSix])).toEqual([
      'You 5 5000',
      'Employer 2.5 2500',
      'Total 7.5 7500',
    ])
    const [row] = file([rule('pretax', { rate: 4, amount: 3500 })]).rows
    expect(row?.dollars).toBe(4000)
    expect(row && plain(row.contradiction)).toBe(
      'The file also says $3,500 a year; the rate counts.',
    )
  })

  test('count a match only with the plan it belongs to; if it fits several plans, its amount is unknown', () => {
    expect(file([rule('pretax', { rate: 4, planId: 'B' }), halfOnSix]).employer.dollars).toBe(0)
    const two = [rule('pretax', { rate: 4 }), rule('roth', { rate: 2, planId: 'B' })]
    expect(file([...two, { ...halfOnSix, planId: '' }]).employer.dollars).toBeNull()
    expect(file([rule('pretax', { rate: 4, planId: '' }), halfOnSix]).employer.dollars).toBe(2000)
  })

  test('have a warning about a match that is not understood, or that contradicts a rate beside it', () => {
    const odd = file([
      rule('pretax', { rate: 4 }),
      rule('employer', { attributes: { MatchRate: 'half' } }),
    ])
    expect([odd.employer.percent, odd.total.percent, plain(odd.rows[1]?.rule)]).toEqual([
      null,
      null,
      'a match that is not understood: MatchRate=half',
    ])
    expect(
      plain(file([rule('pretax', { rate: 4 }), { ...halfOnSix, rate: 4 }]).rows[1]?.contradiction),
    ).toBe('The file also says 4% of pay; the match counts.')
  })

  test('state separately the amount that exceeds the limits', () => {
    const { you, limited } = file(
      [rule('pretax', { rate: 20 }), rule('employer', { rate: 5 })],
      200_000,
    )
    expect([
      you.dollars,
      limited?.you.dollars,
      limited?.outside.dollars,
      limited?.total.dollars,
    ]).toEqual([40_000, 24_500, 15_500, 34_500])
    expect(file([rule('pretax', { rate: 5 }), rule('employer', { rate: 5 })]).limited).toBeNull()
  })

  test('include no employer money on pay above the limit', () => {
    const { employer, rows } = file(
      [rule('pretax', { rate: 5 }), rule('employer', { rate: 4 })],
      385_000,
    )
    expect([employer.dollars, rows[1] && plain(rows[1].rule)]).toEqual([
      14_400,
      '4% of the first $360,000 of pay, all that counts in 2026',
    ])
  })

  test('count as changed if only the match differs', () => {
    const of = (limit: string) =>
      aProfile({
        contributions: [rule('employer', { attributes: { MatchRate: '50', MatchLimit: limit } })],
      })
    expect([saysTheSame(of('6'), of('6')), saysTheSame(of('6'), of('4'))]).toEqual([true, false])
  })
})
