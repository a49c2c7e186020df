import { expect, test } from 'vitest'
import { explain } from '#shared/strategy/statement/explain.ts'
import { distantWords, marketsIn } from '#shared/strategy/statement/markets.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import {
  balanceWords,
  incomeWords,
  noTaxWords,
  taxWords,
} from '#shared/strategy/statement/words/chart-words.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'
import { written, type Said } from '#shared/strategy/statement/said.ts'
import {
  statementOf,
  strategyIn,
  type StrategyStatement,
} from '#shared/strategy/statement/statement.ts'
import type { Role } from '#shared/strategy/statement/side.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { sampleForecast } from '../sample-forecast.ts'
import { usualRules, writer } from './rules.ts'

const today = exampleForecast('carol-nguyen')
const of = (statement: ReturnType<typeof statementOf>, role: Role): StrategyStatement => {
  const found = strategyIn(statement, role)
  if (found === null) throw new Error(`no ${role}`)
  return found
}
const carol = (typedGoal: number | null = null) =>
  statementOf({ saved: today, today: null, typedGoal }, usualRules)
const at67 = statementOf(
  {
    saved: exampleForecast('carol-nguyen', { inputs: { RetirementAge: 67 } }),
    today,
    typedGoal: null,
  },
  usualRules,
)

test('an income chart says whose income it shows, in which market, and where the income is short', () => {
  expect(written(incomeWords(of(carol(), 'today'), 'average'), writer)).toBe(
    'Today, average markets: short of the goal of $3,745 a month at every age from 65 on.',
  )
  expect(written(incomeWords(of(carol(1_000), 'today'), 'poor'), writer)).toBe(
    'Today, poor markets: reaches the goal of $1,000 a month at every age from 65 on.',
  )
})

test('an income that the answer gives as a single figure is described as such', () => {
  expect(written(incomeWords(of(at67, 'plan'), 'average'), writer)).toContain(
    'For retiring at 67 the answer has one figure for all years, not each year.',
  )
})

test('an account outside all plans is explained once in each chart that names it, and in the explanation of its figures', () => {
  const answer = exampleForecast('dorothy-fields')
  const own = (saved: SavedForecast) =>
    of(statementOf({ saved, today: null, typedGoal: null }, usualRules), 'today')
  const notesOf = (words: Said) => written(words, writer).match(/Taxable account: [^.]+\./g)
  const dorothy = own(answer)
  const wealth = wealthOf(dorothy, 'average', answer.reading.accountMappings)
  const note =
    'Taxable account: not in the file; savings above the plans’ limits go there, and income that is not spent, such as a pension while still working or a required distribution.'
  expect(notesOf(incomeWords(dorothy, 'average'))).toEqual([note])
  expect(notesOf(balanceWords(dorothy, 'average', wealth))).toEqual([note])
  const paid = dorothy.course('average').at(75)?.sources ?? []
  const held = wealth.at(75)?.accounts ?? []
  for (const each of [...paid, ...held].filter(({ key }) => !key.startsWith('pension/')))
    expect([each.key, each.figure.rule]).toEqual([
      each.key,
      each.key === 'account/TAXABLE' ? note : '',
    ])
  expect([...paid, ...held].filter(({ key }) => key === 'account/TAXABLE')).toHaveLength(2)
  const elsewhere = { ...answer, environment: { ...answer.environment, kind: 'uat' as const } }
  expect(notesOf(incomeWords(own(elsewhere), 'average'))).toEqual([
    'Taxable account: in no plan of the answer; the service does not say what goes there.',
  ])
})

test('the sentence on taxes has the monthly taxes shown beside the income, and is left out for an age that is not drawn', () => {
  const evelyn = statementOf(
    { saved: exampleForecast('evelyn-hartmann'), today: null, typedGoal: null },
    usualRules,
  )
  const own = of(evelyn, 'today')
  const tax = own.course('average').at(65)?.tax
  if (!tax) throw new Error('Evelyn pays taxes')
  const said = taxWords(own, 'average')
  expect(said.flatMap((part) => (typeof part === 'string' ? [] : [part.figure]))).toEqual([tax])
  expect(written(said, writer)).toMatch(/^Today, average markets: \$\d+ a month at 65\.$/)
  expect(explain(tax, writer).map(({ label }) => label)).toContain('Answer field')
  expect(noTaxWords(own, 'average')).toBe('')
  expect(noTaxWords(of(at67, 'plan'), 'average')).toBe(
    'The answer has no taxes for retiring at 67; it has one figure of income for that age.',
  )
})

test('a first year without federal tax is explained, and one with tax is not', () => {
  const told = (id: string) =>
    written(
      taxWords(
        of(
          statementOf({ saved: exampleForecast(id), today: null, typedGoal: null }, usualRules),
          'today',
        ),
        'average',
      ),
      writer,
    )
  expect(told('carol-nguyen')).toBe(
    'Today, average markets: $0 a month at 65. No federal tax at 65: the deductions cover the taxable part of that income.',
  )
  expect(told('evelyn-hartmann')).not.toContain('No federal tax')
})

test("only markets in the answer can be chosen, and a percentile far from the market's usual one is pointed out", () => {
  expect(marketsIn(carol())).toEqual(['poor', 'average', 'good'])
  const strategies = sampleForecast.strategies.map((strategy) => ({
    ...strategy,
    percentiles: strategy.percentiles.filter(({ percentage }) => percentage === 10),
  }))
  const saved = { ...today, reading: { ...sampleForecast, strategies } }
  const statement = statementOf({ saved, today: null, typedGoal: null }, usualRules)
  expect(marketsIn(statement)).toEqual(['average'])
  expect(distantWords(statement.strategies, usualRules.choice)).toBe(
    'The answer has no percentile near 50: average markets are its percentile 10.',
  )
  expect(distantWords(carol().strategies, usualRules.choice)).toBe('')
})
