import { expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { ageAt } from '#shared/age-at.ts'
import type { Figure } from '#shared/figures/figure.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { explanationText } from '#shared/strategy/statement/explain.ts'
import { differenceOf, figure, step, sumOf } from '#shared/strategy/statement/make.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import {
  changeSentence,
  headline,
  standing,
} from '#shared/strategy/statement/words/advisor-words.ts'
import { statementOf, strategyIn } from '#shared/strategy/statement/statement.ts'
import { isInPhases } from '#shared/strategy/statement/years/phases.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { amountOf } from '#test/support/figures/sides.ts'
import { profileIn, today } from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { claimOf, exampleProfile, trainingForecast } from '#test/support/people/training-answers.ts'
import { usualRules } from './rules.ts'

/** Plans that retire before Social Security is claimed, and so have phases. */

const laterClaim = (
  profile: ParticipantProfile,
  [RetirementAge, age]: readonly [number, number],
  change: (saved: SavedForecast) => SavedForecast = (saved) => saved,
) => {
  const base = trainingForecast(profile).saved
  const claim = claimOf(profile, RetirementAge, age)
  const { saved } = trainingForecast(profile, { inputs: { RetirementAge }, claim })
  const statement = statementOf({ saved: change(saved), today: base, typedGoal: null }, usualRules)
  const plan = strategyIn(statement, 'plan')
  if (plan === null) throw new Error('a plan was asked for')
  return { statement, plan }
}
const text = (said: Parameters<typeof written>[0]) => written(said, americanWriter)

test('an income from a later claim on is after tax, like the incomes it is compared with', () => {
  const { plan } = laterClaim(exampleProfile('carol-nguyen'), [67, 70])
  const [until, from] = plan.phases('average')
  expect([until?.income.tax, from?.income.tax]).toEqual(['after', 'after'])
  // Social Security of $38,146 a year, and a tax of $179 a month.
  expect(amountOf(from?.income)).toBe(3000)
  expect(from && explanationText(from.income, americanWriter)).toContain(
    'Arithmetic: $3,179 − $179 = $3,000',
  )
  const year = plan.course('average').at(75)
  expect([year?.beforeTax, year?.tax, year?.keeps].map(amountOf)).toEqual([3179, 179, 3000])
})

test.each([
  ['kevin-obrien', 4646],
  ['tomi-adeyemi', 2008],
] as const)('the income of %s from 70 on is after tax', (id, amount) => {
  const { plan } = laterClaim(exampleProfile(id), [67, 70])
  expect(amountOf(plan.phases('average')[1]?.income)).toBe(amount)
})

test('Social Security begins no phase if it pays less after tax than the plan pays in all years', () => {
  const { plan } = laterClaim(exampleProfile('maya-torres'), [67, 70])
  const [only, ...others] = plan.phases('average')
  expect([amountOf(only?.income), others]).toEqual([4697, []])
})

test('if the answer has no tax for a later benefit, the benefit is shown before tax and compared with nothing', () => {
  const { plan } = laterClaim(exampleProfile('carol-nguyen'), [67, 70], (saved) => ({
    ...saved,
    reading: {
      ...saved.reading,
      strategies: saved.reading.strategies.map((strategy) => ({
        ...strategy,
        percentiles: strategy.percentiles.map((entry) => ({
          ...entry,
          taxes: { ages: new Float64Array(), values: new Float64Array() },
          incomeSources: entry.incomeSources.filter(({ type }) => type !== 'Taxes'),
        })),
      })),
    },
  }))
  const [, from] = plan.phases('average')
  expect([from?.income.tax, amountOf(from?.income), from?.gap]).toEqual(['before', 3179, null])
  expect(plan.phaseDifferences('average')[1]).toBeNull()
  expect(plan.course('average').at(75)?.gap).toBeNull()
  expect(text(headline(plan, 'average'))).toContain(
    'then at least $3,179 before tax a month from 70',
  )
  expect(text(standing(plan, 'average'))).toContain('then at least $3,179 before tax from 70')
  expect(text(changeSentence(plan, 'average'))).not.toContain('from 70')
})

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))

test(`a claim begins a phase at the claim age, whatever the day of birth (seed ${seed})`, () => {
  const profiles = [
    ...examplePeople.map(({ id }) => exampleProfile(id)),
    ...randomPeople(20, seed).map((person) => profileIn(writePersonXml(person))),
  ]
  const faults: string[] = []
  let compared = 0
  for (const profile of profiles) {
    const ageNow = ageAt(profile.dateOfBirth, new Date(`${today}T12:00:00`)) ?? 0
    if (ageNow > 60 || profile.pensions.length > 0 || (profile.salary ?? 0) <= 0) continue
    for (const dateOfBirth of [profile.dateOfBirth, `${profile.dateOfBirth.slice(0, 4)}-12-31`]) {
      const { statement } = laterClaim({ ...profile, dateOfBirth }, [66, 69])
      for (const { role, phases, course, claimAge } of statement.strategies)
        for (const market of marketNames) {
          if (role === 'today') continue
          const starts = phases(market).slice(1)
          const { flow } = course(market)
          const pension = flow?.sources.find(({ kind }) => kind === 'pension')
          const first = pension && flow?.ages[pension.values.findIndex((value) => value > 0)]
          compared += starts.length
          const ages = [...starts.map(({ from }) => from), ...(first === undefined ? [] : [first])]
          if (claimAge !== 69 || ages.some((age) => age !== 69))
            faults.push(`${profile.userId} ${dateOfBirth} ${role} ${market}: ${ages.join(', ')}`)
        }
    }
  }
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(10)
})

test('every phase of every plan with a later claim is after tax', () => {
  const taxes = examplePeople.flatMap(({ id }) => {
    const { statement } = laterClaim(exampleProfile(id), [67, 70])
    return statement.strategies.flatMap(({ phases }) =>
      marketNames.flatMap((market) =>
        isInPhases(phases(market)) ? phases(market).map(({ income }) => income.tax) : [],
      ),
    )
  })
  expect(new Set(taxes)).toEqual(new Set(['after']))
})

test('amounts that differ in tax, period or kind of dollars are neither subtracted nor added', () => {
  const made = (over: Partial<Figure> = {}) => {
    const one = figure({
      id: 'a',
      tax: 'after',
      dollarsOf: 'today',
      steps: [step('+', 100, { from: 'typed', what: 'Amount' })],
      sentence: '',
      basis: '',
      ...over,
    })
    if (one === null) throw new Error('no figure')
    return one
  }
  const words = { names: ['one', 'other'], sentence: '' } as const
  expect(amountOf(differenceOf(made(), made(), words))).toBe(0)
  for (const over of [
    { tax: 'before' },
    { tax: '' },
    { dollarsOf: 'year' },
    { per: 'year' },
    { unit: 'percent' },
  ] as const) {
    expect(differenceOf(made(over), made(), words), JSON.stringify(over)).toBeNull()
    const parts = [
      [made(), 'one'],
      [made(over), 'other'],
    ] as const
    expect(sumOf(parts, { id: 's', sentence: '', basis: '' }), JSON.stringify(over)).toBeNull()
  }
})
