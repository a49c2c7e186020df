import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/json.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { annuityOf, annuityWords } from '#shared/strategy/statement/investments/annuity.ts'
import { stockWarnings } from '#shared/strategy/statement/investments/company-stock.ts'
import { costWords, fundCosts } from '#shared/strategy/statement/investments/fund-costs.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { historyOf, historySentence } from '#shared/strategy/statement/investments/history.ts'
import { amountOf, inWords, sidesWith } from '#test/support/figures/sides.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { emptyStrategy, revisedStrategy } from '../sample-forecast.ts'

type Row = Readonly<Record<string, Json>>
const strategy = (
  type: 'Current' | 'Revised',
  rows: readonly Row[],
  over: Partial<Strategy> = {},
): Strategy => ({
  ...emptyStrategy(type),
  investmentSelections: [{ accountId: 'A1', rows: [...rows] }],
  ...over,
})
const fund = (FundId: string, Percent: number, ExpenseRatio?: number): Row => ({
  FundId,
  FundName: `Fund ${FundId}`,
  Percent,
  Amount: Percent * 1000,
  ...(ExpenseRatio === undefined ? {} : { ExpenseRatio }),
})
/** A file whose account A1 holds funds with these expense ratios. */
const file = (ratios: Readonly<Record<string, number>>): ParticipantProfile => {
  const whole = aProfile()
  const [account] = whole.accounts
  const [holding] = account?.holdings ?? []
  if (!account || !holding) throw new Error('an account with a fund')
  const holdings = Object.entries(ratios).map(([fundId, expense]) => ({
    ...holding,
    fundId,
    expense,
  }))
  return { ...whole, accounts: [{ ...account, planId: 'A1', holdings }] }
}
const names = ['Today', 'Recommended'] as const
const costs = (
  before: readonly Row[],
  after: readonly Row[],
  profile: ParticipantProfile | null = null,
) => {
  const sides = sidesWith(strategy('Current', before), strategy('Revised', after))
  return inWords(costWords(fundCosts(fundsOf(sides, [], profile)), names))
}

test('a fund in several rows of an account counts once, with the sum of the rows', () => {
  const sides = sidesWith(
    strategy('Current', [fund('X', 30), fund('X', 20), fund('Y', 50)]),
    strategy('Revised', [fund('X', 20), fund('Y', 80)]),
  )
  const [x] = fundsOf(sides)[0]?.funds ?? []
  expect([x?.percent.current, x?.percent.revised, x?.points].map(amountOf)).toEqual([50, 20, -30])
  expect(x?.percent.current?.steps).toHaveLength(2)
  expect(x?.isChanged).toBe(true)
})

describe('what the funds cost', () => {
  test('is each fund’s dollars times its own expense ratio, added up before and after the change, with the difference', () => {
    expect(
      costs([fund('X', 40, 0.5), fund('Y', 60, 0.1)], [fund('X', 10, 0.5), fund('Y', 90, 0.1)]),
    ).toBe(
      'Fund fees: $260 a year (Today), $140 a year (Recommended): $120 a year less. The funds’ own expense ratios, from the answer.',
    )
    expect(costs([fund('X', 100, 0.1)], [fund('Y', 100, 0.5)])).toContain('$400 a year more')
    expect(costs([fund('X', 100, 0.1)], [fund('Y', 100, 0.1)])).toContain(': no change.')
  })

  test('comes from the file if the answer has no ratio, and the sentence says so', () => {
    expect(costs([fund('X', 100)], [fund('Y', 100)], file({ X: 0.7, Y: 0.2 }))).toBe(
      'Fund fees: $700 a year (Today), $200 a year (Recommended): $500 a year less. The funds’ own expense ratios, from the file.',
    )
    expect(costs([fund('X', 100)], [fund('Y', 100, 0.2)], file({ X: 0.7 }))).toContain(
      'from the answer and the file.',
    )
  })

  test('is unknown if one ratio is missing on that side, and the sentence says so', () => {
    expect(costs([fund('X', 100, 0.7)], [fund('X', 50, 0.7), fund('Y', 50)])).toBe(
      'Fund fees: $700 a year (Today), not known for 1 of 2 funds (Recommended). The funds’ own expense ratios, from the answer.',
    )
    expect(costs([fund('X', 100)], [fund('Y', 100)])).toBe(
      'Fund fees are not known: neither the answer nor the file has expense ratios.',
    )
  })
})

test('a fund that only one side lists changes by its whole share; a fund that is the same on both sides does not change', () => {
  const sides = sidesWith(
    strategy('Current', [fund('X', 60), fund('Y', 40)]),
    strategy('Revised', [fund('Y', 40), fund('Z', 60)]),
  )
  expect(
    fundsOf(sides)[0]?.funds.map(({ id, points, isChanged }) => [id, amountOf(points), isChanged]),
  ).toEqual([
    ['X', -60, true],
    ['Y', 0, false],
    ['Z', 60, true],
  ])
})

describe('one company’s stock', () => {
  const stock = (percent: number, name = 'Company stock') => ({
    ...fund('S', percent),
    FundName: name,
  })
  const warnings = (
    before: number,
    after: number | null,
    {
      name = 'Company stock',
      planType = '401K',
      sales = [],
    }: { name?: string; planType?: string; sales?: Json[] } = {},
  ) => {
    const revised = after === null ? [] : [stock(after, name)]
    const sides = sidesWith(
      strategy('Current', [stock(before, name), fund('B', 100 - before)]),
      strategy('Revised', [...revised, fund('B', 100 - (after ?? 0))], { csSellOffData: sales }),
    )
    return stockWarnings(fundsOf(sides, [{ accountId: 'A1', planId: 'P1', planType }])).map(inWords)
  }
  const ask =
    'Selling may give up special tax treatment (net unrealized appreciation). Ask a tax adviser first.'

  test('has a warning if it is more than half of an account and would be sold', () => {
    for (const none of [0, null])
      expect(warnings(68, none)).toEqual([
        `More than half of P1 401(k) is one company’s stock (Company stock, 68%), and the recommendation would sell all of it. ${ask}`,
      ])
  })

  test('has a warning that says how much stays if only part of it would be sold', () => {
    expect(warnings(68, 5)).toEqual([
      `More than half of P1 401(k) is one company’s stock (Company stock, 68%), and the recommendation would sell part of it, down to 5%. ${ask}`,
    ])
  })

  test.each([
    ['half of the account or less', 50, 0, {}],
    ['stock that stays', 68, 68, {}],
    ['stock that is bought', 68, 80, {}],
    ['a fund of many companies', 68, 0, { name: 'International stock fund' }],
    ['stock in an IRA, which has no special tax treatment', 68, 0, { planType: 'IRA' }],
  ] as const)('has no warning for %s', (_, before, after, over) => {
    expect(warnings(before, after, over)).toEqual([])
  })

  test('is recognized by the service’s single-stock sales, whatever its name', () => {
    const over = { name: 'Autoworks Inc' }
    expect(warnings(68, 0, over)).toEqual([])
    expect(warnings(68, 0, { ...over, sales: [{ AccountId: 'A1', FundId: 'S' }] })).toHaveLength(1)
  })
})

test('a recommended annuity has its figures and a note on what these leave open and whether the income counts it; an annuity of zero is left out', () => {
  const ris = (percentage: number, amount: number) => {
    const { revised } = sidesWith(null, {
      ...emptyStrategy('Revised'),
      risOutput: {
        annuityType: 'GMWB',
        recommendations: [
          { annuityType: '', loweringAnnuitizationAdvisable: false, percentage, amount },
        ],
      },
    })
    return inWords(annuityWords(revised && annuityOf(revised)))
  }
  expect(ris(15, 91_872.15)).toBe(
    'An annuity (GMWB) is recommended: 15%, $91,872. The service does not say whether this income counts the annuity. The service does not say what the share is a share of, nor whether the amount is paid once or every year.',
  )
  expect(ris(0, 0)).toBe('')
})

test('a past period is shown with its return, the benchmark’s return, and the worst loss in between', () => {
  const { revised } = sidesWith(null, revisedStrategy)
  const [crisis] = revised === null ? [] : historyOf(revised)
  expect(crisis && inWords(historySentence(crisis))).toBe(
    'Over this period the mix returns −11.3%, the benchmark −24.7%. The worst fall on the way is −30.4%.',
  )
})
