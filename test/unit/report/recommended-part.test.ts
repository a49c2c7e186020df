import { expect, test } from 'vitest'
import type { Strategy } from '#shared/express/reading.ts'
import { currentStrategy, revisedStrategy, sampleForecast } from '../strategy/sample-forecast.ts'
import { aForecast, draw, textsOf } from './made-report.ts'

const at =
  (retirementAge: number, percent: number) =>
  (strategy: Strategy): Strategy => ({
    ...strategy,
    retirementAge,
    savingsRateDetail: [
      {
        account: 'A1',
        components: [
          {
            planId: 'ACME401K',
            type: 'Pretax',
            value: percent,
            isRoth: false,
            numberOfYears: null,
            dollarAmount: null,
          },
        ],
      },
    ],
  })
const readingOf = (...strategies: readonly Strategy[]) => ({
  ...sampleForecast,
  strategies: [...strategies],
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
})
const today = aForecast({
  reading: readingOf(at(65, 7)(currentStrategy), at(65, 10)(revisedStrategy)),
})

test('the caption of the recommended income states the age, the rate and the other inputs that were tried', async () => {
  const inputs = {
    RetirementAge: 67,
    Salary: 90_000,
    SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '9' }],
  }
  const plan = aForecast({
    id: 'plan',
    inputs,
    reading: readingOf(at(65, 9)(currentStrategy), at(67, 12)(revisedStrategy)),
  })
  const [first = ''] = textsOf(await draw({ today, plan }))
  expect(first).toContain('a month · saving 7%')
  expect(first).toContain('a month · retiring at 67, saving 9%, earning $90,000')
  expect(first).toContain(
    'a month · saving 12%, changing funds, with retiring at 67 and earning $90,000',
  )
  const [alone = ''] = textsOf(await draw({ today }))
  expect(alone).toContain('a month · saving 10%')
  expect(alone).not.toContain('retiring at')
})

test("the client's choice is not called the service's recommendation, and a note beside the recommended incomes says that they include it", async () => {
  const inputs = {
    RetirementAge: 67,
    SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '9' }],
  }
  const recommended = async (percent: number): Promise<string> => {
    const plan = aForecast({
      id: 'plan',
      inputs,
      reading: readingOf(at(65, 9)(currentStrategy), at(67, percent)(revisedStrategy)),
    })
    const all = textsOf(await draw({ today, plan })).join(' ')
    return /What the service recommends(.*?)Nothing has been enrolled/.exec(all)?.[1] ?? ''
  }
  const same = await recommended(9)
  expect(same).toContain(
    'Both columns include what you chose: retiring at 67 and saving 9% before tax.',
  )
  expect(same).toContain('Income, average markets')
  expect(same).not.toMatch(/Retirement age|You save before tax|What was accepted of it/)
  const more = await recommended(12)
  expect(more).toMatch(/What you chose Recommended .*You save before tax 9% 12%/)
  expect(more).not.toContain('Retirement age')
})

test('a table that cannot state the tried income says why', async () => {
  const without = (strategy: Strategy): Strategy => ({
    ...strategy,
    percentiles: strategy.percentiles.map((entry) => ({
      ...entry,
      retirementIncomeAtVariousRetirementAges: [],
    })),
  })
  const said = async (tried: Strategy) => {
    const inputs = { RetirementAge: 67 }
    const plan = aForecast({
      id: 'plan',
      inputs,
      reading: readingOf(tried, at(67, 12)(revisedStrategy)),
    })
    return textsOf(await draw({ today, plan })).join(' ')
  }
  const why =
    'The answer has no income for that alone, so what the recommendation adds to it is not known.'
  expect(await said(at(65, 9)(without(currentStrategy)))).toContain(why)
  expect(await said(at(67, 9)(currentStrategy))).not.toContain(why)
})
