import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SinceAnswers } from '#shared/forecast/since.ts'
import { ok, type Result } from '#shared/result.ts'
import { refusal, type Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aSinceView, sinceAnswers, sinceForecast } from '#test/support/samples/since-samples.ts'
import { openForecast, outcome, runButton } from '../forecast/open-forecast.ts'
import { aSummary, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const lines = () => {
  const { subject } = sinceForecast()
  return [
    aSummary({ id: 'newer', savedAt: '2026-11-27T15:44:00.000Z', subject, summary: [] }),
    aSummary({ id: 'earlier', savedAt: '2025-11-14T15:00:00.000Z', subject, summary: [] }),
  ]
}
const show = async (over: Scripts = {}) => {
  const bridge = createScriptedWorld({
    'records.list': () => ok(lines()),
    'since.find': () => ok(aSinceView()),
    'since.ask': () => ok(sinceAnswers()),
    ...over,
  })
  await renderApp(bridge, '/saved-results')
  return bridge
}
const panel = page.getByRole('region', { name: 'Since last time' })
const steps = page.getByRole('group', { name: 'Since last time' })
const button = page.getByRole('button', { name: 'Show the steps' })

beforeEach(() => page.viewport(1280, 800))

describe('since last time', () => {
  test('says the difference and the number of forecasts before anything is asked', async () => {
    const bridge = await show()
    await expect.element(panel).toMatchTextContent(/Since last time: \$129 a month more/)
    await expect
      .element(panel)
      .toMatchTextContent(/\$2,262 on Nov 14, 2025, \$2,391 on Nov 27, 2026/)
    await expect.element(panel).toMatchTextContent(/This asks Training for up to 3 forecasts/)
    expect(bridge.asked('since.ask')).toEqual([])
  })

  test('shows each step once asked, in the picture’s table and explained, and names the steps of $0', async () => {
    const bridge = await show()
    await button.click()
    await expect.element(steps).toMatchTextContent(/No change from savings \(.*\) and limits \(/)
    expect(bridge.asked('since.ask')).toMatchObject([{ earlierId: 'earlier', newerId: 'newer' }])
    await steps.getByRole('button', { name: /^Table/ }).click()
    const rows = steps.getByRole('row')
    for (const [row, words] of [
      'Nov 14, 2025––$2,262',
      'Time passed–12 months later−$38',
      'Balances$14,020$18,421$83',
      'Pay$61,800$64,200$76',
      'Savings8%8%$0',
      'Limits$23,500$24,500$0',
      'Service’s model–the rest$8',
      'Nov 27, 2026––$2,391',
    ].entries())
      await expect.element(rows.nth(row + 1)).toMatchTextContent(words)
    await rows.nth(3).getByRole('button', { name: '$83' }).click()
    await expect
      .element(page.getByRole('dialog', { name: /^Explain this number/ }))
      .toMatchTextContent(/\$2,429 − \$2,346 = \$83/)
  })

  test('keeps the answers while another screen is visited', async () => {
    const bridge = await show()
    await button.click()
    await expect.element(steps).toBeVisible()
    await page.getByRole('link', { name: 'Activity' }).first().click()
    await page.getByRole('link', { name: 'Saved results', exact: true }).first().click()
    await expect.element(steps).toBeVisible()
    expect(bridge.asked('since.ask')).toHaveLength(1)
  })

  test('can be canceled while it asks', async () => {
    const rest = Promise.withResolvers<Result<SinceAnswers>>()
    const bridge = await show({ 'since.ask': () => rest.promise })
    await button.click()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    expect(bridge.asked('job.cancel')).toHaveLength(1)
    rest.resolve({ ok: false, error: { code: 'job.cancelled', message: 'Canceled.' } })
    await expect.element(button).toBeVisible()
  })

  test('after a failure the difference stays, and the steps can be asked again', async () => {
    const bridge = await show({
      'since.ask': refusal({ code: 'service.busy', message: 'The service is busy.' }),
    })
    await button.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(panel).toMatchTextContent(/\$129 a month more/)
    bridge.script({ 'since.ask': () => ok(sinceAnswers()) })
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect.element(steps).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('without the earlier file, the chart says that only pay and savings have their own steps', async () => {
    const view = aSinceView({ split: 'payAndSavings', others: ['pensions'] })
    await show({ 'since.find': () => ok(view) })
    await expect
      .element(panel)
      .toMatchTextContent(/The earlier file was not kept, so only pay and savings are split/)
    await button.click()
    await expect.element(steps).toMatchTextContent(/only pay and savings are split/)
    await expect.element(steps).toMatchTextContent(/Also different in the two files: pensions\./)
  })

  test('without any file, and in another environment, nothing can be asked', async () => {
    const bridge = await show({ 'since.find': () => ok(aSinceView({ split: 'none', steps: [] })) })
    await expect
      .element(panel)
      .toMatchTextContent(/The steps need the file that was sent on Nov 27, 2026.* Open it/)
    await expect.element(button).not.toBeInTheDocument()
    const environment = { id: 'uat', name: 'Acme UAT', kind: 'uat' as const }
    const view = aSinceView()
    bridge.script({
      'since.find': () =>
        ok({
          ...view,
          newer: { ...view.newer, environment },
          earlier: { ...view.earlier, environment },
        }),
    })
    bridge.emit('records.changed', {})
    await expect.element(panel).toMatchTextContent(/Made in Acme UAT, and Training is in use now/)
    await expect.element(button).not.toBeInTheDocument()
  })

  test('with one forecast there is nothing to compare with yet', async () => {
    await show({ 'since.find': () => ok(null) })
    await expect.element(panel).toMatchTextContent(/Nothing to compare with yet/)
  })

  test('the balance of now stands in the range of last time, and in its table', async () => {
    await show()
    const range = page.getByRole('group', { name: 'Balance in the range of Nov 14, 2025' })
    await expect
      .element(range)
      .toMatchTextContent(/\$18,421 is above the range of last time, .* than projected in average/)
    range.element().focus()
    await userEvent.keyboard('t')
    await expect.element(range.getByRole('row').last()).toMatchTextContent('Now$18,421')
    expect(range.getByRole('row').elements()).toHaveLength(5)
  })
})

describe('on the forecast screen', () => {
  test('one line says the difference and unfolds; the charts beside it do not fill the window', async () => {
    const bridge = await openForecast({
      'since.find': () => ok(aSinceView()),
      'since.ask': () => ok(sinceAnswers()),
    })
    await runButton.click()
    await expect.element(panel).toMatchTextContent(/\$129 a month more/)
    await expect.element(button).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'What changed' }).click()
    await button.click()
    await expect.element(steps).toBeVisible()
    expect(bridge.asked('since.find')).toMatchObject([{ id: 'rec-forecast', handle: 'handle-1' }])
    expect(bridge.asked('since.ask')).toMatchObject([{ handle: 'handle-1' }])
    steps.element().focus()
    await userEvent.keyboard('f')
    await expect.element(outcome).toBeVisible()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect.element(steps).not.toBeInTheDocument()
  })

  test('nothing is said without an earlier forecast, or before today’s is saved', async () => {
    const bridge = await openForecast()
    expect(bridge.asked('since.find')).toEqual([])
    await runButton.click()
    await expect.poll(() => bridge.asked('since.find')).toHaveLength(1)
    await expect.element(outcome).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
  })
})
