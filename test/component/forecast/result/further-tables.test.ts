import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import SavedForecastView from '#renderer/workspace/result/saved-forecast-view.vue'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../sample-saved.ts'

/**
 * Parts of an answer whose shape is not published, as a service might send them. Each part becomes
 * a table with its own columns.
 */

const odd = {
  InvestmentSelections: {
    'a1b2-401k': [
      { Sleeve: 'Core', Units: '12.5' },
      { Sleeve: 'Bond', Locked: true },
    ],
  },
  BalanceHistory: {
    'c3d4-ira': [
      { AsOf: '2026-06-30', Vested: 41_000.5 },
      { AsOf: '2026-03-31', Vested: null },
    ],
  },
  CSSellOffData: [{ Lot: { Id: 'L-7' }, Gain: '318' }, 'no sale'],
  RisOutput: {
    AnnuityType: 'GMWB',
    Recommendations: [
      { AnnuityType: 'GMWB', LoweringAnnuitizationAdvisable: true, Percentage: 20, Amount: 62_000 },
    ],
  },
}

const tables = [
  ['BalanceHistory, P-200 IRA', ['As of', 'Vested'], '2026-03-31'],
  ['CSSellOffData', ['Lot: Id', 'Gain', 'Value'], 'no sale'],
  [
    'RisOutput',
    ['Annuity type', 'Lowering annuitization advisable', 'Percentage', 'Amount'],
    'GMWB',
  ],
  ['RetirementIncomeAtVariousRetirementAges, 50th', ['Retire at', 'Income'], '66'],
] as const

test('each part of the answer without a chart is shown as the service sent it', async () => {
  const answer = forecastAnswer()
  const percentiles = answer.StrategyOutput[0]?.Percentile ?? []
  const text = JSON.stringify({
    ...answer,
    StrategyOutput: [
      {
        ...answer.StrategyOutput[0],
        ...odd,
        Percentile: percentiles.map((entry) => ({
          ...entry,
          Label: `${entry.Percentage}th`,
          RetirementIncomeAtVariousRetirementAges: [
            { RetireAt: 64, Income: 51_000 },
            { RetireAt: 66, Income: 56_500 },
          ],
        })),
      },
    ],
  })
  const read = readForecast(text)
  if (!read.ok) throw new Error(read.error.message)
  await renderPart(SavedForecastView, createScriptedWorld(), {
    saved: aSavedForecast({}, { reading: read.value }),
  })

  const funds = page.getByRole('group', { name: 'Funds' })
  for (const name of ['Sleeve', 'Units', 'Locked']) {
    await expect.element(funds.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await page.getByText('More from the service', { exact: false }).click()
  for (const [title, columns, cell] of tables) {
    const region = page.getByRole('region', { name: title, exact: true })
    await expect.element(region).toBeVisible()
    expect(
      region
        .getByRole('columnheader')
        .elements()
        .map((header) => header.textContent.trim()),
    ).toEqual([...columns])
    await expect.element(region.getByText(cell).first()).toBeVisible()
  }
})
