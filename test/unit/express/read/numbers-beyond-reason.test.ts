import { describe, expect, test } from 'vitest'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { isObject } from '#shared/is-object.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { aForecast, draw } from '../../report/made-report.ts'
import { expectWell } from '../../report/well-laid.ts'

/**
 * An answer with `number` in place of every number, even one sent as text. Ages and dates stay, so
 * that rows can still be read.
 */
const sized = (value: unknown, number: number): unknown => {
  if (typeof value === 'number') return number
  if (typeof value === 'string') return /^\d+(?:\.\d+)?$/.test(value) ? String(number) : value
  if (Array.isArray(value)) return value.map((inner) => sized(inner, number))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      ['Age', 'Year', 'Month'].includes(name) ? inner : sized(inner, number),
    ]),
  )
}

const read = (answer: unknown) => {
  const reading = readForecast(JSON.stringify(answer))
  if (!reading.ok) throw new Error(reading.error.message)
  return reading.value
}

describe.each([1e308, -1e308, 1.0001e15])(
  'an answer with %d in place of every number',
  (number) => {
    const reading = read(sized(forecastAnswer(), number))

    test('is read with its numbers left out, and a note for each field or list', () => {
      expect(reading.strategies.map(({ goal, savingsRate }) => [goal, savingsRate])).toEqual(
        reading.strategies.map(() => [null, null]),
      )
      const [strategy] = reading.strategies
      expect(strategy?.percentiles.map((each) => each.sustainableRetirementIncome)).toEqual(
        strategy?.percentiles.map(() => null),
      )
      expect(strategy?.percentiles.flatMap(({ totalWealth }) => [...totalWealth.values])).toEqual(
        [],
      )
      const noted = reading.notes.map(({ path, message }) => `${path} ${message}`).join('\n')
      expect(noted).toMatch(/NetRetirementIncomeGoal is too large a number; left out/)
      expect(noted).toMatch(/HistoricalScenarios.*numbers are too large; left out/)
    })

    test('gives a report whose text fits on its pages', async () => {
      const { pages } = await draw({ today: aForecast({ reading }) })
      expectWell(pages)
    })
  },
)

test.each([-1e300, -1, 150.5])('an age of %d is left out and noted', (age) => {
  const [first, ...others] = forecastAnswer().StrategyOutput
  const { strategies, notes } = read({
    StrategyOutput: [{ ...first, RetirementAge: String(age) }, ...others],
  })
  expect(strategies[0]?.retirementAge).toBeNull()
  expect(strategies[1]?.retirementAge).not.toBeNull()
  expect(notes).toMatchObject([{ path: 'StrategyOutput[0].RetirementAge' }])
  const information = readCaseInformation(
    JSON.stringify({ SocialSecurity: [], LifeExpectancy: { Age: age } }),
  )
  expect(information).toMatchObject({ ok: true, value: { lifeExpectancyAge: null } })
})
