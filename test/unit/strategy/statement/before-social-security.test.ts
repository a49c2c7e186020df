import { expect, test } from 'vitest'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { ageAt } from '#shared/age-at.ts'
import { shownAmount } from '#shared/strategy/statement/amount.ts'
import { explain, partsOf } from '#shared/strategy/statement/explain.ts'
import { written } from '#shared/strategy/statement/said.ts'
import { statementOf, strategyIn } from '#shared/strategy/statement/statement.ts'
import {
  headline,
  recommendationSentence,
  standing,
} from '#shared/strategy/statement/words/advisor-words.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { isInPhases } from '#shared/strategy/statement/years/phases.ts'
import { answerFor, profileIn, today } from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { usualRules, writer } from './rules.ts'

/**
 * A statement of a plan that retires before 62. The answer has only one income for it, interpolated
 * between two rows of its table.
 */

const statementAt = (
  id: string,
  RetirementAge: number,
  over: ForecastInputs = {},
  change: (saved: SavedForecast) => SavedForecast = (saved) => saved,
) => {
  const saved = change(exampleForecast(id, { inputs: { RetirementAge, ...over } }))
  return statementOf({ saved, today: exampleForecast(id), typedGoal: null }, usualRules)
}
const planAt = (...asked: Parameters<typeof statementAt>) => {
  const plan = strategyIn(statementAt(...asked), 'plan')
  if (plan === null) throw new Error('a plan was asked for')
  return plan
}
const onlyCurrent = (saved: SavedForecast): SavedForecast => ({
  ...saved,
  reading: {
    ...saved.reading,
    strategies: saved.reading.strategies.filter(({ type }) => type === 'Current'),
  },
})

test('the years before 62 are a separate phase if Social Security alone pays more than the savings did', () => {
  const plan = planAt('carol-nguyen', 60)
  const revised = plan.side.saved.reading.strategies.find(({ type }) => type === 'Revised')
  const sent = revised?.percentiles[1]?.incomeSources.find(({ type }) => type === 'SocialSecurity')
  const yearly = sent?.values[sent.ages.indexOf(62)] ?? Number.NaN
  const phases = plan.phases('average')
  expect(phases.map(({ from, until, least }) => [from, until, least])).toEqual([
    [60, 62, false],
    [62, null, true],
  ])
  const [before, after] = phases
  expect(before?.income).toEqual(plan.incomes.average)
  // The answer's tax on this income is zero.
  expect(after && shownAmount(after.income)).toBe(Math.round(yearly / 12))
  expect(written(headline(plan, 'average'), writer)).toMatch(
    /^about \$[\d,]+ a month short until 62, then up to \$[\d,]+ short from 62, if markets are average$/,
  )
  const parts = after ? partsOf(after.income) : []
  expect(JSON.stringify(parts.map((part) => explain(part, writer)))).toContain(
    'StrategyOutput[Revised].Percentile[50].IncomeSources[SocialSecurity].Values[62].Value',
  )
})

test('a plan with phases is compared with the recommendation phase by phase', () => {
  expect(
    written(recommendationSentence(statementAt('carol-nguyen', 60), 'average'), writer),
  ).toMatch(
    /Compared with Recommended, Plan pays about \$\d+ a month less until 62, [^;]+ from 62, in average markets; [^;]+ until 62, [^;]+ from 62, in poor ones\.$/,
  )
})

test('if savings pay more than Social Security, one income applies to all years, with a note', () => {
  const plan = planAt('jonathan-weiss', 60)
  expect(plan.phases('average')).toHaveLength(1)
  expect(plan.course('average').why).toContain(
    'until 62 without Social Security, from then on with it',
  )
})

test('an income before Social Security starts is not presented as the income of later years', () => {
  const plan = planAt('carol-nguyen', 60, {}, onlyCurrent)
  expect(written(headline(plan, 'average'), writer)).toMatch(
    /^about \$[\d,]+ a month short until Social Security starts, if markets are average$/,
  )
  expect(written(standing(plan, 'average'), writer)).toMatch(
    /pays about \$[\d,]+ until Social Security starts; the goal is /,
  )
})

test('a note says if the answer lacks the income from 62 on', () => {
  const why = (plan: ReturnType<typeof planAt>) => plan.course('average').why
  const unknown = 'What Social Security adds, from 62 at the earliest, is not in the answer.'
  expect(why(planAt('carol-nguyen', 60, {}, onlyCurrent))).toContain(unknown)
  expect(why(planAt('carol-nguyen', 67, {}, onlyCurrent))).not.toContain('Social Security')
  const without = planAt('carol-nguyen', 60, { ExcludeSocialSecurity: true }, onlyCurrent)
  expect(why(without)).not.toContain('Social Security')
})

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))

test(`no income that applies to all years is less than Social Security alone, for 20 random people (seed ${seed})`, () => {
  const faults: string[] = []
  let compared = 0
  for (const spec of randomPeople(20, seed)) {
    const profile = profileIn(writePersonXml(spec))
    const now = ageAt(profile.dateOfBirth, new Date(today)) ?? 0
    for (const RetirementAge of [57, 60].filter((age) => age > now)) {
      const { saved } = answerFor(profile, { RetirementAge }, null, 50)
      const { strategies } = statementOf({ saved, today: null, typedGoal: null }, usualRules)
      const revised = strategies.find(({ role }) => role === 'recommended')
      for (const strategy of strategies)
        for (const market of marketNames) {
          const year = revised?.course(market).at(62)
          const benefit = year?.sources.find(({ kind }) => kind === 'socialSecurity')?.figure
          const income = strategy.incomes[market]
          if (!benefit || income === null || isInPhases(strategy.phases(market))) continue
          compared += 1
          // A dollar may be lost to rounding.
          if (shownAmount(income) + 1 < shownAmount(benefit))
            faults.push(`${spec.userId} ${strategy.role} ${RetirementAge}, ${market} markets`)
        }
    }
  }
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(20)
})
