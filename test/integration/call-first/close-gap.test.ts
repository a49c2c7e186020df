import { afterEach, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import { mainRate, withRate } from '#renderer/features/forecast/form/savings-levers.ts'
import type { Levers } from '#renderer/features/forecast/gap/gap-words.ts'
import {
  followable,
  mostForecasts,
  mostOwnSaving,
  searchWays,
} from '#renderer/features/forecast/gap/search-ways.ts'
import { asTyped, emptyWhatIf, readWhatIf } from '#renderer/workspace/forecast/what-if.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { answerSavings } from '#shared/savings/answer-savings.ts'
import { usualRules } from '#shared/savings/saving-year.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { laterAges, latestRetirement } from '#shared/strategy/statement/gap/at-age.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { gapSentence, marketName } from '#shared/strategy/statement/words/short-words.ts'
import { ownStrategy, statementOf, type Rules } from '#shared/strategy/statement/statement.ts'
import { headline } from '#shared/strategy/statement/words/advisor-words.ts'
import { plain } from '#test/support/figures/plain.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { closeCallLists, openCore, openCallList, run, seed } from './call-list-house.ts'

afterEach(closeCallLists)

/**
 * People with and without a gap, with and without room to save more, with one and with several
 * savings rates.
 */
const names = /Torres|Okafor|Kowalski|Hale|Hartmann|Nguyen|Weiss|Sofía|O'Brien/
const people = [
  ...personSpecs.filter(({ firstName, lastName }) => names.test(`${firstName} ${lastName}`)),
  ...randomPeople(3, seed),
]
const rules: Rules = {
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  unitsOf: () => ({ readAs: usualReadAs, source: 'Training' }),
}
const figureIds = (sentence: Said): readonly string[] =>
  sentence.flatMap((part) => (typeof part === 'string' ? [] : [part.figure.id]))

test(
  'the panel shows the headline’s gap in the same market, and proposes nothing that the person cannot do',
  { timeout: 240_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real, writePeopleXml(people))
    const view = await run(real, callListId)
    const tally = { closed: 0, notAlone: 0 }
    for (const [number, { name, figures }] of view.rows.entries()) {
      const record = await real.must('records.open', { id: figures?.recordId ?? '' })
      if (record.kind !== 'forecast') throw new Error('no forecast')
      const stated = (saved: SavedForecast) =>
        ownStrategy(statementOf({ saved, today: record, typedGoal: null }, rules))
      const own = stated(record)
      if (own === null) throw new Error(`no strategy for ${name}`)
      for (const market of ['poor', 'average', 'good'] satisfies Market[]) {
        const gap = own.gaps[market]
        if (own.phases(market).length > 1)
          expect(plain(gapSentence(own, market)), name).toMatch(/: not one gap to close\.$/)
        else if (gap !== null && gap.kind !== 'even')
          expect(figureIds(headline(own, market)), name).toEqual(
            figureIds(gapSentence(own, market)),
          )
      }
      const market: Market = number % 2 === 0 ? 'average' : 'poor'
      const [income, gap] = [own.incomes[market], own.gaps[market]]
      if (income === null || gap?.kind !== 'short' || own.phases(market).length > 1) continue
      const { handle } = await real.must('callFirst.openOnly', { callListId, row: number })
      const rate = followable(
        mainRate(own.side.strategy, record.profile, emptyWhatIf(), {
          ...usualRules,
          wagesBefore: null,
        }),
      )
      let asked = 0
      const ask = async (levers: Levers) => {
        asked += 1
        const draft = {
          ...emptyWhatIf(),
          ...(levers.age !== undefined && { retirementAge: asTyped(levers.age) }),
          ...(levers.rate !== undefined &&
            rate !== null && { savings: withRate([], rate.lever, asTyped(levers.rate)) }),
        }
        const { inputs } = readWhatIf(draft)
        if (inputs === null) throw new Error('wrong inputs')
        const jobId = `ask ${number} ${asked}`
        const answer = await real.must('forecast.run', {
          operation: 'forecast',
          inputs,
          handle,
          jobId,
          keep: false,
          passing: true,
        })
        return { answer, strategy: stated(answer), market }
      }
      const ways = await searchWays(
        {
          present: { income, gap },
          age: own.retirementAge,
          rate,
          later: laterAges(own, market),
        },
        () => mostForecasts.withTable - asked,
        ask,
      )
      expect(asked, name).toBeLessThanOrEqual(mostForecasts.withTable)
      const isAloneEnough = ways.some(
        ({ levers, kind }) =>
          kind === 'closes' && (levers.age === undefined || levers.rate === undefined),
      )
      for (const way of ways) {
        const told = `${name}, ${marketName(market)}, ${JSON.stringify(way.levers)}`
        expect(way.levers.age ?? 0, told).toBeLessThanOrEqual(latestRetirement)
        // Somebody may already save more than that; no rate is then proposed.
        if (way.levers.rate !== undefined)
          expect(way.levers.rate + (rate?.others ?? 0), told).toBeLessThanOrEqual(mostOwnSaving)
        if (way.kind !== 'closes') {
          tally.notAlone += 1
          expect(way.gap?.kind, told).toBe('short')
          continue
        }
        tally.closed += 1
        if (way.levers.age !== undefined && way.levers.rate !== undefined)
          expect(isAloneEnough, told).toBe(false)
        const again = await ask(way.levers)
        expect(again.strategy?.gaps[market]?.kind, told).not.toBe('short')
        // The answer at that age may have the exact income, while the proposal had an estimate from
        // a table.
        if (again.strategy?.side.strategy.type === 'Revised')
          expect(way.income?.about, told).toBe(true)
        else expect(again.strategy?.incomes[market]?.steps, told).toEqual(way.income?.steps)
        if (way.levers.rate === undefined) continue
        const saved = answerSavings(again.strategy?.side.strategy ?? null).you.percent
        expect(saved, told).toBeLessThanOrEqual(mostOwnSaving + 0.005)
      }
    }
    expect(tally.closed).toBeGreaterThan(5)
    expect(tally.notAlone).toBeGreaterThan(0)
  },
)
