import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Component } from 'vue'
import { incomeFlow } from '#shared/strategy/charts/income-by-source.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import type { Role } from '#shared/strategy/statement/side.ts'
import { statementOf, strategyIn, type Statement } from '#shared/strategy/statement/statement.ts'
import { wealthOf } from '#shared/strategy/statement/years/wealth.ts'
import { usualRules } from '#test/unit/strategy/statement/rules.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'
import { mixesOf } from '#shared/strategy/statement/investments/mix.ts'
import { claimRows } from '#shared/strategy/statement/claims/social-security.ts'
import { sidesWith } from '#test/support/figures/sides.ts'
import AssetMixChart from '#renderer/charts/asset-mix-chart.vue'
import FigureTableView from '#renderer/charts/frame/figure-table.vue'
import { toCsv } from '#renderer/charts/figures.ts'
import ClaimAgeChart from '#renderer/charts/claim-age-chart.vue'
import IncomeBySourceChart from '#renderer/charts/income-by-source-chart.vue'
import { incomeTable } from '#renderer/charts/tables.ts'
import { Chart } from '#renderer/charts/bar-chart.ts'
import WealthFanChart from '#renderer/charts/wealth-fan-chart.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import {
  currentStrategy,
  revisedStrategy,
  sampleForecast,
} from '#test/unit/strategy/sample-forecast.ts'

const draw = async (component: Component, props: Record<string, unknown>) =>
  (await renderPart(component, createScriptedWorld(), props)).screen

const saved = aSavedForecast()
const statementFor = (over: Partial<SavedForecast> = {}, typedGoal: number | null = null) =>
  statementOf({ saved: { ...saved, ...over }, today: null, typedGoal }, usualRules)
const incomeOf = (statement: Statement, role: Role = 'today') => ({
  shown: strategyIn(statement, role),
  strategies: statement.strategies,
  market: 'average',
})
const wealthOfRole = (role: Role) => {
  const statement = statementFor()
  const shown = strategyIn(statement, role)
  if (shown === null) throw new Error('the sample has both strategies')
  const of = (market: Market) => wealthOf(shown, market, statement.accounts)
  return {
    shown,
    market: 'average',
    wealth: { poor: of('poor'), average: of('average'), good: of('good') },
  } as const
}

/** A strategy's Social Security rows, from pairs of an age and dollars a year. */
const claimsOf = (...amounts: readonly (readonly [age: number, amount: number])[]) => {
  const row = { account: '', investor: '', fullBenefitAge: null, grossAmount: null }
  const socialSecurity = amounts.map(([age, amount]) => ({
    ...row,
    fullBenefitAmount: null,
    age,
    amount,
  }))
  const { current } = sidesWith({ ...currentStrategy, socialSecurity })
  return current === null ? [] : claimRows(current)
}

const cellsOf = (row: number): string[] =>
  [...(document.querySelectorAll('tbody tr')[row]?.querySelectorAll('th, td') ?? [])].map((cell) =>
    cell.textContent.trim(),
  )

test('the key T switches between the chart and its table, and the table shows the answer’s numbers', async () => {
  const props = wealthOfRole('recommended')
  await draw(WealthFanChart, props)
  const frame = page.getByRole('group', { name: 'Wealth by age' })
  await expect.element(frame).toHaveAttribute('aria-keyshortcuts', 'T')
  await expect.element(page.getByRole('img', { name: /Recommended.*\$[\d,]+ at 67/ })).toBeVisible()
  frame.element().focus()
  await userEvent.keyboard('t')
  const table = page.getByRole('table', { name: 'Wealth by age in dollars, Recommended' })
  await expect.element(table).toBeVisible()
  const row = 20
  const expected = revisedStrategy.percentiles.map(
    ({ totalWealth }) => `$${(totalWealth.values[row] ?? 0).toLocaleString('en-US')}`,
  )
  expect(cellsOf(row)).toEqual([String(props.wealth.average.ages[row]), ...expected])
  await expect
    .element(page.getByRole('columnheader', { name: 'Average markets' }))
    .toHaveAttribute('scope', 'col')
  await expect
    .element(page.getByRole('rowheader', { name: '67', exact: true }))
    .toHaveAttribute('scope', 'row')
  await userEvent.keyboard('t')
  await expect.element(table).not.toBeInTheDocument()
})

const canvases = (): HTMLCanvasElement[] => [...document.querySelectorAll('canvas')]
/** Number of painted pixels on a canvas. */
const painted = (canvas: HTMLCanvasElement | undefined): number => {
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return data.filter((value, index) => index % 4 === 3 && value > 0).length
}

test('a chart follows the theme, and is destroyed when its component is unmounted', async () => {
  const before = Object.keys(Chart.instances).length
  const claims = claimsOf([67, 30_000])
  const table = { caption: 'Social Security', columns: [], rows: [] }
  const screen = await draw(ClaimAgeChart, { claims, table })
  const drawn = () => Object.values(Chart.instances).slice(before)
  expect(drawn()).toHaveLength(1)
  const light = drawn()[0]?.options.scales?.['x']?.ticks?.color
  document.documentElement.classList.add('dark')
  await expect.poll(() => drawn()[0]?.options.scales?.['x']?.ticks?.color).not.toBe(light)
  document.documentElement.classList.remove('dark')
  await screen.unmount()
  expect(Object.keys(Chart.instances)).toHaveLength(before)
})

test('the income chart draws only the chosen strategy, and its readout adds up to income after tax and the shortfall', async () => {
  await draw(IncomeBySourceChart, incomeOf(statementFor(), 'recommended'))
  expect(canvases()).toHaveLength(1)
  expect(painted(canvases()[0])).toBeGreaterThan(5_000)
  await expect
    .element(page.getByText('Recommended, average markets: short', { exact: false }))
    .toBeVisible()
  const amounts = [...document.querySelectorAll('tbody tr')].map((row) => ({
    label: row.querySelector('[data-words]')?.textContent.trim() ?? '',
    amount: Number(row.querySelector('td')?.textContent.replace(/[^\d]/g, '')),
  }))
  const at = (label: string) => amounts.findIndex((row) => row.label === label)
  const of = (label: string) => amounts[at(label)]?.amount ?? Number.NaN
  const sources = amounts.slice(0, at('Before tax')).reduce((sum, { amount }) => sum + amount, 0)
  expect(amounts.slice(at('Before tax')).map(({ label }) => label)).toEqual([
    'Before tax',
    'Federal tax',
    'Keeps',
    'Goal',
    'Short',
  ])
  expect(sources).toBe(of('Before tax'))
  expect(of('Before tax') - of('Federal tax')).toBe(of('Keeps'))
  expect(of('Goal') - of('Keeps')).toBe(of('Short'))
})

test('pointing at an age shows its figures beside the chart', async () => {
  await draw(IncomeBySourceChart, incomeOf(statementFor()))
  await expect.element(page.getByRole('columnheader', { name: 'Age 67' })).toBeVisible()
  const canvas = canvases()[0]
  if (canvas === undefined) throw new Error('nothing is drawn')
  const { left, top, width, height } = canvas.getBoundingClientRect()
  canvas.dispatchEvent(
    new PointerEvent('pointermove', {
      clientX: left + width - 14,
      clientY: top + height / 2,
      bubbles: true,
    }),
  )
  await expect.element(page.getByRole('columnheader', { name: 'Age 95' })).toBeVisible()
  const keeps = incomeFlow(currentStrategy, 50).net.at(-1) ?? 0
  await expect
    .element(page.getByRole('row', { name: /^Keeps/ }))
    .toMatchTextContent(`$${Math.round(keeps / 12).toLocaleString('en-US')}`)
})

test('a hidden account is left out of the chart but not of the total', async () => {
  await draw(IncomeBySourceChart, incomeOf(statementFor()))
  const before = canvases()[0]?.toDataURL()
  const total = page.getByRole('row', { name: /^Keeps/ })
  const words = total.element().textContent
  await page.getByRole('button', { name: 'RIVER_401K 401(k)' }).click()
  await expect
    .element(page.getByRole('button', { name: 'RIVER_401K 401(k)' }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(canvases()[0]?.toDataURL()).not.toBe(before)
  expect(total.element().textContent).toBe(words)
})

test('when another fund mix is chosen, the table shows that mix', async () => {
  const sides = sidesWith(currentStrategy, revisedStrategy)
  await draw(AssetMixChart, { mixes: mixesOf(sides, sampleForecast.accountMappings) })
  await expect
    .element(page.getByText('Large cap goes from 52% to 38%', { exact: false }))
    .toBeVisible()
  await page.getByRole('combobox', { name: 'Which mix' }).click()
  await page.getByRole('option', { name: 'RIVER_457 457(b)' }).click()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect
    .element(page.getByRole('table', { name: 'Asset mix in percent: RIVER_457 457(b)' }))
    .toBeVisible()
  expect(cellsOf(0)).toEqual(['Large cap', '100%', '38%', '−62'])
})

test('a long table renders only visible rows', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [`Fund ${index}`, index])
  const table = {
    caption: 'Many',
    columns: [
      { label: 'Fund', format: 'text' },
      { label: 'Share', format: 'percent' },
    ],
    rows,
  } as const
  await draw(FigureTableView, { table, maxHeight: 290 })
  await expect.element(page.getByRole('rowheader', { name: 'Fund 0', exact: true })).toBeVisible()
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(10 + 2 * 5 + 4)
  const scroller = page.getByRole('region', { name: 'Many' }).element()
  scroller.scrollTop = scroller.scrollHeight
  await expect.element(page.getByRole('rowheader', { name: 'Fund 4999' })).toBeVisible()
})

test('an amount is rounded once, so readout, table and file show the same whole dollars', async () => {
  const ages = Float64Array.from({ length: 29 }, (_, index) => 67 + index)
  const taxes = { ages, values: ages.map(() => 198.497 * 12) }
  const strategies = sampleForecast.strategies.map((strategy) => ({
    ...strategy,
    percentiles: strategy.percentiles.map((entry) => ({ ...entry, taxes })),
  }))
  const statement = statementFor({ reading: { ...sampleForecast, strategies } })
  await draw(IncomeBySourceChart, incomeOf(statement))
  const frame = page.getByRole('group', { name: 'Income by source' })
  await expect.element(frame).toMatchTextContent(/Federal tax\s*\$198/)
  await frame.getByRole('button', { name: /^Table/ }).click()
  // In this sample, retirement is at 67 and a pension starts at 65.
  expect(cellsOf(2)).toContain('$198')
  const course = strategyIn(statement, 'today')?.course('average')
  const sources = course?.flow?.sources
  if (course === undefined || sources === undefined) throw new Error('the sample has incomes')
  const file = toCsv(incomeTable('Today', course, sources, null))
  expect(file).toContain(',198,')
  expect(file).not.toContain('.')
})

test('exported CSV has raw numbers and quotes only where needed, and makes formulas harmless', () => {
  const table = {
    caption: '',
    columns: [
      { label: 'Fund, name', format: 'text' },
      { label: 'Dollars', format: 'dollars' },
    ],
    rows: [
      ['=HYPERLINK("x")', 1234.5],
      ['plain', null],
      ['minus', -3],
    ],
  } as const
  expect(toCsv(table)).toBe(
    '"Fund, name",Dollars\r\n"\'=HYPERLINK(""x"")",1234.5\r\nplain,\r\nminus,-3\r\n',
  )
})

test('the amount above the last bar stays within the chart', async () => {
  const written: { readonly words: string; readonly right: number; readonly edge: number }[] = []
  const fill: unknown = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText')
  if (typeof fill !== 'function') throw new Error('this browser draws no text')
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
    this: CanvasRenderingContext2D,
    words,
    x,
    y,
  ) {
    written.push({
      words,
      right: x + this.measureText(words).width / 2,
      edge: this.canvas.clientWidth,
    })
    Reflect.apply(fill, this, [words, x, y])
  })
  try {
    await page.viewport(340, 700)
    const ages = [62, 63, 64, 65, 66, 67, 68, 69, 70]
    const claims = claimsOf(...ages.map((age) => [age, 34_000 + (age - 62) * 3_300] as const))
    const table = { caption: 'Social Security', columns: [], rows: [] }
    await draw(ClaimAgeChart, { claims, table })
    await expect
      .poll(() => written.filter(({ words }) => words === '$60,400').length)
      .toBeGreaterThan(0)
    for (const { right, edge } of written.filter(({ words }) => words === '$60,400'))
      expect(right).toBeLessThanOrEqual(edge)
  } finally {
    spy.mockRestore()
  }
})
