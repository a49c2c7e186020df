import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseRadio } from '../ui/choose-radio.ts'
import { openForecast, outcome, panel, runButton } from './open-forecast.ts'

/** Checks what is visible without scrolling in windows of usual sizes. */

const sizes = [
  [1024, 700],
  [1280, 800],
  [1366, 768],
] as const

const income = page.getByRole('group', { name: 'Income by source' })
const tabs = page.getByRole('radiogroup', { name: 'Chart', exact: true })

describe.each(sizes)('at %i × %i,', (width, height) => {
  test('headline, levers and two thirds of the chart fit the window', async () => {
    await page.viewport(width, height)
    await openForecast()
    await runButton.click()
    await expect.element(income).toBeVisible()
    const main = document.querySelector('main')
    expect(main?.scrollTop).toBe(0)
    const below = (element: Element | null | undefined, share = 1): number => {
      const { top = 0, height: high = Number.NaN } = element?.getBoundingClientRect() ?? {}
      return top + high * share
    }
    expect(below(outcome.element())).toBeLessThan(height)
    for (const lever of ['Retirement age', 'Salary', 'Goal a month'])
      expect(below(panel.getByRole('textbox', { name: lever }).element()), lever).toBeLessThan(
        below(runButton.element()) - 32,
      )
    expect(below(runButton.element())).toBeLessThan(height)
    expect(below(income.element().querySelector('canvas'), 2 / 3)).toBeLessThan(height)
  })

  test('a moved lever shows its whole name, and its field stays in place', async () => {
    await page.viewport(width, height)
    await openForecast()
    await runButton.click()
    await expect.element(income).toBeVisible()
    const field = panel.getByRole('textbox', { name: 'Claim Social Security at' })
    const top = field.element().getBoundingClientRect().top
    await field.fill('70')
    await expect
      .element(panel.getByRole('button', { name: 'Reset Claim Social Security at' }))
      .toBeVisible()
    const name = panel.getByText('Claim Social Security at', { exact: true }).element()
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight)
    expect(field.element().getBoundingClientRect().top).toBe(top)
  })

  test('nothing overflows sideways', async () => {
    await page.viewport(width, height)
    await openForecast()
    await runButton.click()
    await expect.element(income).toBeVisible()
    const wide = [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > width - 8)
      .filter((element) => element.closest('[role="region"], .sr-only') === null)
      .map((element) => element.className)
    expect(wide).toEqual([])
    const { parentElement: line } = tabs.element()
    expect(line?.scrollWidth).toBeLessThanOrEqual(line?.clientWidth ?? 0)
    expect(line?.clientHeight).toBeLessThan(40)
  })
})

test('tabs that do not fit are listed under “More”', async () => {
  await page.viewport(1024, 700)
  await openForecast()
  await runButton.click()
  await expect.element(income).toBeVisible()
  await page.getByRole('combobox', { name: 'Chart, more', exact: true }).click()
  await page.getByRole('option', { name: 'Social Security' }).click()
  await expect.element(page.getByRole('group', { name: 'Social Security' })).toBeVisible()
  await expect
    .element(page.getByRole('combobox', { name: 'Chart, more', exact: true }))
    .toMatchTextContent('Social Security')
  await chooseRadio(tabs.getByRole('radio', { name: 'Wealth', exact: true }))
  await expect.element(page.getByRole('group', { name: 'Wealth by age' })).toBeVisible()
})
