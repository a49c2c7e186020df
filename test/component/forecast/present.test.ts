import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { aSavedForecast } from './sample-saved.ts'
import { age, openForecast, outcome, runButton } from './open-forecast.ts'

const areas = page.getByRole('navigation', { name: 'Areas' })
const income = page.getByRole('group', { name: 'Income by source' })

test('Present shows the outcome and the charts, but no identifiers, send buttons or navigation', async () => {
  await openForecast()
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  await expect.element(income).toMatchTextContent('RIVER_401K')
  await userEvent.keyboard('{F5}')
  await expect.element(areas).not.toBeInTheDocument()
  await expect.element(outcome).toBeVisible()
  await expect.element(income).not.toMatchTextContent('RIVER_')
  await expect.element(income).toMatchTextContent('401(k)')
  const words = document.body.innerText
  for (const hidden of [
    'Maria Alvarez',
    'RIVER_',
    'Enroll',
    'Implement',
    'Report',
    'Run forecast',
    'All fields',
  ])
    expect(words).not.toContain(hidden)
  expect(words.match(/Training – simulated/g)).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(areas).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Enroll…' })).toBeVisible()
})

test('the mark for Training appears once on the screen', async () => {
  await openForecast()
  await runButton.click()
  await chooseRadio(page.getByRole('radio', { name: 'All', exact: true }))
  await expect.element(page.getByRole('group', { name: 'Wealth by age' })).toBeInTheDocument()
  expect(document.body.innerText.match(/Training – simulated/g)).toHaveLength(1)
})

test('a result shows what kind of environment it came from', async () => {
  await openForecast({
    'forecast.run': ({ inputs }) =>
      ok(aSavedForecast(inputs, { environment: { id: 'uat', name: 'Acme UAT', kind: 'uat' } })),
  })
  await runButton.click()
  await expect.element(page.getByText('UAT – test').first()).toBeVisible()
})

test('the key F fills the window with a chart, Escape restores the screen, and the chosen age stays selected', async () => {
  await openForecast()
  await runButton.click()
  await expect.element(income).toBeVisible()
  income.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}f')
  await expect.element(areas).not.toBeInTheDocument()
  await expect.element(outcome).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Age 69' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(outcome).toBeVisible()
  await chooseRadio(page.getByRole('radio', { name: 'Wealth', exact: true }))
  await expect.element(page.getByRole('columnheader', { name: 'Age 69' })).toBeVisible()
})

test('the key M chooses the next market, and an account hidden in one chart is hidden in all', async () => {
  await openForecast()
  await runButton.click()
  await expect.element(income).toMatchTextContent('Today, average markets:')
  income.element().focus()
  await userEvent.keyboard('m')
  await expect.element(income).toMatchTextContent('Today, good markets:')
  await page.getByRole('button', { name: 'RIVER_401K 401(k)' }).click()
  await expect.element(page.getByRole('button', { name: '1 account hidden · Show' })).toBeVisible()
  await chooseRadio(page.getByRole('radio', { name: 'Balances', exact: true }))
  await expect
    .element(page.getByRole('button', { name: 'RIVER_401K 401(k)' }))
    .toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '1 account hidden · Show' }).click()
  await expect
    .element(page.getByRole('button', { name: 'RIVER_401K 401(k)' }))
    .toHaveAttribute('aria-pressed', 'false')
})

test('a wide window shows two charts side by side', async () => {
  await page.viewport(1920, 1080)
  await openForecast()
  await runButton.click()
  await expect.element(income).toBeVisible()
  const wealth = page.getByRole('group', { name: 'Wealth by age' })
  await expect.element(wealth).toBeVisible()
  const [one, other] = [income, wealth].map((each) => each.element().getBoundingClientRect())
  expect(one?.top).toBe(other?.top)
  expect(one?.right).toBeLessThan(other?.left ?? 0)
})

test('the key D switches amounts and the goal between today’s dollars and each year’s dollars', async () => {
  await page.viewport(1280, 800)
  await openForecast()
  await runButton.click()
  await expect.element(income).toMatchTextContent('today’s dollars, as Training computes them')
  const goal = income.getByRole('row', { name: /^Goal/ })
  const before = goal.element().textContent
  const canvas = () => income.element().querySelector('canvas')?.toDataURL()
  const drawn = canvas()
  income.element().focus()
  await userEvent.keyboard('d')
  await expect
    .element(income)
    .toMatchTextContent('dollars of each year, at prices that rise 2.4% a year')
  await expect.poll(() => goal.element().textContent).not.toBe(before)
  await expect.poll(canvas).not.toBe(drawn)
  // The outcome is the same in today's dollars and in each year's dollars.
  await expect.element(income).toMatchTextContent('short of the goal of $5,367 a month')
  await chooseRadio(page.getByRole('radio', { name: 'Wealth', exact: true }))
  const wealth = page.getByRole('group', { name: 'Wealth by age' })
  await expect.element(wealth).toMatchTextContent('dollars of each year')
  await wealth.getByRole('button', { name: /^Show today’s dollars/ }).click()
  await expect.element(wealth).toMatchTextContent('today’s dollars, as Training computes them')
})

test('amounts whose kind of dollars is unknown are not converted', async () => {
  await openForecast({
    'forecast.run': ({ inputs }) =>
      ok(aSavedForecast(inputs, { environment: { id: 'uat', name: 'Acme UAT', kind: 'uat' } })),
  })
  await runButton.click()
  await expect
    .element(income)
    .toMatchTextContent(
      'the service does not say of which year the dollars are, so none are converted',
    )
  await expect.element(income.getByRole('button', { name: /^Show / })).not.toBeInTheDocument()
})

test('a strategy and a market that the client was shown for a second are kept with the forecast, and no others', async () => {
  const bridge = await openForecast()
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  const asked = () => bridge.asked('records.presented')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(asked()).toEqual([])
  const shown = { id: 'rec-forecast', strategy: 'today', market: 'average' }
  await userEvent.keyboard('{F5}')
  await expect.poll(asked).toEqual([shown])
  const press = (key: string) =>
    income.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  // What is pressed through, and back to where it was, is not shown.
  for (const key of ['2', 'm', 'm', 'm', '1']) {
    press(key)
    await rest(50)
  }
  await rest(1_500)
  expect(asked()).toEqual([shown])
  press('2')
  await rest(50)
  press('m')
  const last = { id: 'rec-forecast', strategy: 'recommended', market: 'good' }
  await expect.poll(asked).toEqual([shown, last])
  await userEvent.keyboard('{Escape}')
  await expect.element(areas).toBeVisible()
  press('1')
  await rest(1_500)
  expect(asked()).toEqual([shown, last])
})

test('a run that is not kept is not marked as presented', async () => {
  const bridge = await openForecast({
    'forecast.run': ({ inputs, keep }) =>
      ok(aSavedForecast(inputs, { id: keep ? 'today' : 'unkept' })),
  })
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  await age.fill('62')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Keep as scenario' })).toBeVisible()
  await userEvent.keyboard('{F5}')
  await expect.element(areas).not.toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(bridge.asked('records.presented')).toEqual([])
})
