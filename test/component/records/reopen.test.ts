import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { refusal, type Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'

const scenario = aSavedForecast({ RetirementAge: 62 })
const reopen = page.getByRole('button', { name: 'Reopen as a scenario' })

/** The saved result on screen, after a participant was opened if `opened` is true. */
const show = async (over: Scripts, opened = false, saved: SavedForecast = scenario) => {
  const bridge = createScriptedWorld({
    'records.open': () => ok(saved),
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs)),
    ...over,
  })
  const { router } = await renderApp(bridge, '/advise')
  if (opened) {
    await page.getByText('Maria Alvarez').first().click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  }
  await router.push(`/saved-results/${saved.id}`)
  await expect.element(page.getByRole('heading', { name: saved.subject.name })).toBeVisible()
  return { bridge, router }
}
const age = page
  .getByRole('form', { name: 'What if' })
  .getByRole('textbox', { name: 'Retirement age' })

describe('reopening a saved forecast as a scenario', () => {
  test('opens the kept file without the participant, and shows the result as it is', async () => {
    const { bridge, router } = await show({
      'records.keepsFile': () => ok({ kept: true }),
      'scenario.list': () => ok([scenario]),
    })
    await reopen.click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/forecast')
    expect(bridge.asked('participant.open')).toEqual([{ kind: 'kept', id: scenario.id }])
    await expect.element(age).toHaveValue('62')
    expect(bridge.asked('forecast.run')).toEqual([])
  })

  test('is not offered without the file, for several people in one file, or in another environment', async () => {
    await show({})
    await expect.element(reopen).not.toBeInTheDocument()
    const kept: Scripts = { 'records.keepsFile': () => ok({ kept: true }) }
    await show(kept, false, {
      ...scenario,
      subject: { participantId: '', name: '2 participants', among: [] },
    })
    await expect.element(reopen).not.toBeInTheDocument()
    await show(kept, false, {
      ...scenario,
      environment: { id: 'uat', name: 'Acme UAT', kind: 'uat' },
    })
    await expect.element(reopen).not.toBeInTheDocument()
  })

  test('says why a kept file could not be opened, and stays', async () => {
    const { router } = await show({
      'records.keepsFile': () => ok({ kept: true }),
      'participant.open': refusal({ code: 'records.damaged', message: 'The record is damaged.' }),
    })
    await reopen.click()
    await expect.element(page.getByText(/The record is damaged/).first()).toBeVisible()
    expect(router.currentRoute.value.path).toBe(`/saved-results/${scenario.id}`)
  })

  test('with another file of the participant open, runs the inputs again with it', async () => {
    const { bridge, router } = await show({}, true)
    await reopen.click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/forecast')
    await expect
      .poll(() => bridge.asked('forecast.run'))
      .toMatchObject([{ inputs: {} }, { inputs: { RetirementAge: 62 }, keep: false }])
  })

  test('while somebody else is open, is offered only with the kept file', async () => {
    const other = anOpened({ participants: [aProfile({ userId: 'P-9', lastName: 'Other' })] })
    await show({ 'participant.open': () => ok(other) }, true)
    await expect.element(reopen).not.toBeInTheDocument()
    await show(
      { 'participant.open': () => ok(other), 'records.keepsFile': () => ok({ kept: true }) },
      true,
    )
    await expect.element(reopen).toBeVisible()
  })
})
