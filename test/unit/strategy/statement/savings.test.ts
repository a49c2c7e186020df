import { year2026 } from '#test/support/samples/saving-years.ts'
import { describe, expect, test } from 'vitest'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { savingsInFile } from '#shared/strategy/statement/file/file-savings.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import { savingsByKind } from '#shared/strategy/statement/savings/savings-by-kind.ts'
import {
  savingsChange,
  savingsSentence,
} from '#shared/strategy/statement/savings/savings-change.ts'
import { amountOf, inWords, sidesWith } from '#test/support/figures/sides.ts'
import { profileIn } from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { emptyStrategy } from '../sample-forecast.ts'

const part = (
  type: string,
  value: number | null,
  dollarAmount: number | null = value === null ? null : value * 1000,
): SavingsComponent => ({
  planId: 'A',
  type,
  value,
  isRoth: false,
  numberOfYears: 20,
  dollarAmount,
})
const answer = (...components: readonly SavingsComponent[]): Strategy => ({
  ...emptyStrategy('Current'),
  accountSavingsRateDetail: [{ account: 'A1', components: [...components] }],
})
const savings = (strategy: Strategy, period: 'year' | 'month' = 'year') => {
  const { current } = sidesWith(strategy, null, { savingsDollars: period })
  if (current === null) throw new Error('no side')
  return savingsOf(current)
}
const names = ['Today', 'Recommended'] as const
const sentence = (before: Strategy, after: Strategy | null = null) =>
  inWords(savingsSentence(savingsChange(savings(before), after && savings(after)).lines, names))

test('savings in both strategies are matched in any spelling, whether or not they name their account', () => {
  const mappings = [{ accountId: 'A1', planId: 'A', planType: '401K' }]
  const unnamed = { account: '', components: [part('Pre-Tax', 6), part('Pretax', 1)] }
  const { current, revised } = sidesWith(
    { ...answer(), accountSavingsRateDetail: [unnamed] },
    { ...answer(part('PRETAX', 8), part('Roth', 2)), type: 'Revised' },
  )
  const { parts } = savingsChange(
    current && savingsOf(current, mappings),
    revised && savingsOf(revised, mappings),
  )
  expect(
    parts.map((one) => [amountOf(one.current.percent), amountOf(one.revised.percent)]),
  ).toEqual([
    [6, 8],
    [1, null],
    [null, 2],
  ])
})

test('a percent that is too large to round has no figure', () => {
  expect(savings(answer(part('Pretax', 1e307))).parts[0]?.percent).toBeNull()
})

describe('sums', () => {
  test('are exact sums, rounded at the end, not sums of rounded parts', () => {
    const { lines, parts } = savings(
      answer(part('Pretax', 1, 1000.4), part('Roth', 1, 500.4), part('Match', 1, 250.4)),
    )
    expect(lines.map(({ dollars }) => amountOf(dollars))).toEqual([1501, 250, 1751])
    expect(parts.map(({ dollars }) => amountOf(dollars))).toEqual([1001, 500, 250])
  })

  test('are unknown if a part is unknown; dollars and percent are judged separately', () => {
    const { lines } = savings(answer(part('Pretax', null, 6000), part('Match', 3)))
    expect(lines.map(({ percent, dollars }) => [amountOf(percent), amountOf(dollars)])).toEqual([
      [null, 6000],
      [3, 3000],
      [null, 9000],
    ])
  })

  test('obey the setting for monthly dollars, while the percent stays the same', () => {
    const [you] = savings(answer(part('Pretax', 6, 500)), 'month').lines
    expect([amountOf(you?.percent), amountOf(you?.dollars)]).toEqual([6, 6000])
  })

  test('for a file equal those of its contributions, for 100 random people, seed "file"', () => {
    for (const person of randomPeople(100, 'file')) {
      const profile = profileIn(writePersonXml(person))
      const { lines, rows } = savingsInFile(profile, fileSavings(profile, year2026()))
      const at = (key: string) => lines.find((line) => line.key === key)
      for (const field of ['percent', 'dollars'] as const) {
        const sum = (isTheirs: boolean) =>
          rows
            .filter(({ row }) => (row.kind === 'employer') === isTheirs)
            .reduce((all, row) => all + (amountOf(row[field]) ?? 0), 0)
        const known = (key: string) => amountOf(at(key)?.[field])
        const [you, employer, total] = [known('you'), known('employer'), known('total')]
        if (you !== null)
          expect([person.id, you]).toEqual([person.id, Number(sum(false).toFixed(2))])
        if (employer !== null)
          expect([person.id, employer]).toEqual([person.id, Number(sum(true).toFixed(2))])
        if (you !== null && employer !== null)
          expect([person.id, total]).toEqual([person.id, Number((you + employer).toFixed(2))])
      }
    }
  })
})

describe('the sentence on savings', () => {
  test('has the figures of both strategies', () => {
    const [before, after] = [3, 6].map((rate) =>
      answer(part('Pretax', rate), part('Match', rate / 2)),
    )
    if (!before || !after) throw new Error('two answers')
    expect(sentence(before, after)).toBe(
      'Today: you 3% ($3,000 a year), employer 1.5% ($1,500 a year), total 4.5% ($4,500 a year). Recommended: you 6% ($6,000 a year), employer 3% ($3,000 a year), total 9% ($9,000 a year).',
    )
    expect(sentence(before, before)).toBe(
      'Savings stay as they are: you 3% ($3,000 a year), employer 1.5% ($1,500 a year), total 4.5% ($4,500 a year).',
    )
    expect(sentence(answer())).toBe('')
  })

  test('compares tried savings with the file’s, not with themselves', () => {
    const tried = savings(answer(part('Pretax', 12), part('Employer', 6)))
    const eight = { kind: 'pretax', planId: '', rate: 8, amount: null } as const
    const file: ParticipantProfile = {
      ...aProfile(),
      salary: 100_000,
      contributions: [{ ...eight, period: 'year', attributes: {}, line: 1 }],
    }
    const { lines } = savingsInFile(file, fileSavings(file, year2026()))
    expect(inWords(savingsSentence(savingsChange(tried, tried).lines, names, lines))).toBe(
      'Today, by the file: you 8% ($8,000 a year), employer not in the file, total not known. Both strategies: you 12% ($12,000 a year), employer 6% ($6,000 a year), total 18% ($18,000 a year).',
    )
  })

  test('about a contradiction names the contradictory figure, once for both strategies', () => {
    const odd = { ...answer(part('Pretax', 6), part('Employer', 3)), savingsRate: 7.5 }
    expect(savingsChange(savings(odd), savings(odd)).remarks.map(inWords)).toEqual([
      'SavingsRate says 7.5% of pay, which is neither the sum of the participant’s parts nor the sum of all parts.',
    ])
  })
})

test('savings that the two strategies name differently are not compared, and a remark says so', () => {
  const one = (type: string, value: number) => ({ ...part(type, value), numberOfYears: null })
  const remarks = (before: Strategy, after: Strategy) =>
    savingsChange(savings(before), savings(after)).remarks.map(inWords)
  expect(remarks(answer(one('Pretax', 6)), answer(one('PreTaxDeferral', 8)))).toEqual([
    'The two strategies name savings into A1 differently, “Pre-tax” and “Pre tax deferral”, so they are not compared.',
  ])
  expect(remarks(answer(one('Pretax', 6)), answer(one('PRE-TAX', 8)))).toEqual([])
  expect(remarks(answer(one('Pretax', 6)), answer(one('Roth', 6)))).toEqual([])
  expect(remarks(answer(one('Pretax', 6)), answer(one('Pretax', 6), one('Roth', 1)))).toEqual([])
})

test('a strategy’s accounts are added up by kind, but parts for different periods are not', () => {
  const twoAccounts = (first: number, second: number): Strategy => ({
    ...answer(),
    accountSavingsRateDetail: [
      { account: 'A1', components: [part('Pretax', first)] },
      { account: 'B1', components: [{ ...part('Pretax', second), planId: 'B' }] },
    ],
  })
  const kinds = (before: Strategy, after: Strategy) => {
    const { current, revised } = sidesWith(before, { ...after, type: 'Revised' })
    return savingsByKind(current, revised, []).map((one) => [
      one.kind,
      amountOf(one.current.percent),
      amountOf(one.revised.percent),
      amountOf(one.difference),
    ])
  }
  expect(kinds(twoAccounts(4, 2), twoAccounts(5, 3))).toEqual([['pretax', 6, 8, 2000]])
  const byYears = answer(part('Pretax', 4), { ...part('Pretax', 8), numberOfYears: 5 })
  expect(kinds(byYears, twoAccounts(5, 3))).toEqual([['pretax', null, 8, null]])
  const inPercent = (value: number) => answer(part('Roth', value, null))
  expect(kinds(inPercent(2), inPercent(3.5))).toEqual([['roth', 2, 3.5, 1.5]])
})
