import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ForecastReading } from '#shared/express/reading.ts'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { contradiction, readSubmission } from '#shared/express/read/read-submission.ts'
import { parseWithRepeats, Repeated } from '#shared/express/read/json-value.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { valueOf } from '#test/support/results.ts'

const forecastOf = (value: unknown): ForecastReading => valueOf(readForecast(JSON.stringify(value)))
const strategyOf = (value: Record<string, unknown>) => {
  const [strategy] = forecastOf({ StrategyOutput: [value] }).strategies
  if (!strategy) throw new Error('no strategy')
  return strategy
}
const wealthOf = (Values: unknown) => {
  const reading = forecastOf({
    StrategyOutput: [{ StrategyType: 'Current', Percentile: [{ TotalWealth: { Values } }] }],
  })
  const column = reading.strategies[0]?.percentiles[0]?.totalWealth
  return {
    ages: [...(column?.ages ?? [])],
    values: [...(column?.values ?? [])],
    notes: reading.notes,
  }
}

describe('the reader of unusual answers', () => {
  it('converts numbers, text and booleans, with a note', () => {
    const reading = forecastOf({
      StrategyOutput: [
        {
          StrategyType: 'Revised',
          RetirementAge: 66,
          Rating: 4,
          SavingsRate: '7.5',
          NetRetirementIncomeGoal: 'much',
          SavingsRateDetail: [
            { SavingsComponent: [{ IsRoth: 'True' }, { IsRoth: 1 }, { IsRoth: 'x' }] },
          ],
        },
      ],
    })
    expect(reading.strategies[0]).toMatchObject({
      retirementAge: 66,
      rating: '4',
      savingsRate: 7.5,
      goal: null,
    })
    expect(
      reading.strategies[0]?.savingsRateDetail[0]?.components.map(({ isRoth }) => isRoth),
    ).toEqual([true, true, false])
    expect(reading.notes).toContainEqual({
      path: 'StrategyOutput[0].SavingsRate',
      message: 'came as text, was read as a number',
    })
    expect(reading.notes.map(({ path }) => path)).toContain(
      'StrategyOutput[0].SavingsRateDetail[0].SavingsComponent[2].IsRoth',
    )
    expect(reading.notes).toHaveLength(7)
  })

  it('accepts one strategy instead of a list, five strategies, none, and unknown types', () => {
    expect(forecastOf({ StrategyOutput: { StrategyType: 'Current' } }).strategies).toHaveLength(1)
    const five = ['Current', 'Revised', 'Third', '', 'Ünbekannt'].map((StrategyType) => ({
      StrategyType,
    }))
    expect(forecastOf({ StrategyOutput: five }).strategies.map(({ type }) => type)).toEqual([
      'Current',
      'Revised',
      'Third',
      '',
      'Ünbekannt',
    ])
    expect(forecastOf(five).strategies).toHaveLength(5)
    expect(forecastOf({ Strategy: { StrategyOutput: five } }).strategies).toHaveLength(5)
    expect(forecastOf({ data: { strategyOutput: five } }).strategies).toHaveLength(5)
    const none = forecastOf({ ErrorMessage: 'No advisable account' })
    expect(none.strategies).toEqual([])
    expect(none.notes.map(({ message }) => message)).toContain(
      'the service says: No advisable account',
    )
    expect(forecastOf({}).strategies).toEqual([])
    expect(forecastOf([]).strategies).toEqual([])
  })

  it('keeps percentiles with any percentages, in ascending order', () => {
    const strategy = strategyOf({
      Percentile: [
        { Percentage: 75 },
        { Percentage: null },
        { Percentage: '25' },
        { Percentage: 5 },
      ],
    })
    expect(strategy.percentiles.map(({ percentage }) => percentage)).toEqual([5, 25, 75, null])
  })

  it('sorts ages, keeps the last of two equal ages, and leaves out unreadable points', () => {
    expect(
      wealthOf([
        { Age: '47', Value: 3 },
        { Age: '45', Value: 1 },
        { Age: '46', Value: 2 },
      ]),
    ).toMatchObject({
      ages: [45, 46, 47],
      values: [1, 2, 3],
      notes: [{ message: 'ages came out of order; sorted' }],
    })
    expect(
      wealthOf([
        { Age: '45', Value: 1 },
        { Age: '45', Value: 9 },
      ]),
    ).toMatchObject({ ages: [45], values: [9] })
    expect(
      wealthOf([
        { Age: 45, Value: '1.5' },
        null,
        { Age: 'old', Value: 1 },
        { age: '46', value: 2 },
      ]),
    ).toMatchObject({
      ages: [45, 46],
      values: [1.5, 2],
    })
    expect(wealthOf({ Age: '45', Value: 1 })).toMatchObject({ ages: [45] })
  })

  it('accepts other letter case, a byte order mark, empty mixes, nulls, and JSON inside a string', () => {
    const reading = valueOf(
      readForecast(
        `\uFEFF${JSON.stringify({ strategyoutput: [{ strategytype: 'Current', assetmixhousehold: { asset: [] } }] })}`,
      ),
    )
    expect(reading.strategies[0]).toMatchObject({
      type: 'Current',
      householdMix: { assets: [], riskLevel: '' },
    })
    expect(reading.notes.map(({ message }) => message)).toContain('is spelled "strategytype"')
    expect(
      valueOf(readForecast(JSON.stringify(JSON.stringify(forecastAnswer())))).strategies,
    ).toHaveLength(2)
    const nulls = strategyOf(
      Object.fromEntries(
        Object.keys(forecastAnswer().StrategyOutput[0] ?? {}).map((key) => [key, null]),
      ),
    )
    expect(nulls.percentiles).toEqual([])
  })

  it('keeps 200 notes and counts the rest', () => {
    const Asset = Array.from({ length: 250 }, () => ({ AssetClass: 'Cash', Weight: 1 }))
    const { notes } = forecastOf({
      StrategyOutput: [{ StrategyType: 'Current', AssetMixHousehold: { Asset } }],
    })
    expect(notes).toHaveLength(201)
    expect(notes[200]).toEqual({ path: '', message: 'and 50 more' })
  })

  it('reads 200 accounts', () => {
    const mixes = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`acct-${index}`, { Asset: [] }]),
    )
    expect(strategyOf({ AssetMixAdvisableAccounts: mixes }).advisableMixes).toHaveLength(200)
  })

  it('leaves success unknown if several results disagree', () => {
    const [done, not] = [
      { Success: true, TransactionId: 'T-1' },
      { Success: false, ErrorMessage: 'Unknown plan' },
    ]
    const readOf = (answer: unknown) => valueOf(readSubmission('optout', JSON.stringify(answer)))
    const pairs = [
      [done, not],
      [not, done],
      [done, {}],
    ]
    for (const pair of pairs) {
      for (const answer of [{ OptOutResult: pair }, pair.map((each) => ({ OptOutResult: each }))]) {
        const { result, notes } = readOf(answer)
        expect(result.success).toBeNull()
        expect(JSON.stringify(notes)).toContain('do not agree')
      }
    }
    expect(
      readOf({ a: { OptOutResult: done }, b: { OptOutResult: not } }).result.success,
    ).toBeNull()
    const twice = `{"data":{"OptOutResult":${JSON.stringify(done)}},"data":{"OptOutResult":${JSON.stringify(not)}}}`
    expect(valueOf(readSubmission('optout', twice)).result.success).toBeNull()
    for (const answer of [
      { OptOutResult: [done, done] },
      [{ OptOutResult: done }, { OptOutResult: done }],
    ]) {
      expect(readOf(answer).result).toMatchObject({ success: true, transactionId: 'T-1' })
    }
  })

  it.each([
    '{"OptOutResult":{"Success":false,"Success":true}}',
    '{"OptOutResult":{"Success":true,"TransactionId":"T-1","Success":false}}',
    '{"OptOutResult":{"Succ\\u0065ss":false,"Success":true}}',
    '{"OptOutResult":{"Success":true,"success":false}}',
    '{"OptOutResult":{"SUCCESS":"false","success":true}}',
    '{"OptOutResult":{"Success":true,"Success":"perhaps"}}',
    '{"OptOutResult":{"Success":false},"OptOutResult":{"Success":true}}',
    '{"OptOutResult":{"Success":true},"optOutResult":{"Success":false}}',
    '{"OptOutResult":{"Success":true},"Result":{"Success":false}}',
    '{"Success":false,"OptOutResult":{"Success":true}}',
    '{"Success":true,"success":false}',
    '"{\\"OptOutResult\\":{\\"Success\\":false,\\"Success\\":true}}"',
  ])('leaves success unknown if it is contradicted: %s', (text) => {
    const { result, notes } = valueOf(readSubmission('optout', text))
    expect(result.success).toBeNull()
    expect(notes.map(({ message }) => message)).toContain(contradiction)
  })

  it.each([
    '{"OptOutResult":{"Success":true,"Success":true}}',
    '{"OptOutResult":{"Success":true,"ErrorMessage":"a","ErrorMessage":""}}',
    '{"OptOutResult":{"Success":true,"TransactionData":"\\"Success\\":false"},"Result":"OK","Success":null}',
    '{"Other":{"Success":false},"OptOutResult":{"Success":true}}',
  ])('sees no contradiction in values that agree or concern something else: %s', (text) => {
    expect(valueOf(readSubmission('optout', text)).result.success).toBe(true)
  })

  it('reads the last of repeated keys, like JSON.parse, but keeps the others too', () => {
    const plain = (value: unknown): unknown => {
      if (value instanceof Repeated) return plain(value.values.at(-1))
      if (Array.isArray(value)) return value.map(plain)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    }
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', '\n '), (value, space) => {
        const text = `{${space}"a\\"b"${space}: 1${space},${space}"twice":${space}${JSON.stringify(value, null, 1)}${space},"twice" :[ ${JSON.stringify(value)}]}`
        expect(plain(parseWithRepeats(text))).toEqual(JSON.parse(text))
      }),
      { seed: 20261122, numRuns: 500 },
    )
  })

  it('treats repeated keys that are nested too deeply as unreadable', () => {
    const depth = 200_000
    const text = `{"a":1,"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(readSubmission('optout', text)).toMatchObject({
      ok: false,
      error: { code: 'service.unreadable' },
    })
  })

  it('never guesses the success of a submission', () => {
    const successOf = (answer: unknown) =>
      valueOf(readSubmission('enroll', JSON.stringify(answer))).result.success
    expect(successOf({ EnrollmentResult: { Success: 'false' } })).toBe(false)
    expect(successOf({ EnrollmentResult: { Success: 'True' } })).toBe(true)
    expect(successOf({ EnrollmentResult: { Success: 'probably' } })).toBeNull()
    expect(successOf({ EnrollmentResult: {} })).toBeNull()
    expect(successOf({})).toBeNull()
    expect(successOf({ enrolmentResult: { success: true } })).toBe(true)
    expect(successOf({ Success: true, TransactionId: '1' })).toBeNull()
    expect(successOf({ data: { EnrollmentResult: { Success: true } } })).toBe(true)
    expect(successOf({ Audit: { Success: true } })).toBeNull()
    expect(successOf({ EnrollmentResult: null, Audit: { Success: true } })).toBeNull()
    expect(
      valueOf(
        readSubmission('optout', '{"OptoutResult":{"Success":false},"Message":"Unknown plan"}'),
      ).result,
    ).toMatchObject({
      success: false,
      errorMessage: 'Unknown plan',
    })
  })

  it('reads the strategies of an enrollment beside Strategy or in place of it', () => {
    const forecastFor = (answer: object) =>
      valueOf(
        readSubmission(
          'enroll',
          JSON.stringify({ EnrollmentResult: { Success: true }, ...answer }),
        ),
      ).forecast
    expect(forecastFor({ StrategyOutput: [{ StrategyType: 'Current' }] })?.strategies).toHaveLength(
      1,
    )
    expect(forecastFor({ Strategy: [{ StrategyType: 'Current' }] })?.strategies).toHaveLength(1)
    expect(forecastFor({ Strategy: null })).toBeNull()
    expect(forecastFor({})).toBeNull()
  })

  it('accepts life expectancy as a number, and sorts Social Security by age', () => {
    const reading = valueOf(
      readCaseInformation('{"SocialSecurity":[{"Age":"70"},{"Age":62}],"LifeExpectancy":"91"}'),
    )
    expect(reading.lifeExpectancyAge).toBe(91)
    expect(reading.socialSecurity.map(({ age }) => age)).toEqual([62, 70])
  })

  it.each(['', '   ', '<html></html>', 'null', '17', '"text"', '{"a":', 'NaN'])(
    'fails for %j',
    (text) => {
      for (const result of [
        readForecast(text),
        readSubmission('optout', text),
        readCaseInformation(text),
      ]) {
        expect(result).toMatchObject({ ok: false, error: { code: 'service.unreadable' } })
      }
    },
  )

  it('survives 100,000 levels of nesting', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const reading = valueOf(
      readForecast(`{"StrategyOutput":[{"StrategyType":"Current","CSSellOffData":${deep}}]}`),
    )
    expect(reading.notes.map(({ message }) => message)).toContain(
      'is nested more than 32 deep; the rest is only in the verbatim answer',
    )
  })
})
