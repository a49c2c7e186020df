import { describe, expect, test } from 'vitest'
import type { Holding } from '#shared/participant/profile.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { inputDifferences } from '#shared/strategy/changes/input-differences.ts'
import type { ForecastChanges, RateChange } from '#shared/express/changes.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import { amountOf } from '#test/support/figures/sides.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { cautionWords } from '#shared/strategy/changes/cautions.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { changesOf } from '#shared/strategy/changes/review-changes.ts'
import { aProfile, anAccount } from '#test/support/samples/scripted-people.ts'
import { emptyStrategy } from './sample-forecast.ts'

const savings = (value: number, dollarAmount: number) => [
  {
    account: 'A1',
    components: [
      {
        planId: 'ACME401K',
        type: 'Pretax',
        value,
        isRoth: false,
        numberOfYears: null,
        dollarAmount,
      },
    ],
  },
]
const funds = (shares: Readonly<Record<string, number>>) => [
  {
    accountId: 'A1',
    rows: Object.entries(shares).map(([name, Percent]) => ({
      FundId: name,
      Name: `Fund ${name}`,
      Percent,
    })),
  },
]
const held = (fundId: string, balance: number): Holding => ({
  fundId,
  fundIdType: 'CusFundID',
  name: '',
  transactionId: '',
  balance,
  currentMin: null,
  currentMax: null,
  futureMax: null,
})
const reading = {
  strategies: [
    {
      ...emptyStrategy('Current'),
      retirementAge: 67,
      savingsRateDetail: savings(6, 5520),
      investmentSelections: funds({ X: 60, Y: 40 }),
    },
    {
      ...emptyStrategy('Revised'),
      retirementAge: 65,
      savingsRateDetail: savings(9, 8280),
      investmentSelections: funds({ X: 45, Y: 40, Z: 15 }),
    },
  ],
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
  communicationXml: '',
  notes: [],
}
const sending = (Value: string) => [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value }]
const saved: SavedAnswer = {
  id: 'rec-1',
  savedAt: '2026-11-20T10:00:00.000Z',
  environment: { id: 'uat', name: 'UAT', kind: 'uat' },
  subject: { participantId: 'P-1', name: 'Maria' },
  profile: null,
  reading,
  inputs: {},
}
const units = { readAs: usualReadAs, source: 'UAT' }

/** The accounts, savings and recommendations of `changes`, with figures as numbers. */
const inNumbers = ({ accounts, savings, recommended, retirementAge }: ForecastChanges) => {
  const rate = ({ account, label, today, from, to }: RateChange) => ({
    ...{ account, label, today },
    from: amountOf(from.percent),
    to: amountOf(to.percent),
    fromDollars: amountOf(from.dollars),
    toDollars: amountOf(to.dollars),
  })
  return {
    accounts: accounts.map(({ funds, ...account }) => ({
      ...account,
      funds: funds.map(({ id, name, from, to }) => ({
        ...{ id, name },
        from: amountOf(from),
        to: amountOf(to),
      })),
    })),
    savings: savings.map(rate),
    retirementAge: {
      today: retirementAge.today,
      from: amountOf(retirementAge.from),
      to: amountOf(retirementAge.to),
    },
    lines: recommended.lines.map((line) => ({
      became: line.became,
      values: line.kind === 'age' ? line.values : line.values.map(rate),
    })),
  }
}

describe('the changes in a forecast', () => {
  test('name the last of several identical runs, and how many there were', () => {
    const lastRunAt = '2026-11-20T10:02:00.000Z'
    expect(changesOf({ ...saved, runs: 11, lastRunAt }, null, units, {})).toMatchObject({
      madeAt: lastRunAt,
      runs: 11,
    })
    expect(changesOf(saved, null, units, {})).not.toHaveProperty('runs')
  })

  test('show funds, savings rates and retirement age, before and after, by familiar names', () => {
    const changes = changesOf(saved, null, units, {
      RetirementAge: 65,
      SavingsRateDetails: sending('9'),
    })
    const rate = {
      account: 'ACME401K 401(k)',
      label: 'Pre-tax',
      today: 'forecast',
      from: 6,
      to: 9,
      fromDollars: 5520,
      toDollars: 8280,
    }
    const age = { account: '', label: 'Retirement age', today: 'service', from: 67, to: 65 }
    expect(changes).toMatchObject({
      kind: 'forecast',
      forecastId: 'rec-1',
      madeAt: '2026-11-20T10:00:00.000Z',
      proposes: true,
      recommended: { annuities: [], rules: [] },
      accountMappings: reading.accountMappings,
    })
    expect(inNumbers(changes)).toEqual({
      retirementAge: { today: 'forecast', from: 67, to: 65 },
      accounts: [
        {
          account: 'ACME401K 401(k)',
          today: 'forecast',
          unread: false,
          staying: 1,
          funds: [
            { id: 'X', name: 'Fund X', from: 60, to: 45 },
            { id: 'Z', name: 'Fund Z', from: 0, to: 15 },
          ],
        },
      ],
      savings: [rate],
      lines: [
        { became: 'sent', values: [age] },
        { became: 'sent', values: [rate] },
      ],
    })
    // The accepted, sent and recommended lines share one figure.
    const [sent] = changes.savings
    const line = changes.recommended.lines[1]
    expect(line?.kind === 'rate' && line.values[0]?.to).toEqual(sent?.to)
    expect(sent?.to.percent?.id).toMatch(/^rec-1\/StrategyOutput\[Revised\]\/savings\//)
  })

  test('list a rate that is not a percent of pay as impossible to send, with the reason', () => {
    const strategies = reading.strategies.map((strategy) =>
      strategy.type === 'Revised'
        ? { ...strategy, savingsRateDetail: savings(120, 110_400) }
        : strategy,
    )
    const { recommended } = changesOf(
      { ...saved, reading: { ...reading, strategies } },
      null,
      units,
      {},
    )
    expect(recommended.lines.filter(({ kind }) => kind === 'rate')).toMatchObject([
      {
        became: 'notSent',
        why: 'no rate is below 0% or above 100% of pay, and no age above 130',
        values: [{ to: { percent: { steps: [{ text: '120' }] } } }],
      },
    ])
  })

  const cautions = (
    forecast: SavedAnswer,
    profile: Parameters<typeof changesOf>[1],
    sent: Parameters<typeof changesOf>[3],
  ) =>
    cautionWords(changesOf(forecast, profile, units, sent).recommended.cautions).map((words) =>
      written(words, americanWriter),
    )

  test('warn that the recommendation is for a retirement age and a claim age that are not sent', () => {
    const asked = { ...saved, inputs: { RetirementAge: 70 } }
    const forAge =
      'The recommended funds and rates are for retiring at 70, which is not sent: the service may choose others.'
    expect(cautions(asked, null, {})).toEqual([forAge])
    const unsent = changesOf(asked, null, units, {}).recommended.cautions
    expect(
      cautionWords(unsent, 'their', true).map((words) => written(words, americanWriter)),
    ).toEqual(['The recommended funds and rates were for retiring at 70, which was not sent.'])
    expect(cautions(asked, null, { RetirementAge: 66 })).toEqual([forAge])
    expect(cautions(asked, null, { RetirementAge: 70 })).toEqual([])
    const claim = { age: 70, benefit: 30_000, amount: 30_000, startYear: '2040' }
    expect(cautions({ ...asked, claim }, null, {})).toEqual([
      'The recommended funds and rates are for retiring at 70 and claiming Social Security at 70, which are not sent: the service may choose others.',
    ])
    const current = {
      ...saved,
      claim,
      reading: { ...reading, strategies: [emptyStrategy('Current')] },
    }
    expect(cautions(current, null, {})).toEqual([])
  })

  test('warn of sent rates that are together lower than the file’s, even if the forecast was run with still lower ones', () => {
    const profile = aProfile({
      accounts: [anAccount({ planId: 'ACME401K' })],
      salary: 100_000,
      contributions: [
        { kind: 'pretax', planId: 'ACME401K', rate: 8, amount: null, attributes: {}, line: 1 },
      ],
    })
    const tried = {
      ...saved,
      profile,
      inputs: { SavingsRateDetails: sending('3') },
      reading: {
        ...reading,
        strategies: [
          { ...emptyStrategy('Current'), savingsRateDetail: savings(3, 3000) },
          { ...emptyStrategy('Revised'), savingsRateDetail: savings(5, 5000) },
        ],
      },
    }
    const rates = (Value: string) => ({ SavingsRateDetails: sending(Value) })
    expect(cautions(tried, profile, rates('5'))).toEqual([
      'This lowers their savings from 8% to 5%.',
    ])
    expect(cautions(tried, profile, rates('8'))).toEqual([])
    expect(cautions(tried, profile, {})).toEqual([])
    const roth = { PlanId: 'ACME401K', SavingsType: 'Roth', Value: '3' }
    const moved = { SavingsRateDetails: [...sending('5'), roth] }
    expect(cautions(tried, profile, moved)).toEqual([])
  })

  test('warn of the sale of one company’s stock', () => {
    const stock = (before: number, after: number) => ({
      ...saved,
      reading: {
        ...reading,
        strategies: [before, after].map((percent, index) => ({
          ...emptyStrategy(index === 0 ? 'Current' : 'Revised'),
          investmentSelections: [
            {
              accountId: 'A1',
              rows: [{ FundId: 'S', Name: 'Company Stock', Percent: percent }],
            },
          ],
        })),
      },
    })
    expect(cautions(stock(60, 0), null, {}).join()).toContain('Ask a tax adviser first.')
    expect(cautions(stock(60, 60), null, {})).toEqual([])
  })

  test('list what was recommended and whether it was sent, replaced by another value, or not sent', () => {
    const became = (sent: Parameters<typeof changesOf>[3]) =>
      changesOf(saved, null, units, sent).recommended.lines.map((line) => line.became)
    expect(became({})).toEqual(['notSent', 'notSent'])
    expect(became({ RetirementAge: 66 })).toEqual(['replaced', 'notSent'])
    expect(became({ SavingsRateDetails: sending('8') })).toEqual(['notSent', 'replaced'])
    expect(became({ RetirementAge: 65, SavingsRateDetails: sending('9') })).toEqual([
      'sent',
      'sent',
    ])
  })

  test('include no recommendation for a forecast of only the current strategy', () => {
    const current = {
      ...saved,
      reading: { ...reading, strategies: reading.strategies.slice(0, 1) },
    }
    expect(changesOf(current, null, units, {})).toMatchObject({
      proposes: false,
      retirementAge: { from: { id: 'rec-1/StrategyOutput[Current]/retirementAge' }, to: null },
    })
  })
})

describe('a change from today', () => {
  const rate = (kind: 'pretax' | 'roth', planId: string, percent: number) => ({
    kind,
    planId,
    rate: percent,
    amount: null,
    attributes: {},
    line: 1,
  })
  const whatIf = {
    ...saved,
    inputs: {
      RetirementAge: 67,
      SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: '0', Value: '12' }],
    },
    reading: {
      ...reading,
      strategies: [
        {
          ...emptyStrategy('Current'),
          retirementAge: 67,
          savingsRateDetail: savings(12, 11_040),
          investmentSelections: funds({ X: 60, Y: 40 }),
        },
        {
          ...emptyStrategy('Revised'),
          retirementAge: 67,
          savingsRateDetail: savings(15, 13_800),
          investmentSelections: funds({ X: 45, Y: 55 }),
        },
      ],
    },
  }

  const accepted = { RetirementAge: 67, SavingsRateDetails: sending('15') }

  test('starts from the value in the file (9%), not from a tried value (12%)', () => {
    const profile = aProfile({
      contributions: [rate('pretax', 'acme401k', 9), rate('roth', 'ACME401K', 3)],
      accounts: [anAccount({ planId: 'ACME401K', holdings: [held('X', 750), held('Y', 250)] })],
    })
    const changes = changesOf(whatIf, profile, units, accepted)
    expect(inNumbers(changes).savings).toMatchObject([
      { today: 'file', from: 9, fromDollars: 8280, to: 15, toDollars: 13_800 },
    ])
    expect(inNumbers(changes).accounts).toMatchObject([
      {
        today: 'file',
        funds: [
          { id: 'X', from: 75, to: 45 },
          { id: 'Y', from: 25, to: 55 },
        ],
      },
    ])
    expect(inNumbers(changes).retirementAge).toEqual({ today: 'unknown', from: null, to: 67 })
  })

  test('starts from an unknown value if the file has none, not from a tried value', () => {
    const changes = changesOf(
      whatIf,
      aProfile({ contributions: [], accounts: [] }),
      units,
      accepted,
    )
    expect(inNumbers(changes).savings).toMatchObject([{ today: 'unknown', from: null, to: 15 }])
    expect(inNumbers(changes).accounts).toMatchObject([
      { today: 'forecast', funds: [{ from: 60 }, { from: 40 }] },
    ])
  })

  test('is listed only for what is sent, not for other recommendations', () => {
    const profile = aProfile({ contributions: [rate('pretax', 'ACME401K', 9)] })
    const { savings, retirementAge } = changesOf(whatIf, profile, units, {})
    expect([savings, retirementAge.to]).toEqual([[], null])
    // A rate that was neither tried nor recommended changes from the file's value to the sent one,
    // in dollars of the file's pay.
    const other = changesOf(whatIf, profile, units, { SavingsRateDetails: sending('11') })
    expect(inNumbers(other).savings).toMatchObject([
      { today: 'file', from: 9, to: 11, toDollars: 10_120 },
    ])
  })

  test('starts from the file even for a rate of a plan that is not in the forecast', () => {
    const profile = aProfile({ contributions: [rate('roth', 'OTHER', 4)] })
    const details = [{ PlanId: 'OTHER', SavingsType: 'Roth', Value: '6' }]
    const changes = changesOf(whatIf, profile, units, { SavingsRateDetails: details })
    expect(inNumbers(changes).savings).toMatchObject([
      { account: 'OTHER', label: 'Roth', today: 'file', from: 4, to: 6 },
    ])
  })

  test('starts from a rule without a plan only if a single plan has savings', () => {
    const profile = aProfile({ contributions: [rate('pretax', '', 9)] })
    expect(inNumbers(changesOf(whatIf, profile, units, accepted)).savings).toMatchObject([
      { today: 'file', from: 9 },
    ])
  })
})

describe('a difference between what is sent and the forecast', () => {
  test('is not reported if the inputs are the same in another order', () => {
    const rate = (PlanId: string) => ({ PlanId, SavingsType: '0', Value: '6' })
    expect(
      inputDifferences(
        { SavingsRateDetails: [rate('A'), rate('B')] },
        { SavingsRateDetails: [rate('B'), rate('A')] },
      ),
    ).toEqual([])
    expect(inputDifferences({}, {})).toEqual([])
  })

  test("is not reported if exactly the forecast's recommendation is sent, even in place of a tried value", () => {
    const { lines } = recommendationOf(saved, null)
    const accepted = { RetirementAge: 65, SavingsRateDetails: sending('9') }
    expect(inputDifferences({}, accepted, lines)).toEqual([])
    const tried = { RetirementAge: 70, SavingsRateDetails: sending('8') }
    expect(inputDifferences(tried, accepted, lines)).toEqual([])
    expect(
      inputDifferences(tried, { RetirementAge: 66, SavingsRateDetails: sending('9') }, lines),
    ).toEqual(['The forecast was run with retirement age 70; this is sent with 66.'])
  })

  test('is reported in a sentence for each input that differs', () => {
    const forecast = { RetirementAge: 67, Salary: 92_000, ExcludeSocialSecurity: true }
    const sent = {
      RetirementAge: 65,
      ExcludeSocialSecurity: false,
      Gender: 'F',
      SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '4.5' }],
    }
    expect(inputDifferences(forecast, sent)).toEqual([
      'The forecast was run with retirement age 67; this is sent with 65.',
      'The forecast was run with salary $92,000; this leaves salary to the service.',
      'The forecast was run with the service’s own savings rates; this is sent with savings rates A, type 0: 4.5%.',
      'The forecast was run with Social Security left out; this is sent with Social Security counted in.',
      'The forecast was run with the service’s own gender; this is sent with gender F.',
    ])
  })
})
