import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import FundChanges from '#renderer/workspace/result/charts/fund-changes.vue'
import type { Strategy } from '#shared/express/reading.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { sidesWith } from '#test/support/figures/sides.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { emptyStrategy } from '#test/unit/strategy/sample-forecast.ts'

const strategy = (type: string, weights: Readonly<Record<string, number>>): Strategy => ({
  ...emptyStrategy(type),
  investmentSelections: [
    {
      accountId: 'A1',
      rows: Object.entries(weights).map(([name, Weight]) => ({ FundId: name, Name: name, Weight })),
    },
  ],
})

test('unchanged funds are folded until opened, and each figure can be explained', async () => {
  await renderPart(FundChanges, createScriptedWorld(), {
    funds: fundsOf(
      sidesWith(
        strategy('Current', { Bonds: 40, Shares: 35, Cash: 25 }),
        strategy('Revised', { Bonds: 20, Shares: 55, Cash: 25 }),
      ),
    ),
    isCompared: true,
  })
  const funds = page.getByRole('group', { name: 'Fund changes', exact: true })
  await expect.element(funds).toMatchTextContent('2 funds change of 3')
  await expect.element(funds).toMatchTextContent('the same in every market')
  const cash = funds.getByRole('rowheader', { name: 'Cash' })
  await expect.element(funds.getByRole('rowheader', { name: 'Bonds' })).toBeVisible()
  await expect.element(cash).not.toBeInTheDocument()
  await funds.getByRole('button', { name: 'Show 1 fund that does not change' }).click()
  await expect.element(cash).toBeVisible()
  await expect.element(funds.getByRole('button', { name: 'More of Fund changes' })).toBeVisible()
})

test('a warning appears above the funds if a single company’s stock would be sold', async () => {
  const funds = fundsOf(
    sidesWith(
      strategy('Current', { 'Company stock': 68, Bonds: 32 }),
      strategy('Revised', { Bonds: 100 }),
    ),
  )
  await renderPart(FundChanges, createScriptedWorld(), { funds, isCompared: true })
  const warning = page.getByRole('note').filter({ hasText: 'one company’s stock' })
  await expect.element(warning).toMatchTextContent('would sell all of it')
  await expect.element(warning.getByRole('button', { name: '68%' })).toBeVisible()
  await expect.element(warning).toMatchTextContent('Ask a tax adviser first.')
})
