import { describe, expect, test } from 'vitest'
import { clientStory } from '#shared/strategy/outlook/client-words.ts'
import { outlookRows, type Need } from '#shared/strategy/outlook/outlook.ts'
import { emptyPercentile, emptyStrategy } from './sample-forecast.ts'

const figures = {
  dollars: (value: number) => `$${Math.round(value).toLocaleString('en-US')}`,
  percent: (value: number) => `${value}%`,
}
type Months = readonly [poor: number, typical: number, good: number]

const strategyOf = (months: Months | null) =>
  months === null
    ? null
    : {
        ...emptyStrategy('x'),
        retirementAge: 65,
        percentiles: months.map((month, index) =>
          emptyPercentile([10, 50, 90][index] ?? 0, month * 12),
        ),
      }

/** The story of today, the choice and the recommendation, dollars a month, against a need of 5,390 by default. */
const story = (
  today: Months | null,
  plan: Months | null,
  recommended: Months | null,
  phrases: readonly string[] = [],
  need: Need | null = { month: 5390, source: 'asked' },
) =>
  clientStory({
    rows: outlookRows({
      today: strategyOf(today),
      plan: strategyOf(plan),
      planAge: null,
      recommended: strategyOf(recommended),
      need,
      choice: { cautious: 10, typical: 50 },
    }),
    phrases,
    need,
    shareOfSalary: 70,
    figures,
  })

const today: Months = [5098, 5759, 6790]

describe('what a client reads first', () => {
  test('leads with what was chosen', () => {
    expect(story(today, [5276, 5981, 7020], [5420, 6214, 7240], ['saving 11%'])).toEqual({
      headline: 'Saving 11% brings enough for retirement at 65 in typical markets.',
      lead: 'Today’s savings would pay about $5,759 a month. You need $5,390. Saving 11% adds $222 a month and narrows the shortfall in poor markets from $292 to $114.',
    })
  })

  test('says where poor markets no longer fall short, and where they begin to', () => {
    expect(story(today, [5400, 6000, 7000], null, ['saving 12%']).headline).toBe(
      'Saving 12% brings enough for retirement at 65, even in poor markets.',
    )
    expect(story(today, [5400, 6000, 7000], null, ['saving 12%']).lead).toContain(
      'and closes the shortfall of $292 in poor markets.',
    )
    expect(story([5400, 6000, 7000], [5300, 5900, 7000], null, ['saving 5%']).lead).toContain(
      'takes away $100 a month, but leaves you $90 short in poor markets.',
    )
    expect(story(today, [5098, 5759, 6790], null, ['saving 9%']).lead).toContain(
      'leaves that as it is and leaves the shortfall of $292 in poor markets as it is.',
    )
  })

  test('has its verbs right where several things change', () => {
    const { headline, lead } = story(today, [4600, 5200, 6000], null, [
      'retiring at 63',
      'saving 11%',
      'earning $100,000',
    ])
    expect(headline).toBe(
      'These 3 changes leave you $190 a month short for retirement in typical markets.',
    )
    expect(lead).toContain(
      'These 3 changes take away $559 a month and widen the shortfall in poor markets from $292 to $790.',
    )
  })

  test('without a choice tells of the recommendation; where that changes nothing, of today', () => {
    expect(story(today, null, [5420, 6214, 7240]).headline).toBe(
      'The recommended plan brings enough for retirement at 65, even in poor markets.',
    )
    const same = story(today, null, today)
    expect(same.headline).toBe(
      'What you do today brings enough for retirement at 65 in typical markets.',
    )
    expect(same.lead).toBe(
      'Today’s savings would pay about $5,759 a month. You need $5,390. In poor markets you would be $292 short.',
    )
  })

  test('names whose need it is, and invents none', () => {
    expect(story(today, null, null, [], { month: 5390, source: 'service' }).lead).toContain(
      'The goal for you is $5,390.',
    )
    expect(story(today, null, null, [], { month: 5390, source: 'salaryShare' }).lead).toContain(
      'Your need is taken as 70% of your pay: $5,390.',
    )
    const unknown = story(today, null, null, [], null)
    expect(unknown.headline).toBe(
      'What you do today brings about $5,759 a month in retirement at 65 in typical markets.',
    )
    expect(unknown.lead).toContain('What you need in retirement is not known yet.')
    expect(story(null, null, null).headline).toBe('No retirement income is known yet.')
  })
})
