import { describe, expect, test } from 'vitest'
import type { Strategy } from '#shared/express/reading.ts'
import { clientStory } from '#shared/strategy/statement/words/client-words.ts'
import { written, type Said } from '#shared/strategy/statement/said.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import { ownStrategy, statementOf } from '#shared/strategy/statement/statement.ts'
import { changeSentence } from '#shared/strategy/statement/words/advisor-words.ts'
import { aForecast } from '../../report/made-report.ts'
import { exampleForecast } from '#test/support/people/training-answers.ts'
import { emptyPercentile, emptyStrategy, sampleForecast, series } from '../sample-forecast.ts'
import { usualRules, writer } from './rules.ts'

type Months = readonly [poor: number, average: number, good: number]

const strategyOf = (type: string, months: Months, over: Partial<Strategy> = {}): Strategy => ({
  ...emptyStrategy(type),
  retirementAge: 65,
  percentiles: months.map((month, index) => emptyPercentile([10, 50, 90][index] ?? 0, month * 12)),
  ...over,
})

const answer = (id: string, strategies: readonly Strategy[], inputs: object = {}): SavedAnswer =>
  aForecast({
    id,
    inputs,
    profile: null,
    reading: { ...sampleForecast, strategies: [...strategies], accountMappings: [] },
  })

interface Told {
  readonly phrases?: readonly string[]
  readonly goal?: number | null
}

/**
 * The sentences about today, the choice and the recommendation. Amounts are dollars a month; the
 * goal is 5,390 unless given.
 */
const story = (
  today: Months | null,
  plan: Months | null,
  recommended: Months | null,
  { phrases = [], goal = 5390 }: Told = {},
) => {
  const revised = recommended === null ? [] : [strategyOf('Revised', recommended)]
  const base =
    today === null
      ? null
      : answer('today', [strategyOf('Current', today), ...(plan === null ? revised : [])])
  const saved =
    plan === null
      ? (base ?? answer('none', []))
      : answer('plan', [strategyOf('Current', plan), ...revised], { ExcludeSocialSecurity: false })
  const statement = statementOf({ saved, today: base, typedGoal: goal }, usualRules)
  const told = clientStory({
    strategies: statement.strategies,
    goal: statement.goal,
    phrases: phrases.map((phrase) => [phrase]),
    unnamed: 'What you chose',
    accounts: [],
  })
  return {
    headline: written(told.headline, writer),
    average: written(told.average, writer),
    poor: written(told.poor, writer),
    recommended: written(told.recommended, writer),
  }
}

const today: Months = [5098, 5759, 6790]

describe('the client’s summary', () => {
  test('begins with the client’s choice and says by how much it exceeds the goal', () => {
    const phrases = ['saving 11%']
    expect(story(today, [5276, 5981, 7020], [5420, 6214, 7240], { phrases })).toEqual({
      headline: 'Saving 11% reaches your goal with $591 a month to spare if markets are average.',
      average:
        'Today, in average markets, you would have about $5,759 a month. Your goal is $5,390 a month. Saving 11% adds $222 a month.',
      poor: 'In poor markets it adds $178 a month and narrows the shortfall from $292 to $114.',
      recommended:
        'Compared with what you chose, the recommended plan adds $233 a month in average markets and $144 in poor markets.',
    })
  })

  test('keeps the client’s choice apart from what the service adds to it, even after something was sent', () => {
    const at = (id: string, months: Months, revised: Months, inputs: object = {}) =>
      answer(id, [strategyOf('Current', months), strategyOf('Revised', revised)], inputs)
    const [before, tried] = [
      at('today', today, [5276, 5981, 7020]),
      at('tried', [5400, 6400, 7400], [5500, 6470, 7500], { ExcludeSocialSecurity: false }),
    ]
    const base = ownStrategy(
      statementOf({ saved: tried, today: before, typedGoal: null }, usualRules),
    )
    const told = (strategy: Strategy | undefined, phrases: readonly Said[], fromToday: Said) => {
      const { strategies, goal } = statementOf(
        {
          saved: tried,
          today: before,
          typedGoal: null,
          plan: { saved: tried, strategy: strategy ?? emptyStrategy('none') },
        },
        usualRules,
      )
      const offer = { tried: phrases, base, fromToday }
      const unnamed = 'What was enrolled'
      return written(
        clientStory({ strategies, goal, phrases: [], unnamed, accounts: [], offer }).recommended,
        writer,
      )
    }
    const [current, revised] = tried.reading.strategies
    const parts =
      'Retiring at 67, your choice, adds $641 a month in average markets and $302 in poor markets; on top of that, the service’s recommendation adds $70 a month in average markets and $100 in poor markets.'
    expect(told(current, [['retiring at 67']], [])).toBe(parts)
    expect(told(revised, [['retiring at 67']], ['saving 10%'])).toBe(
      `Starting from today, the service recommends saving 10%. ${parts}`,
    )
    expect(told(revised, [], [])).toBe('That is what the service recommends.')
  })

  test('says that a gap of today is narrowed or widened, not that the choice causes it', () => {
    const head = (plan: Months, phrase: string) =>
      story([4000, 4800, 6000], plan, null, { phrases: [phrase] }).headline
    expect(head([4000, 5000, 6000], 'saving 12%')).toBe(
      'Saving 12% narrows the gap to $390 a month if markets are average.',
    )
    expect(head([4000, 4700, 6000], 'saving 5%')).toBe(
      'Saving 5% widens the gap to $690 a month if markets are average.',
    )
    expect(head([4000, 4800, 6000], 'saving 9%')).toBe(
      'Saving 9% leaves the gap at $590 a month if markets are average.',
    )
  })

  test('says whether a shortfall in poor markets ends or begins', () => {
    const more = story(today, [5400, 6000, 7000], null, { phrases: ['saving 12%'] })
    expect(more.headline).toBe('Saving 12% reaches your goal, even if markets are poor.')
    expect(more.poor).toBe('In poor markets it adds $302 a month and closes the shortfall of $292.')
    const less = { phrases: ['saving 5%'] }
    expect(story([5400, 6000, 7000], [5300, 5900, 7000], null, less).poor).toBe(
      'In poor markets it takes away $100 a month and leaves you $90 short.',
    )
    const same = story(today, today, null, { phrases: ['saving 9%'] })
    expect(same.average).toContain('Saving 9% leaves that income as it is.')
    expect(same.poor).toBe(
      'In poor markets it changes nothing and leaves the shortfall of $292 as it is.',
    )
  })

  test('says in both markets what the recommendation adds to or takes from the choice, and nothing if there is no recommendation', () => {
    const beside = (recommended: Months) =>
      story(today, [5300, 5900, 7000], recommended).recommended
    expect(beside([5386, 5863, 7000])).toContain(
      'Compared with what you chose, the recommended plan takes away $37 a month in average markets and adds $86 a month in poor markets.',
    )
    expect(beside([5300, 5900, 7000])).toContain(
      'Compared with what you chose, the recommended plan changes nothing in average markets and in poor markets.',
    )
    expect(story(today, null, [5386, 5863, 7000]).recommended).toBe('')
  })

  test('has one paragraph for each market, whichever way each changes', () => {
    const opposite = story(today, null, [5301, 5514, 6000])
    expect(opposite.average).toContain('The recommended plan takes away $245 a month.')
    expect(opposite.poor).toBe(
      'In poor markets it adds $203 a month and narrows the shortfall from $292 to $89.',
    )
    expect(opposite.headline).toBe(
      'You already reach your goal. The recommended plan takes away $245 a month and leaves $124 to spare if markets are average.',
    )
    const still = story(today, null, [5301, 5759, 6790])
    expect(still.average).toContain('The recommended plan leaves that income as it is.')
    expect(still.poor).toMatch(/^In poor markets it adds \$203 a month/)
    for (const { average, poor } of [opposite, still]) {
      expect(average).not.toContain('poor')
      expect(poor).not.toContain('average')
    }
  })

  test('has correct verbs if several things change', () => {
    const phrases = ['retiring at 63', 'saving 11%', 'earning $100,000']
    const { headline, average, poor } = story(today, [4600, 5200, 6000], null, { phrases })
    expect(headline).toBe('These 3 changes leave you $190 a month short if markets are average.')
    expect(average).toContain(
      'These 3 changes (retiring at 63, saving 11% and earning $100,000) take away $559 a month.',
    )
    expect(poor).toBe(
      'In poor markets they take away $498 a month and widen the shortfall from $292 to $790.',
    )
  })

  test('is about the recommendation if nothing was chosen, or about today if the recommendation changes nothing', () => {
    expect(story(today, null, [5420, 6214, 7240]).headline).toBe(
      'The recommended plan reaches your goal, even if markets are poor.',
    )
    const same = story(today, null, today)
    expect(same.headline).toBe(
      'What you do today reaches your goal with $369 a month to spare if markets are average.',
    )
    expect(same.average).toBe(
      'Today, in average markets, you would have about $5,759 a month. Your goal is $5,390 a month.',
    )
    expect(same.poor).toBe('In poor markets you would be $292 a month short.')
  })

  test('invents no goal and no income', () => {
    const unknown = story(today, null, null, { goal: null })
    expect(unknown.headline).toBe('What you do today brings $5,759 a month if markets are average.')
    expect(unknown.average).toContain('Your goal in retirement is not known yet.')
    expect(story(null, null, null).headline).toBe('No retirement income is known yet.')
  })
})

const column = (from: number, to: number, amount: (age: number) => number) => {
  const ages = Float64Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return { ages, values: ages.map(amount) }
}
/**
 * A strategy that retires at 65 with income from savings alone, and gets `later` dollars a month
 * more from Social Security from 70 on. Both are for poor, average and good markets.
 */
const waiting = (id: string, savings: Months, later: Months) =>
  strategyOf(id, savings, {
    percentiles: ([0, 1, 2] as const).map((market) => ({
      ...emptyPercentile([10, 50, 90][market] ?? 0, savings[market] * 12),
      incomeSources: [
        series(
          'A',
          'AccountIncome',
          column(65, 95, () => savings[market] * 12),
        ),
        series(
          '',
          'SocialSecurity',
          column(65, 95, (age) => (age < 70 ? 0 : later[market] * 12)),
        ),
      ],
    })),
  })

describe('the sentences about phases', () => {
  test('describe a later claim by both of its phases, and never as a loss', () => {
    const base = answer('today', [strategyOf('Current', [3000, 3000, 3000])])
    const saved = answer('plan', [waiting('Current', [2500, 2500, 2500], [1100, 1100, 1100])], {
      ExcludeSocialSecurity: false,
    })
    const statement = statementOf({ saved, today: base, typedGoal: 3400 }, usualRules)
    const told = clientStory({
      strategies: statement.strategies,
      goal: statement.goal,
      phrases: [['claiming at 70']],
      unnamed: 'What you chose',
      accounts: [],
    })
    expect(written(told.headline, writer)).toBe(
      'Claiming at 70 leaves you $900 a month short until 70 and reaches your goal with $200 a month to spare from 70 on, if markets are average.',
    )
    expect(written(told.average, writer)).toBe(
      'Today, in average markets, you would have about $3,000 a month. Your goal is $3,400 a month. Until 70 you would have $500 a month less than today, and from 70 on $600 a month more than today.',
    )
    expect(written(told.poor, writer)).toBe(
      'In poor markets you would be $900 a month short until 70.',
    )
    const [plan] = statement.strategies.filter(({ role }) => role === 'plan')
    expect(plan && written(changeSentence(plan, 'average'), writer)).toBe(
      'Compared with Today, Plan pays $500 a month less until 70, $600 a month more from 70.',
    )
  })

  test('name poor markets where only their income is in phases', () => {
    const base = answer('today', [strategyOf('Current', [3000, 3000, 3000])])
    const later = waiting('Current', [2500, 3134, 3500], [1100, 0, 0])
    const saved = answer('plan', [later], { ExcludeSocialSecurity: false })
    const statement = statementOf({ saved, today: base, typedGoal: 3400 }, usualRules)
    const [plan] = statement.strategies.filter(({ role }) => role === 'plan')
    const said = (market: Market) => plan && written(changeSentence(plan, market), writer)
    const poor =
      'Compared with Today, Plan pays $500 a month less until 70, $600 a month more from 70, in poor markets.'
    expect(said('average')).toBe(`Plan adds $134 a month in average markets. ${poor}`)
    expect(said('poor')).toBe(
      `${poor} Plan adds $134 a month in average markets and adds $500 in good ones.`,
    )
    const { strategies, goal } = statement
    const about = { phrases: [['claiming at 70']], unnamed: 'What you chose', accounts: [] }
    expect(written(clientStory({ strategies, goal, ...about }).poor, writer)).toBe(
      'In poor markets, until 70 you would have $500 a month less than today, and from 70 on $600 a month more than today. You would then be $900 a month short until 70.',
    )
  })
})

test.each<[what: string, savings: Months, later: Months, said: string]>([
  [
    'in each phase',
    [2500, 2500, 2500],
    [1100, 1100, 1100],
    'Claiming at 70, your choice, takes away $500 a month until 70 and adds $600 a month from 70 on in average markets; on top of that, the service’s recommendation adds $1,400 a month until 70 and $300 from 70 on in average markets.',
  ],
  [
    'also in poor markets if only these have phases',
    [2500, 3134, 3500],
    [1100, 0, 0],
    'Claiming at 70, your choice, adds $134 a month in average markets, and takes away $500 a month until 70 and adds $600 a month from 70 on in poor markets; on top of that, the service’s recommendation adds $766 a month in average markets, and adds $1,400 a month until 70 and $300 from 70 on in poor markets.',
  ],
])(
  'what the service adds never includes a tried claim age, which is described separately %s',
  (_what, savings, later, said) => {
    const before = answer('today', [strategyOf('Current', [3000, 3000, 3000])])
    const tried = answer(
      'tried',
      [waiting('Current', savings, later), strategyOf('Revised', [3900, 3900, 3900])],
      { ExcludeSocialSecurity: false },
    )
    const base = ownStrategy(
      statementOf({ saved: tried, today: before, typedGoal: null }, usualRules),
    )
    const sent = strategyOf('Sent', [3500, 3500, 3500])
    const told = (offered: typeof base) => {
      const { strategies, goal } = statementOf(
        { saved: tried, today: before, typedGoal: null, plan: { saved: tried, strategy: sent } },
        usualRules,
      )
      const offer = { tried: [['claiming at 70']], base: offered, fromToday: [] }
      const input = { strategies, goal, phrases: [], unnamed: 'What was enrolled', accounts: [] }
      return written(clientStory({ ...input, offer }).recommended, writer)
    }
    expect(told(base)).toBe(said)
    expect(told(null)).toBe('')
  },
)

test.each(examplePeople.map(({ id }) => id))(
  'the sources of the first year of %s are named with the age',
  (id) => {
    const { strategies, goal } = statementOf(
      { saved: exampleForecast(id), today: null, typedGoal: null },
      usualRules,
    )
    const input = { strategies, goal, phrases: [], unnamed: '', accounts: [] }
    const age = strategies.find(({ role }) => role === 'today')?.retirementAge
    expect(written(clientStory(input).average, writer)).toMatch(
      new RegExp(`a month\\. In the first year, at ${age}: (?:.* )?\\$[\\d,]+`),
    )
  },
)

describe('what pays today’s income', () => {
  const ages = Float64Array.from([65, 66])
  const lead = (months: Readonly<Record<string, number>>) => {
    const incomeSources = Object.entries(months).map(([id, month]) =>
      series(id, 'AccountIncome', { ages, values: ages.map(() => month * 12) }),
    )
    const current = strategyOf('Current', [600, 600, 600], {
      percentiles: [{ ...emptyPercentile(50, 600 * 12), incomeSources }],
    })
    const saved = answer('today', [current])
    const { strategies, goal } = statementOf({ saved, today: null, typedGoal: null }, usualRules)
    const input = { strategies, goal, phrases: [], unnamed: '', accounts: [] }
    return written(clientStory(input).average, writer)
  }
  test('adds up more than two accounts to one sum', () => {
    expect(lead({ A: 100, B: 200, C: 300 })).toContain(
      'Today, in average markets, you would have about $600 a month. In the first year, at 65: your savings $600.',
    )
  })
  test('does not use an account’s name for money that the service keeps outside all plans', () => {
    expect(lead({ A: 500, TAXABLE: 100 })).toContain('A $500 and savings outside your plans $100.')
  })
})
