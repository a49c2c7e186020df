import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import CaseResult from '#renderer/workspace/result/case-result.vue'
import ForecastResult from '#renderer/workspace/result/forecast-result.vue'
import { caseInformationAnswer } from '#test/operations/case-information.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedCase, aSavedForecast } from '../sample-saved.ts'

/**
 * Recomputes every figure in every chart's table from the answer's text, without the screen's code:
 * this file uses only the names in the specification.
 */

type Point = { readonly Age: string; readonly Value: number }
type Strategy = (typeof answer)['StrategyOutput'][number]
type Percentile = Strategy['Percentile'][number]

const sample = forecastAnswer()
/**
 * The sample answer with amounts and expenses for its funds. The recommendation moves 15 points of each account from
 * its first fund to its second.
 */
const answer = {
  ...sample,
  StrategyOutput: sample.StrategyOutput.map((strategy, index) => ({
    ...strategy,
    InvestmentSelections: Object.fromEntries(
      Object.entries(strategy.InvestmentSelections).map(([account, funds]) => [
        account,
        funds.map((fund, place) => {
          const Percentage = fund.Percentage + (index === 0 ? 0 : place === 0 ? -15 : 15)
          return {
            ...fund,
            Percentage,
            Amount: Percentage * 900,
            ExpenseRatio: [0.04, 0.61][place],
          }
        }),
      ]),
    ),
  })),
}
const text = JSON.stringify(answer)
const [current, revised] = answer.StrategyOutput
if (current === undefined || revised === undefined) throw new Error('the sample has two strategies')
const both = [current, revised] as const

const money = (value: number): string =>
  `${value < 0 ? '-' : ''}$${Math.round(Math.abs(value)).toLocaleString('en-US')}`
const asNumber = (cell: string): number =>
  (/^[-−]/.test(cell) ? -1 : 1) * Number(cell.replace(/[^\d]/g, ''))
const share = (value: number): string => `${Math.round(value * 10) / 10}%`
const at = (points: readonly Point[], age: number): number =>
  points.find((point) => Number(point.Age) === age)?.Value ?? 0
const the = (strategy: Strategy, percentage: number): Percentile => {
  const found = strategy.Percentile.find((each) => each.Percentage === percentage)
  if (found === undefined) throw new Error(`no percentile ${percentage}`)
  return found
}
const byValue = (one: number, other: number): number => one - other
const ages = current.Percentile[0]?.TotalWealth.Values.map(({ Age }) => Number(Age)) ?? []

/** Cells of the visible table by row; `inAll` joins the rows of all matching tables. */
const rowsOf = (caption: RegExp, inAll = false): string[][] => {
  const tables = page.getByRole('table', { name: caption })
  return (inAll ? tables.elements() : [tables.element()]).flatMap((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
    ),
  )
}

const showTableOf = async (name: string): Promise<void> => {
  const picture = page.getByRole('group', { name, exact: true })
  await expect.element(picture).toBeInTheDocument()
  await picture.getByRole('button', { name: /^Table/ }).click()
}

test('every chart’s figures match the answer', async () => {
  const reading = readForecast(text)
  if (!reading.ok) throw new Error(reading.error.message)
  await renderPart(ForecastResult, createScriptedWorld(), {
    saved: aSavedForecast({}, { reading: reading.value }),
  })

  const outcome = page.getByRole('region', { name: 'Outcome' })
  for (const name of ['Income by source', 'Wealth by age', 'Balances', 'Taxes'])
    await showTableOf(name)
  for (const strategy of both) {
    const whose = strategy === current ? 'Today' : 'Recommended'
    await outcome.getByRole('radio', { name: whose }).click()
    const own = page.getByRole('table', { name: `Wealth by age in dollars, ${whose}` })
    await expect.element(own).toBeInTheDocument()
    const entry = the(strategy, 50)
    const income = rowsOf(/^Income by age and source/)
    const starts = [
      Number(strategy.RetirementAge),
      ...entry.IncomeSources.flatMap(({ Values }) =>
        Values.filter(({ Value }) => Value !== 0).map(({ Age }) => Number(Age)),
      ),
    ]
    const shown = ages.filter((age) => age >= Math.min(...starts))
    expect(income.map(([age]) => Number(age))).toEqual(shown)
    for (const [index, age] of shown.entries()) {
      const cells = income[index]?.slice(1).map(asNumber) ?? []
      const months = ['SocialSecurity', 'Pension', 'AccountIncome'].flatMap((kind) =>
        entry.IncomeSources.filter(({ Type }) => Type === kind).map(
          ({ Values }) => at(Values, age) / 12,
        ),
      )
      const sources = cells.slice(0, months.length)
      // Each part may be a dollar off, because rounding makes the parts add up to the total.
      for (const [place, month] of months.entries())
        expect(Math.abs((sources[place] ?? 0) - month)).toBeLessThan(1.5)
      const [before = 0, tax = 0, keeps = 0] = cells.slice(months.length)
      expect(sources.reduce((sum, each) => sum + each, 0)).toBe(before)
      expect(tax).toBe(Math.round(at(entry.Taxes.Values, age) / 12))
      expect(before - tax).toBe(keeps)
      expect(Math.abs(before - months.reduce((sum, month) => sum + month, 0))).toBeLessThan(1)
    }

    expect(rowsOf(/^Wealth by age/)).toEqual(
      ages.map((age) => [
        String(age),
        ...[10, 50, 90].map((percentage) =>
          money(at(the(strategy, percentage).TotalWealth.Values, age)),
        ),
      ]),
    )

    const { OverallEndingBalance, AccountBalance } = entry
    for (const [index, row] of rowsOf(/^Balances at each age/).entries()) {
      const age = ages[index] ?? 0
      const parts = AccountBalance.map(({ Values }) => at(Values, age))
      const [together, ...others] = row.slice(1).map(asNumber)
      expect(others).toEqual([
        ...parts.map((part) => Math.round(part)),
        Math.round(at(OverallEndingBalance.Values, age)),
      ])
      expect(together).toBe(others.slice(0, -1).reduce((sum, each) => sum + each, 0))
    }

    expect(rowsOf(/^Federal tax by age/)).toEqual(
      shown.map((age) => [String(age), money(at(entry.Taxes.Values, age) / 12)]),
    )
  }

  await showTableOf('Asset mix')
  const mixesOf = (strategy: Strategy) => [
    strategy.AssetMixHousehold,
    strategy.AssetMixOverall,
    ...Object.values(strategy.AssetMixAdvisableAccounts),
  ]
  const which = page.getByRole('combobox', { name: 'Which mix' })
  const [mixesNow, mixesThen] = [mixesOf(current), mixesOf(revised)]
  expect(mixesNow.length).toBeGreaterThan(3)
  for (const [place, { Asset }] of mixesNow.entries()) {
    await which.click()
    await page.getByRole('option').nth(place).click()
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument()
    const rows = rowsOf(/^Asset mix in percent: /)
    for (const [column, sent] of [Asset, mixesThen[place]?.Asset ?? []].entries()) {
      const shown = rows.map((row) => Number.parseFloat(row[column + 1] ?? '')).toSorted(byValue)
      const weights = sent.map(({ Weight }) => Number(Weight)).toSorted(byValue)
      expect(shown).toHaveLength(weights.length)
      // The screen shows one decimal; halves may round either way.
      for (const [index, weight] of weights.entries())
        expect(Math.abs((shown[index] ?? 0) - weight)).toBeLessThanOrEqual(0.0501)
    }
  }

  await showTableOf('Savings-rate changes')
  const component = ({ SavingsRateDetail }: Strategy) =>
    SavingsRateDetail.flatMap(({ SavingsComponent }) => SavingsComponent)
  const sumOf = (strategy: Strategy) => {
    const parts = component(strategy)
    return [
      share(parts.reduce((sum, { Value }) => sum + Value, 0)),
      money(parts.reduce((sum, { DollarAmount }) => sum + DollarAmount, 0)),
    ] as const
  }
  const [[nowRate, nowDollars], [thenRate, thenDollars]] = [sumOf(current), sumOf(revised)]
  const together = [nowRate, thenRate, nowDollars, thenDollars]
  expect(
    rowsOf(/^Savings in percent of pay/)
      .map((row) => [row[1], row[2], row[4], row[5]])
      .toSorted(),
  ).toEqual(
    [
      ...component(current).map((now, index) => {
        const then = component(revised)[index]
        return [
          share(now.Value),
          share(then?.Value ?? 0),
          money(now.DollarAmount),
          money(then?.DollarAmount ?? 0),
        ]
      }),
      // The participant's savings, the employer's (absent here), and the total.
      together,
      ['none listed', 'none listed', '–', '–'],
      together,
    ].toSorted(),
  )

  const funds = (strategy: Strategy) => Object.values(strategy.InvestmentSelections).flat()
  const changes = rowsOf(/^Fund changes in /, true)
  expect(changes.map((row) => row.slice(0, 5))).toEqual(
    funds(current).map((fund, index) => {
      const then = funds(revised)[index]?.Percentage ?? 0
      const points = then - fund.Percentage
      return [
        fund.Name,
        fund.FundId,
        share(fund.Percentage),
        share(then),
        `${points < 0 ? '−' : '+'}${Math.abs(points)}`,
      ]
    }),
  )

  const expenses = (strategy: Strategy): number =>
    funds(strategy).reduce(
      (sum, { Amount, ExpenseRatio = 0 }) => sum + (Amount * ExpenseRatio) / 100,
      0,
    )
  const [costsNow, costsThen] = [expenses(current), expenses(revised)]
  expect(costsThen).toBeGreaterThan(costsNow + 10)
  await expect
    .element(page.getByRole('group', { name: 'Fund changes', exact: true }))
    .toMatchTextContent(
      `Fund fees: ${money(costsNow)} a year (Today), ${money(costsThen)} a year (Recommended): ${money(Math.round(costsThen) - Math.round(costsNow))} a year more`,
    )

  await showTableOf('Social Security')
  expect(
    rowsOf(/^Social Security by claim age/).map(([age, , amount, , gross]) => [age, amount, gross]),
  ).toEqual(
    revised.SocialSecurity.map(({ Age, Amount, GrossAmount }) => [
      Age,
      money(Amount),
      money(GrossAmount),
    ]),
  )

  await showTableOf('Past markets: Financial crisis')
  const months = revised.HistoricalScenarios[0]?.Balance ?? []
  expect(rowsOf(/^Financial crisis/).map(([, value, benchmark]) => [value, benchmark])).toEqual(
    months.map(({ Value, BenchmarkValue }) => [money(Value), money(BenchmarkValue)]),
  )

  await showTableOf('Balance history')
  expect(rowsOf(/^Balance history/)).toEqual([
    [
      'Jun 2026',
      ...Object.values(current.BalanceHistory).flatMap(([row]) =>
        row ? [money(row.Balance)] : [],
      ),
    ],
  ])

  const annuity = page.getByRole('group', { name: 'Annuity' })
  const { Percentage = 0, Amount = 0 } = revised.RisOutput.Recommendations[0] ?? {}
  await expect.element(annuity).toMatchTextContent(share(Percentage))
  await expect.element(annuity).toMatchTextContent(money(Amount))
})

test('the figures of the claim age charts match Case information', async () => {
  const sent = caseInformationAnswer()
  const caseReading = readCaseInformation(JSON.stringify(sent))
  if (!caseReading.ok) throw new Error(caseReading.error.message)
  const asked = { Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' }
  await renderPart(CaseResult, createScriptedWorld(), {
    saved: { ...aSavedCase(asked), reading: caseReading.value },
  })
  const life = sent.LifeExpectancy.Age
  const claims = sent.SocialSecurity
  const [earliest] = claims
  if (earliest === undefined) throw new Error('the sample has claim ages')

  await showTableOf('Claim ages')
  const courses = rowsOf(/^Social Security received by each age/)
  expect(courses.length).toBeGreaterThan(30)
  for (const [index, row] of courses.entries()) {
    const age = earliest.Age + index
    expect(row).toEqual([
      String(age),
      ...claims.map(({ Age, Amount }) => (age < Age ? '–' : money(Amount * (age - Age)))),
    ])
  }

  const summary = rowsOf(/^Social Security by claim age$/)
  expect(summary).toEqual(
    claims.map(({ Age, Amount, PenaltyAmount }) => {
      // Count the months until the later claim has paid more in total.
      let months = Age * 12
      while (
        months < 1500 &&
        Amount * (months / 12 - Age) < earliest.Amount * (months / 12 - earliest.Age)
      )
        months += 1
      const overtakes =
        Age === earliest.Age
          ? '–'
          : `${Math.floor(months / 12)}${months % 12 === 0 ? '' : ` years ${months % 12} month${months % 12 === 1 ? '' : 's'}`}`
      return [
        String(Age),
        money(Amount),
        money(Amount / 12),
        money(PenaltyAmount),
        overtakes,
        money(Math.max(0, life - Age) * Amount),
      ]
    }),
  )
})
