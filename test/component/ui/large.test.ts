import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextTick } from 'vue'
import SavedForecastView from '#renderer/workspace/result/saved-forecast-view.vue'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { ok } from '#shared/result.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { aSavedCase, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'

/**
 * Tests large amounts of data: hidden items are not rendered, but can be counted, found and
 * reached.
 */

const elements = (): number => document.querySelectorAll('*').length

const anItem = (index: number): RecordSummary => ({
  id: `rec-${index}`,
  kind: 'forecast',
  savedAt: new Date(Date.UTC(2026, 10, 20) - index * 600_000).toISOString(),
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: `P-${index}`, name: `Person ${String(index).padStart(5, '0')}` },
  summary: ['with retirement age 67'],
  outcome: null,
  foundBy: '',
  settled: null,
  likeness: { body: '', file: '', service: '' },
})

describe('10,000 saved results', () => {
  test('are counted, searched and reached by keyboard while only a few are rendered', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => anItem(index))
    const { router } = await renderApp(
      createScriptedWorld({ 'records.list': () => ok(items) }),
      '/saved-results',
    )
    const list = page.getByRole('region', { name: 'Clients' })
    const person = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect.element(page.getByText('10,000 clients, 10,000 results')).toBeVisible()
    await expect.element(person('Person 00000')).toBeVisible()
    expect(elements()).toBeLessThan(3000)
    const first = list.getByRole('listitem').first()
    await expect.element(first).toHaveAttribute('aria-posinset', '1')
    await expect.element(first).toHaveAttribute('aria-setsize', '10000')

    // The next row is rendered before the focus reaches it.
    person('Person 00000').element().focus()
    let scrolls = 0
    list.element().addEventListener('scroll', () => (scrolls += 1))
    for (let presses = 0; presses < 60; presses += 1) await userEvent.keyboard('{Tab}')
    // One scroll for about five presses is expected; more would mean that the browser and the list
    // keep correcting each other's scroll position.
    expect(scrolls).toBeLessThan(60)
    await expect.poll(() => document.activeElement?.textContent ?? '').toMatch(/^Person 00060/)
    await expect.element(person('Person 00060')).toBeInViewport()

    // Rows are measured when rendered, which may move the end of the list, so scroll until the last
    // row is reached.
    const scroller = list.element()
    const last = person('Person 09999')
    await expect
      .poll(() => {
        scroller.scrollTop = scroller.scrollHeight
        return last.query()
      })
      .not.toBeNull()
    await expect.element(last).toBeVisible()
    expect(elements()).toBeLessThan(3000)

    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('P-77777')
    await expect.element(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search saved results' }).fill('P-7777')
    await expect.element(page.getByText('1 client, 1 result')).toBeVisible()
    await page.getByRole('link', { name: 'Forecast', exact: true }).last().click()
    await expect.poll(() => router.currentRoute.value.fullPath).toBe('/saved-results/rec-7777')
  }, 90_000)
})

test('more rows are rendered as soon as the focus moves to the last one, before any scroll event', async () => {
  const items = Array.from({ length: 500 }, (_, index) => anItem(index))
  await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
  const clients = page.getByRole('region', { name: 'Clients' })
  await expect.element(clients.getByText('Person 00000')).toBeVisible()
  const lastRow = () => {
    const row = clients.getByRole('listitem').elements().at(-1)
    return { row, position: Number(row?.getAttribute('aria-posinset')) }
  }
  const before = lastRow()
  expect(before.position).toBeGreaterThan(24)
  before.row?.querySelector('button')?.focus({ preventScroll: true })
  await nextTick()
  expect(lastRow().position).toBe(before.position + 24)
})

test('scrolling far away from the focused row does not render the rows in between', async () => {
  const items = Array.from({ length: 3000 }, (_, index) => anItem(index))
  await renderApp(createScriptedWorld({ 'records.list': () => ok(items) }), '/saved-results')
  const clients = page.getByRole('region', { name: 'Clients' })
  const first = clients.getByRole('button', { name: /^Person 00000/ })
  await expect.element(first).toBeVisible()
  const scroller = clients.element()
  let most = 0
  const observer = new MutationObserver(() => {
    most = Math.max(most, scroller.querySelectorAll('[data-index]').length)
  })
  observer.observe(scroller, { childList: true, subtree: true })
  first.element().focus()
  scroller.scrollTop = scroller.scrollHeight / 2
  await expect.element(first).not.toBeInTheDocument()
  observer.disconnect()
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(150)
})

describe('an answer with 200 accounts', () => {
  const text = largeForecastText({ strategies: 2, percentiles: 3, ages: 80, accounts: 200 })

  test('shows some of the accounts, and more on request', async () => {
    const read = readForecast(text)
    if (!read.ok) throw new Error(read.error.message)
    await renderPart(SavedForecastView, createScriptedWorld(), {
      saved: aSavedForecast({}, { reading: read.value }),
    })
    await expect.element(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
    expect(elements()).toBeLessThan(4000)
    const income = page.getByRole('group', { name: 'Income by source' })
    await expect.element(income.getByText('188 other accounts')).toBeVisible()

    const funds = page.getByRole('group', { name: 'Fund changes' })
    await expect.element(funds.getByText('200 accounts', { exact: true })).toBeVisible()
    expect(funds.getByRole('table').elements().length).toBeLessThan(30)
    await funds.getByRole('button', { name: 'Show 12 more of 188' }).click()
    await expect.element(funds.getByRole('button', { name: 'Show 12 more of 176' })).toBeVisible()
    await funds.getByRole('searchbox', { name: 'Find an account' }).fill('P-177')
    await expect.element(funds.getByText('1 account', { exact: true })).toBeVisible()
    await expect.element(funds.getByText('P-177 401(k)')).toBeVisible()
  })

  test('has every field under All fields, even the last field', async () => {
    await renderApp(
      createScriptedWorld({
        'records.open': () => ok(aSavedCase()),
        'records.verbatim': () => ok({ text }),
      }),
      '/saved-results/rec-4',
    )
    await page.getByRole('tab', { name: 'All fields' }).click()
    const fields = page.getByRole('region', { name: 'All fields of the answer' })
    const search = fields.getByRole('searchbox', { name: 'Search fields of the answer' })
    const shown = fields.getByRole('region', { name: 'Fields', exact: true })
    await search.fill('.')
    await expect
      .poll(() => fields.getByRole('status').element().textContent.trim())
      .toMatch(/^\d{3},\d{3} fields$/)
    expect(elements()).toBeLessThan(1500)
    const many = Number(fields.getByRole('status').element().textContent.replace(/\D/g, ''))
    const scroller = shown.element()
    await expect
      .poll(() => {
        scroller.scrollTop = scroller.scrollHeight
        return shown.getByRole('listitem').elements().at(-1)?.getAttribute('data-index')
      })
      .toBe(String(many - 1))
    expect(elements()).toBeLessThan(1500)
    await search.fill('AccountMappings[199].PlanId')
    await expect.element(shown).toMatchTextContent(/AccountMappings\[199\]\.PlanId\s*P-199/)
    await search.fill('no such field')
    await expect.element(shown).toMatchTextContent('No field has “no such field” in its name or')
  })
})
