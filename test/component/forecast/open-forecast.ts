import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import type { ScriptedBridge } from '#test/support/doubles/scripted-bridge.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from './sample-saved.ts'

export const panel = page.getByRole('form', { name: 'What if' })
export const runButton = panel.getByRole('button', { name: 'Run forecast' })
export const outcome = page.getByRole('region', { name: 'Outcome' })
export const age = panel.getByRole('textbox', { name: 'Retirement age' })

/** Opens the forecast screen with an example participant. */
export const openForecast = async (
  over: Parameters<typeof createScriptedWorld>[0] = {},
): Promise<ScriptedBridge> => {
  const bridge = createScriptedWorld({
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs)),
    ...over,
  })
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push('/advise/forecast')
  await expect.element(page.getByRole('heading', { name: 'Forecast', exact: true })).toBeVisible()
  return bridge
}
