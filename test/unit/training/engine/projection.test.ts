import { describe, expect, it } from 'vitest'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { forecast, forecastCurrent } from '#electron/training/engine/forecast.ts'
import type { FullStrategyOutput } from '#electron/training/engine/output/strategy-output.ts'
import { householdOf } from '#electron/training/engine/person/household.ts'
import { payYear } from '#electron/training/engine/paths/simulation.ts'
import { currentStrategy } from '#electron/training/engine/advice/advice.ts'
import { coefficientsOf, planOf } from '#electron/training/engine/plan.ts'
import { account, contribution, holding, randomPeople, saver, today } from './support/people.ts'

/** How many people the identities are checked for, and how many paths each person gets. */
const peopleCount = 200
const paths = 100
const seed = 'identities'
const examples = examplePeople.map(({ id, xml }) => {
  const reading = readParticipantXml(xml)
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error(`${id} cannot be read`)
  return profile
})
const people = [...examples, ...randomPeople(seed, peopleCount)]
/** Milliseconds before a test times out, long enough for a busy machine. */
const patience = 60_000

type FullPercentile = FullStrategyOutput['Percentile'][number]

const sumAt = (
  series: readonly { readonly Values: readonly { readonly Value: number }[] }[],
  index: number,
): number => series.reduce((sum, { Values }) => sum + (Values[index]?.Value ?? Number.NaN), 0)

const agesOf = (list: {
  readonly Values: readonly { readonly Age: string }[]
}): readonly string[] => list.Values.map(({ Age }) => Age)

/** All contradictions in one percentile, in words; an `expect` in the inner loop would be slow. */
const contradictions = (entry: FullPercentile, retirementAge: number): readonly string[] => {
  const found: string[] = []
  const claim = (holds: boolean, what: string): void => {
    if (!holds) found.push(what)
  }
  const ages = agesOf(entry.TotalWealth).join()
  const first = Number(entry.TotalWealth.Values[0]?.Age)
  claim(Number(entry.TotalWealth.Values.at(-1)?.Age) >= 95, 'ends before 95')
  for (const list of [
    entry.OverallEndingBalance,
    entry.Taxes,
    ...entry.IncomeSources,
    ...entry.AccountBalance,
  ]) {
    claim(agesOf(list).join() === ages, 'an array with other ages')
  }
  const incomes = entry.IncomeSources.filter(({ Type }) => Type === 'AccountIncome')
  const keyOf = ({
    Account,
    ContributionType,
  }: {
    Account: string
    ContributionType: string
  }): string => `${Account}/${ContributionType}`
  claim(
    incomes.map(keyOf).join() === entry.AccountBalance.map(keyOf).join(),
    'incomes and balances differ',
  )
  for (const [index, { Age, Value: total }] of entry.TotalWealth.Values.entries()) {
    const age = first + index
    claim(Age === String(age), `${Age}: ages are not continuous`)
    claim(
      Math.abs(sumAt(entry.AccountBalance, index) - total) < 0.0001,
      `${Age}: accounts do not add up to the wealth`,
    )
    const next = entry.TotalWealth.Values[index + 1]
    claim(
      !next || entry.OverallEndingBalance.Values[index]?.Value === next.Value,
      `${Age}: does not roll forward`,
    )
    const tax = entry.Taxes.Values[index]?.Value ?? Number.NaN
    const kept = sumAt(entry.IncomeSources, index)
    const shownTax =
      entry.IncomeSources.find(({ Type }) => Type === 'Taxes')?.Values[index]?.Value ?? 0
    claim(
      shownTax === -tax || (tax === 0 && shownTax === 0),
      `${Age}: the tax among the sources is another`,
    )
    claim(tax >= 0, `${Age}: tax below zero`)
    if (age < retirementAge)
      claim(sumAt(incomes, index) === 0, `${Age}: withdrawals before retirement`)
    else
      claim(
        kept >= entry.SustainableRetirementIncome - 0.05,
        `${Age}: ${kept} is less than the sustainable income`,
      )
    for (const [position, { Values }] of incomes.entries()) {
      const balance = entry.AccountBalance[position]?.Values[index]?.Value ?? Number.NaN
      const paid = Values[index]?.Value ?? Number.NaN
      claim(paid >= 0 && paid <= balance + 0.01, `${Age}: ${paid} paid out of ${balance}`)
    }
  }
  return found
}

describe(`identities for the example people and ${peopleCount} random ones (seed "${seed}")`, () => {
  it.each(people.map((profile) => [profile.userId, profile] as const))(
    'hold for %s',
    (_, profile) => {
      const { StrategyOutput, AccountMappings } = forecast({ profile, today, paths })
      expect(StrategyOutput.map(({ StrategyType }) => StrategyType)).toEqual(['Current', 'Revised'])
      expect(new Set(AccountMappings.map(({ AccountId }) => AccountId)).size).toBe(
        profile.accounts.length,
      )
      const balance = profile.accounts.reduce((sum, one) => sum + one.balance, 0)
      for (const strategy of StrategyOutput) {
        expect(strategy.Percentile.map(({ Percentage }) => Percentage)).toEqual([10, 50, 90])
        for (const entry of strategy.Percentile) {
          expect(contradictions(entry, Number(strategy.RetirementAge))).toEqual([])
          expect(entry.TotalWealth.Values[0]?.Value).toBeCloseTo(balance, 1)
        }
        const mixes = [
          strategy.AssetMixHousehold,
          ...Object.values(strategy.AssetMixAdvisableAccounts),
        ]
        for (const { Asset } of mixes) {
          const total = Asset.reduce((sum, { Weight }) => sum + Number(Weight), 0)
          if (Asset.length > 0) expect(total).toBeCloseTo(100, 9)
          else expect(profile.accounts).toHaveLength(0)
        }
        for (const [id, rows] of Object.entries(strategy.InvestmentSelections)) {
          const mapped = AccountMappings.findIndex(({ AccountId }) => AccountId === id)
          expect(rows.reduce((sum, row) => sum + row.Percent, 0)).toBeCloseTo(100, 6)
          expect(rows.reduce((sum, row) => sum + row.Amount, 0)).toBeCloseTo(
            profile.accounts[mapped]?.balance ?? Number.NaN,
            2,
          )
        }
        const [poor, average, good] = strategy.Percentile.map(
          (entry) => entry.SustainableRetirementIncome,
        )
        expect(poor).toBeLessThanOrEqual((average ?? 0) + 0.01)
        expect(average).toBeLessThanOrEqual((good ?? 0) + 0.01)
        expect(JSON.stringify(strategy)).not.toContain('null')
      }
    },
    patience,
  )
})

describe('the engine', { timeout: patience }, () => {
  it('answers the same request with exactly the same bits', () => {
    const input = { profile: saver(), today, RetirementAge: 66 }
    expect(JSON.stringify(forecast(input))).toBe(JSON.stringify(forecast(input)))
  })

  it('uses the same markets for two forecasts of one person, and different markets for another person', () => {
    const incomeOf = (userId: string) =>
      forecastCurrent({ profile: saver({ userId }), today }).StrategyOutput[0]?.Percentile[1]
        ?.SustainableRetirementIncome
    expect(incomeOf('one')).not.toBe(incomeOf('two'))
    expect(incomeOf('one')).toBe(incomeOf('one'))
  })
})

describe('the reduced form', () => {
  it('has exactly the specified fields', () => {
    const [strategy, ...others] = forecastCurrent({ profile: saver(), today }).StrategyOutput
    expect(others).toEqual([])
    expect(Object.keys(strategy ?? {}).sort()).toEqual(
      [
        'AssetMixAdvisableAccounts',
        'AssetMixHousehold',
        'InvestmentSelections',
        'ModelPortfolioIndex',
        'Percentile',
        'Rating',
        'RetirementAge',
        'RiskLevel',
        'SavingsRate',
        'SocialSecurity',
        'StrategyType',
      ].sort(),
    )
    for (const entry of strategy?.Percentile ?? []) {
      expect(Object.keys(entry).sort()).toEqual(
        [
          'IncomeSources',
          'Label',
          'Percentage',
          'SustainableRetirementIncome',
          'TotalWealth',
        ].sort(),
      )
    }
  })
})

describe('withdrawals', () => {
  const retiredPlan = (dateOfBirth: string, balances: readonly number[]) => {
    const household = householdOf({
      profile: saver({
        dateOfBirth,
        salary: 0,
        contributions: [],
        accounts: [
          account('PRE', [holding('BDI01', balances[0] ?? 0)]),
          account('ROTH', [holding('BDI01', balances[1] ?? 0)], { planType: 'Roth IRA' }),
        ],
      }),
      today,
      ExcludeSocialSecurity: true,
    })
    const strategy = currentStrategy(household)
    return planOf(
      { ...household, retirementAge: household.age },
      strategy,
      coefficientsOf(household, strategy),
    )
  }

  it('from 265,000 at 73 include the required 10,000 even if nothing is needed, and what is left after tax is saved outside plans', () => {
    const plan = retiredPlan('1953-05-01', [265_000, 0])
    const balances = Float64Array.from(plan.opening)
    expect(payYear(plan, balances, 0, 0)).toBeCloseTo(10_000, 6)
    expect(Array.from(balances)).toEqual([expect.closeTo(255_000, 6), 0, expect.closeTo(10_000, 6)])
  })

  it('take money outside plans first, then Roth, then pre-tax', () => {
    const plan = retiredPlan('1960-05-01', [50_000, 5_000])
    const balances = Float64Array.of(50_000, 5_000, 3_000)
    payYear(plan, balances, 0, 2_000)
    expect(Array.from(balances)).toEqual([50_000, 5_000, 1_000])
    payYear(plan, balances, 0, 4_000)
    expect(Array.from(balances)).toEqual([50_000, 2_000, 0])
    payYear(plan, balances, 0, 6_000)
    expect(Array.from(balances)).toEqual([46_000, 0, 0])
  })

  it('report if the need cannot be met', () => {
    const plan = retiredPlan('1960-05-01', [1_000, 0])
    expect(payYear(plan, Float64Array.of(1_000, 0, 0), 0, 5_000)).toBeLessThan(0)
  })
})

describe('an answer', { timeout: patience }, () => {
  it('has RisOutput only for people over 55, and sales only for people with a single stock', () => {
    const revisedOf = (profile = saver()) => forecast({ profile, today, paths }).StrategyOutput[1]
    expect(revisedOf()?.RisOutput.Recommendations).toEqual([])
    expect(revisedOf(saver({ dateOfBirth: '1965-01-01' }))?.RisOutput.AnnuityType).toBe('GMWB')
    expect(revisedOf()?.CSSellOffData).toEqual([])
    const holdings = [holding('STK01', 90_000), holding('TSM01', 1_000), holding('BDI01', 0)]
    const concentrated = saver({ accounts: [account('S', holdings)] })
    expect(revisedOf(concentrated)?.CSSellOffData).toHaveLength(4)
  })

  it('recommends no annuity of less than $10,000', () => {
    const annuityFor = (balance: number) =>
      forecast({
        profile: saver({
          dateOfBirth: '1961-06-01',
          accounts: [account('S', [holding('TSM01', balance)])],
        }),
        today,
        paths,
      }).StrategyOutput[1]?.RisOutput.Recommendations[0]
    expect(annuityFor(500)).toMatchObject({ Percentage: 0, Amount: 0 })
    expect(annuityFor(300_000)?.Amount).toBeGreaterThan(10_000)
  })

  it('accepts a desired income as percent of salary or as dollars', () => {
    const goalOf = (Type: string, Value: string) =>
      forecast({ profile: saver(), today, paths, DesiredRetirementIncome: { Type, Value } })
        .StrategyOutput[0]?.NetRetirementIncomeGoal
    expect(goalOf('Percent', '80')).toBe(64_000)
    expect(goalOf('0', '50')).toBe(40_000)
    expect(goalOf('Dollar', '55000')).toBe(55_000)
    expect(
      forecast({ profile: saver(), today, paths }).StrategyOutput[0]?.NetRetirementIncomeGoal,
    ).toBe(56_000)
  })

  it('uses the requested rate of a source instead of the recorded one', () => {
    const rateOf = (SavingsType: string, Value: string) =>
      forecast({
        profile: saver(),
        today,
        paths,
        SavingsRateDetails: [{ PlanId: 'PLAN1', SavingsType, Value }],
      }).StrategyOutput[0]?.SavingsRate
    expect(rateOf('0', '10')).toBe(10)
    expect(rateOf('Roth', '4')).toBe(10)
  })

  it('adds a pension that is paid while still working to savings, after tax', () => {
    const profile = saver({
      pensions: [{ amount: 12_000, startYear: '2030', cola: true, line: 1 }],
    })
    const entry = forecast({ profile, today, paths }).StrategyOutput[0]?.Percentile[1]
    const at = (series: string, index: number) =>
      entry?.[series === 'Pension' ? 'IncomeSources' : 'AccountBalance'].find(
        ({ Type, Account }) => Type === series || Account === series,
      )?.Values[index]?.Value ?? Number.NaN
    expect(at('Pension', 3)).toBe(0)
    expect(at('Pension', 4)).toBeGreaterThan(10_000)
    expect(at('TAXABLE', 4)).toBe(0)
    expect(at('TAXABLE', 5)).toBeCloseTo(at('Pension', 4) - (entry?.Taxes.Values[4]?.Value ?? 0), 1)
  })

  it('keeps the buying power of a pension with COLA, and lets inflation reduce one without', () => {
    const pensionOf = (cola: boolean): readonly number[] => {
      const profile = saver({ pensions: [{ amount: 12_000, startYear: '2026', cola, line: 1 }] })
      const sources =
        forecastCurrent({ profile, today, paths }).StrategyOutput[0]?.Percentile[1]
          ?.IncomeSources ?? []
      return sources.find(({ Type }) => Type === 'Pension')?.Values.map(({ Value }) => Value) ?? []
    }
    expect(new Set(pensionOf(true))).toEqual(new Set([12_000]))
    expect(pensionOf(false)[0]).toBe(12_000)
    expect(pensionOf(false)[10]).toBeCloseTo(12_000 / 1.024 ** 10, 1)
  })

  it('recommends little to somebody who is already well placed', () => {
    const placed = saver({
      accounts: [
        account('T', [holding('TD045', 900_000), holding('BDI01', 0), holding('SCV01', 0)]),
      ],
      contributions: [contribution('pretax', 15)],
    })
    const [current, revised] = forecast({ profile: placed, today }).StrategyOutput
    expect(revised?.InvestmentSelections).toEqual(current?.InvestmentSelections)
    expect(revised?.SavingsRate).toBe(current?.SavingsRate)
  })
})
