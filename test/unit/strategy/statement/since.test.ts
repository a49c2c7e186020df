import { describe, expect, test } from 'vitest'
import type { SavedForecast } from '#shared/records/saved.ts'
import { explanationText } from '#shared/strategy/statement/explain.ts'
import {
  americanWriter,
  exportFigure,
  written,
  type Said,
} from '#shared/strategy/statement/said.ts'
import { bandOf } from '#shared/strategy/statement/since/band.ts'
import {
  bridgeOf,
  bridgePicture,
  endsOf,
  isMissing,
  type SinceBridge,
} from '#shared/strategy/statement/since/bridge.ts'
import {
  bandWords,
  endsWords,
  factsSaid,
  restNotes,
  sameWords,
  sinceHeadline,
  stepFacts,
} from '#shared/strategy/statement/since/words.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { rulesSaid } from '#shared/savings/saving-year.ts'
import {
  aSinceView,
  sinceAnswers,
  sinceForecast,
  sinceReading,
} from '#test/support/samples/since-samples.ts'
import { usualRules } from './rules.ts'

const view = aSinceView()
const bridge = (
  answers = sinceAnswers(),
  pair: Parameters<typeof bridgeOf>[0] = view,
): SinceBridge => {
  const made = bridgeOf(pair, answers, usualRules)
  if (isMissing(made)) throw new Error(made.why)
  return made
}
const dollarsOf = ({ steps }: SinceBridge) =>
  Object.fromEntries(steps.map(({ key, figure }) => [key, exportFigure(figure)]))
const whyOf = (pair: Parameters<typeof endsOf>[0], rules = usualRules) => {
  const found = endsOf(pair, rules)
  return isMissing(found) ? found.why : ''
}
/** A forecast with other percentiles, and an income of the same amount. */
const withPercentile = (saved: SavedForecast, percentage: number): SavedForecast => ({
  ...saved,
  reading: {
    ...saved.reading,
    strategies: saved.reading.strategies.map((strategy) => ({
      ...strategy,
      percentiles: strategy.percentiles.slice(1, 2).map((entry) => ({ ...entry, percentage })),
    })),
  },
})

describe('the bridge', () => {
  test('has the difference of two answers for each step, and the rest at the end', () => {
    expect(dollarsOf(bridge())).toEqual({
      ...{ time: -38, balances: 83, pay: 76, savings: 0, limits: 0, model: 8 },
    })
  })

  test('adds up to the dollar, whatever cents the answers have', () => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    let state = seed
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return state / 2 ** 31
    }
    for (let run = 0; run < 200; run += 1) {
      const income = () => 1_000 + Math.round(random() * 300_000) / 100
      const pair = {
        earlier: sinceForecast({ id: 'earlier', reading: sinceReading(income(), 45, 14_020) }),
        newer: sinceForecast({ reading: sinceReading(income(), 46, 18_421) }),
      }
      const answer = (id: string) => sinceForecast({ id, reading: sinceReading(income(), 46, 1) })
      const { steps } = sinceAnswers()
      const made = bridge(
        {
          again: random() < 0.5 ? null : answer('again'),
          steps: steps.map(({ step }) => ({
            step,
            answer: random() < 0.3 ? null : answer(step),
          })),
        },
        pair,
      )
      const sum = made.steps.reduce((so, { figure }) => so + exportFigure(figure), 0)
      expect(sum, `seed ${seed}`).toBe(exportFigure(made.difference))
    }
  })

  test('explains a step by its two answers, and the rest by what nothing of the client is left in', () => {
    const { steps } = bridge()
    const texts = steps.map(({ figure }) => explanationText(figure, americanWriter))
    expect(texts[1]).toContain('Arithmetic: $2,429 − $2,346 = $83')
    expect(texts[1]).toContain('Made of: with the age of then $2,429, and the balances $2,346')
    expect(texts.at(-1)).toContain('Arithmetic: $2,270 − $2,262 = $8')
    expect(texts.at(-1)).toContain('Rule: Nothing of the client is left to put back')
  })

  test('is not made of incomes of other percentiles, other dollars or in phases, and says why', () => {
    const { earlier, newer } = view
    expect(whyOf({ earlier: withPercentile(earlier, 45), newer })).toMatch(
      /percentile 45 in the earlier answer and 50 in the newer one/,
    )
    const otherDollars = {
      ...usualRules,
      unitsOf: ({ id }: { readonly id: string }) => ({
        readAs: { ...usualReadAs, dollarsOf: id === 'earlier' ? 'today' : 'year' } as const,
        source: 'Acme',
      }),
    }
    expect(whyOf(view, otherDollars)).toBe(
      'The earlier income is in dollars of its day, and the newer one is in dollars of each year.',
    )
    const none = { ...newer, reading: { ...newer.reading, strategies: [] } }
    expect(whyOf({ earlier, newer: none })).toBe(
      'The newer answer has no income in average markets.',
    )
    expect(whyOf(view)).toBe('')
    const answers = sinceAnswers()
    const [first, ...rest] = answers.steps
    const odd = { ...answers, steps: [...(first ? [{ ...first, answer: none }] : []), ...rest] }
    expect(bridgeOf(view, odd, usualRules)).toEqual({
      why: 'The answer to one of the steps has no income in average markets.',
    })
  })

  test('is drawn without steps of $0, from where the last column ended, on a scale that is cut', () => {
    const { columns, cut } = bridgePicture(bridge())
    expect(columns.map(({ key }) => key)).toEqual([
      ...['from', 'time', 'balances', 'pay', 'model', 'to'],
    ])
    expect(cut && exportFigure(cut)).toBe(2_100)
    const [from, time, balances] = columns
    expect(time?.isFall).toBe(true)
    expect(time?.high).toBeCloseTo(from?.end ?? 0)
    expect(balances?.low).toBeCloseTo(time?.end ?? 0)
    expect(columns.at(-2)?.end).toBeCloseTo(columns.at(-1)?.end ?? 0)
    const small = { ...view, earlier: { ...view.earlier, reading: sinceReading(40, 45, 1) } }
    expect(bridgePicture(bridge(sinceAnswers(), small)).cut).toBeNull()
  })

  test('has words for its ends, for what changed in a step, and for what did not', () => {
    const made = bridge()
    const facts = { rules: rulesSaid(undefined), firmLaw: [] }
    const factsOf = (key: Parameters<typeof stepFacts>[1]) => stepFacts(view, key, facts)
    const text = (said: Said) => written(said, americanWriter)
    expect(text(sinceHeadline(made))).toBe('Since last time: $129 a month more')
    expect(endsWords(made)).toBe('Today at 65, average markets')
    expect(text(factsSaid(factsOf('time')))).toBe('12 months later')
    expect(text(factsSaid(factsOf('pay')))).toBe('$61,800 → $64,200')
    expect(text(sameWords(made, factsOf))).toBe(
      'No change from savings (8%) and limits ($23,500 → $24,500).',
    )
    expect(restNotes({ split: 'all', missed: ['savings'], others: ['pensions', 'funds'] })).toEqual(
      [
        'Only a part of savings could be put back, because the newer file has no place for all of it; what is left is in the rest.',
        'Also different in the two files: pensions and funds. What that changes is in the rest.',
      ],
    )
  })
})

describe('the range of last time', () => {
  const band = (days: number, over: Partial<SavedForecast> = {}) => {
    const found = bandOf({ ...view, newer: { ...view.newer, ...over }, days }, usualRules)
    if (isMissing(found)) throw new Error(found.why)
    return found
  }

  test('is the projection for the day between two ages, in dollars of that day', () => {
    // Half a year after 45, with prices that rise 2.4% a year: $14,020 and 1.06 × 1.024 of it.
    const { markets } = band(182.625)
    const half = (growth: number) => (14_020 + Math.round(14_020 * growth) * 1.024) / 2
    expect(markets.average && exportFigure(markets.average)).toBe(Math.round(half(1.06)))
    expect(markets.poor && exportFigure(markets.poor)).toBe(Math.round(half(0.97)))
    expect(markets.average?.about).toBe(true)
  })

  test('says where the balance of now is', () => {
    const words = (balance: number) =>
      written(
        bandWords(band(365.25, { reading: sinceReading(2_000, 46, balance) })),
        americanWriter,
      )
    expect(words(18_421)).toMatch(/^\$18,421 is above the range of last time, \$3,203 more than/)
    expect(words(15_218)).toBe(
      '$15,218 is within the range of last time, exactly as projected in average markets.',
    )
    expect(words(10_000)).toMatch(/is below the range of last time, \$5,218 less than/)
  })

  test('is missing, with a reason, without a range in the earlier answer', () => {
    const earlier = withPercentile(view.earlier, 50)
    expect(bandOf({ ...view, earlier, days: 365 }, usualRules)).toEqual({
      why: 'The earlier answer has no range of balances for this day.',
    })
  })
})
