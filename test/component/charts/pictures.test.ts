import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Component } from 'vue'
import { assetMixScopes } from '#shared/strategy/pictures/asset-mix.ts'
import { incomeFlow } from '#shared/strategy/pictures/income-by-source.ts'
import { wealthFan } from '#shared/strategy/pictures/wealth-fan.ts'
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
import { chooseRadio } from '../ui/choose-radio.ts'

const draw = async (component: Component, props: Record<string, unknown>) =>
  (await renderPart(component, createScriptedWorld(), props)).screen

const fans = [
  { role: 'current', name: 'Current', view: wealthFan(currentStrategy) },
  { role: 'revised', name: 'Revised', view: wealthFan(revisedStrategy) },
] as const
const incomes = [
  {
    role: 'current',
    name: 'Current',
    view: incomeFlow(currentStrategy, 50, sampleForecast.accountMappings),
  },
  {
    role: 'revised',
    name: 'Revised',
    view: incomeFlow(revisedStrategy, 50, sampleForecast.accountMappings),
  },
] as const

const cellsOf = (row: number): string[] =>
  [...(document.querySelectorAll('tbody tr')[row]?.querySelectorAll('th, td') ?? [])].map((cell) =>
    cell.textContent.trim(),
  )

test('T turns the chart into its table and back, and the table has the view’s numbers', async () => {
  await draw(WealthFanChart, { fans })
  const frame = page.getByRole('group', { name: 'Wealth by age' })
  await expect.element(frame).toHaveAttribute('aria-keyshortcuts', 'T')
  await expect.element(page.getByRole('img', { name: /\$\d+.* at 67 \(Revised\)/ })).toBeVisible()
  frame.element().focus()
  await userEvent.keyboard('t')
  const table = page.getByRole('table', {
    name: 'Wealth by age in dollars, for each strategy and market',
  })
  await expect.element(table).toBeVisible()
  const row = 20
  const expected = [...fans[0].view.columns, ...fans[1].view.columns].map(
    ({ values }) => `$${(values[row] ?? 0).toLocaleString('en-US')}`,
  )
  expect(cellsOf(row)).toEqual([String(fans[0].view.ages[row]), ...expected])
  await expect
    .element(page.getByRole('columnheader', { name: 'Revised: Typical markets' }))
    .toHaveAttribute('scope', 'col')
  await expect
    .element(page.getByRole('rowheader', { name: '67', exact: true }))
    .toHaveAttribute('scope', 'row')
  await userEvent.keyboard('t')
  await expect.element(table).not.toBeInTheDocument()
})

const canvases = (): HTMLCanvasElement[] => [...document.querySelectorAll('canvas')]
/** Number of painted pixels of a canvas. */
const painted = (canvas: HTMLCanvasElement | undefined): number => {
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return data.filter((value, index) => index % 4 === 3 && value > 0).length
}

test('a chart follows the theme and is destroyed with its component', async () => {
  const before = Object.keys(Chart.instances).length
  const claims = [{ age: 67, amount: 30_000 }]
  const table = { caption: 'Social Security', columns: [], rows: [] }
  const screen = await draw(ClaimAgeChart, { claims, table })
  const drawn = () => Object.values(Chart.instances).slice(before)
  expect(drawn()).toHaveLength(1)
  const light = drawn()[0]?.options.scales?.['y']?.ticks?.color
  document.documentElement.classList.add('dark')
  await expect.poll(() => drawn()[0]?.options.scales?.['y']?.ticks?.color).not.toBe(light)
  document.documentElement.classList.remove('dark')
  await screen.unmount()
  expect(Object.keys(Chart.instances)).toHaveLength(before)
})

test('the chart draws one income or both, with taxes, net income and the need beside them', async () => {
  await draw(IncomeBySourceChart, { incomes, need: 5_367, market: 'Typical markets' })
  expect(canvases()).toHaveLength(1)
  expect(painted(canvases()[0])).toBeGreaterThan(5_000)
  await expect.element(page.getByRole('row', { name: /^Need \$5,367 \$5,367$/ })).toBeVisible()
  await chooseRadio(page.getByRole('radio', { name: 'Both' }))
  expect(canvases()).toHaveLength(2)
  await expect
    .element(
      page.getByText('Typical markets: against the need of $5,367 a month', { exact: false }),
    )
    .toBeVisible()
})

test('pointing at an age shows its figures beside the chart', async () => {
  await draw(IncomeBySourceChart, { incomes, need: null })
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
  const month = (incomes[0].view.net.at(-1) ?? 0) / 12
  await expect
    .element(page.getByRole('row', { name: /^Together|^You keep/ }))
    .toMatchTextContent(`$${Math.round(month).toLocaleString('en-US')}`)
})

test('a hidden account leaves the chart, not the total', async () => {
  await draw(IncomeBySourceChart, { incomes, need: null })
  const before = canvases()[0]?.toDataURL()
  const total = page.getByRole('row', { name: /^Together|^You keep/ })
  const words = total.element().textContent
  await page.getByRole('button', { name: 'RIVER_401K 401(k)' }).click()
  await expect
    .element(page.getByRole('button', { name: 'RIVER_401K 401(k)' }))
    .toHaveAttribute('aria-pressed', 'true')
  expect(canvases()[0]?.toDataURL()).not.toBe(before)
  expect(total.element().textContent).toBe(words)
})

test('another mix can be chosen, and its table follows', async () => {
  const scopes = assetMixScopes(currentStrategy, revisedStrategy, sampleForecast.accountMappings)
  await draw(AssetMixChart, { scopes })
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

test('a long table keeps only visible rows in the page', async () => {
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

test('an amount is rounded once: the table shows what the readout says, and a file has cents', async () => {
  const year = 198.497 * 12
  const { ages } = incomes[0].view
  const view = { ...incomes[0].view, taxes: ages.map(() => year) }
  await draw(IncomeBySourceChart, { incomes: [{ ...incomes[0], view }], need: null })
  const frame = page.getByRole('group', { name: 'Income by source' })
  await expect.element(frame).toMatchTextContent('Taxes$198')
  await frame.getByRole('button', { name: /^Table/ }).click()
  expect(cellsOf(0)).toContain('$198')
  expect(cellsOf(0)).not.toContain('$199')
  expect(toCsv(incomeTable([{ ...incomes[0], view }]))).toContain(',198.5,')
})

test('CSV has raw numbers, quotes only where needed, and disarms formulas', () => {
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
    const claims = [62, 63, 64, 65, 66, 67, 68, 69, 70].map((age) => ({
      age,
      amount: 34_000 + (age - 62) * 3_300,
    }))
    const table = { caption: 'Social Security', columns: [], rows: [] }
    await draw(ClaimAgeChart, { claims, table })
    await expect
      .poll(() => written.filter(({ words }) => words === '$60.4K').length)
      .toBeGreaterThan(0)
    for (const { right, edge } of written.filter(({ words }) => words === '$60.4K'))
      expect(right).toBeLessThanOrEqual(edge)
  } finally {
    spy.mockRestore()
  }
})
