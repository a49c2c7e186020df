import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { trainingAssumptions } from '#shared/training/assumptions.ts'
import { faultSchema } from '#shared/training/faults.ts'
import { badDayChoices } from '#renderer/workspace/practice/bad-days.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'
import { anInfo, createScriptedWorld, someSettings } from '#test/support/samples/scripted-world.ts'
import { ok } from '#shared/result.ts'

const panel = page.getByRole('region', { name: 'Practice a bad day' })
const dialog = page.getByRole('dialog', { name: 'Practice a bad day' })

describe('the panel "Practice a bad day"', () => {
  test('offers only distinct faults that the training service supports', () => {
    for (const { fault, label } of badDayChoices)
      expect(faultSchema.safeParse(fault).success, label).toBe(true)
    expect(new Set(badDayChoices.map(({ fault }) => JSON.stringify(fault))).size).toBe(
      badDayChoices.length,
    )
    expect(new Set(badDayChoices.map(({ label }) => label)).size).toBe(badDayChoices.length)
    const kinds = new Set(badDayChoices.map(({ fault }) => fault.kind))
    for (const { shape } of faultSchema.options) expect(kinds).toContain(shape.kind.value)
  })

  test('sets and lists a chosen fault, and Back to normal removes it', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge, '/settings')
    await expect.element(panel.getByText('Nothing is set up: the service behaves.')).toBeVisible()
    await panel.getByRole('combobox', { name: 'What goes wrong' }).click()
    await page.getByRole('option', { name: 'Too busy (429), wait 3 seconds' }).click()
    await panel.getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'Express Forecast', exact: true }).click()
    await panel.getByLabelText('How many times').fill('2')
    await panel.getByRole('button', { name: 'Set it up' }).click()
    await expect.element(panel.getByText(/Express Forecast – waits for the next 2/)).toBeVisible()
    expect(bridge.asked('training.faults.set')).toEqual([
      {
        target: 'forecast',
        fault: { kind: 'status', status: 429, retryAfter: 3 },
        times: 2,
        after: 0,
      },
    ])
    await panel.getByRole('button', { name: 'Back to normal' }).click()
    await expect.element(panel.getByText('Nothing is set up: the service behaves.')).toBeVisible()
  })

  test('opens from the training strip, which says whether a fault is still pending', async () => {
    await renderApp(createScriptedWorld(), '/advise')
    await page.getByRole('button', { name: 'Practice a bad day…' }).click()
    await dialog.getByRole('button', { name: 'Set it up' }).click()
    await expect.element(dialog.getByText(/waits for the next request/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect
      .element(page.getByRole('button', { name: 'Bad day: 1 still to go wrong…' }))
      .toBeVisible()
  })

  test('is in a strip that also says what Training assumes and leaves out, including the firm’s figures for the law', async () => {
    const firms = { 'app.info': () => ok(anInfo({ firmLaw: firmLaw2027 })) }
    await renderApp(createScriptedWorld(firms), '/advise')
    await page.getByRole('button', { name: 'What Training assumes…' }).click()
    const assumed = page.getByRole('dialog', { name: 'What Training assumes' })
    for (const { sentences } of trainingAssumptions(firmLaw2027)) {
      for (const sentence of sentences)
        await expect.element(assumed.getByText(sentence)).toBeInTheDocument()
    }
    await assumed.getByRole('button', { name: 'Close' }).click()
    await expect.element(assumed).not.toBeInTheDocument()
  })

  test('is hidden while another environment is in use', async () => {
    const bridge = createScriptedWorld({
      'settings.get': () => ok(someSettings({ activeEnvironmentId: 'uat' })),
    })
    await renderApp(bridge, '/settings')
    await expect.element(page.getByRole('region', { name: 'Environments' })).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
    expect(bridge.asked('training.faults.get')).toEqual([])
  })
})
