import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ReportPanel from '#renderer/features/settings/report-panel.vue'
import { defaultDisclosure } from '#shared/report/report-settings.ts'
import { ok } from '#shared/result.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld, someSettings } from '#test/support/samples/scripted-world.ts'

describe('the report settings', () => {
  test('keep the firm’s name and disclosure, to which the program always adds its own disclosure', async () => {
    let settings = someSettings()
    const bridge = createScriptedWorld({
      'report.logo': () => ok({ logo: null }),
      'settings.get': () => ok(settings),
      'settings.change': (patch) => {
        settings = { ...settings, ...(patch.report === undefined ? {} : { report: patch.report }) }
        return ok(settings)
      },
    })
    await renderApp(bridge, '/settings')
    const panel = page.getByRole('region', { name: 'Client reports' })
    const text = panel.getByRole('textbox', { name: 'Your firm’s own disclosure' })
    await expect.element(text).toHaveValue('')
    await expect.element(panel.getByText(defaultDisclosure)).toBeVisible()
    await panel.getByRole('textbox', { name: 'Firm name' }).fill('Harbor & Pine')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => bridge.asked('settings.change'))
      .toEqual([{ report: { firmName: 'Harbor & Pine', disclosure: '', paper: 'letter' } }])
    await text.fill('Ours.')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => bridge.asked('settings.change').at(-1))
      .toMatchObject({ report: { disclosure: 'Ours.' } })
    await expect.element(panel.getByText(defaultDisclosure)).toBeVisible()
  })

  test('keep the advisor’s name, with title and phone', async () => {
    const bridge = createScriptedWorld({ 'report.logo': () => ok({ logo: null }) })
    await renderApp(bridge, '/settings')
    const panel = page.getByRole('region', { name: 'Your name on receipts and reports' })
    await panel.getByRole('textbox', { name: 'Your name' }).fill(' Dana Whitfield ')
    await panel.getByRole('textbox', { name: 'Title, phone' }).fill('Senior advisor · 555 0100')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => bridge.asked('settings.change'))
      .toEqual([{ advisor: { name: 'Dana Whitfield', contact: 'Senior advisor · 555 0100' } }])
  })

  test('refuse a name with an invisible character, and say so at the field', async () => {
    const bridge = createScriptedWorld({ 'report.logo': () => ok({ logo: null }) })
    await renderApp(bridge, '/settings')
    const panel = page.getByRole('region', { name: 'Your name on receipts and reports' })
    await panel.getByRole('textbox', { name: 'Your name' }).fill('Dana \u202ednahW')
    await expect.element(panel.getByText(/Type it anew/)).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('accept, show and remove a logo', async () => {
    const logo = { bytes: new Uint8Array([1, 2, 3]), format: 'png', width: 40, height: 10 } as const
    const bridge = createScriptedWorld({
      'report.logo': () => ok({ logo }),
      'report.removeLogo': () => ok({ logo: null }),
    })
    await renderPart(ReportPanel, bridge)
    await expect.element(page.getByRole('img', { name: 'The firm’s logo' })).toBeInTheDocument()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await expect.element(page.getByText('None')).toBeVisible()
    expect(bridge.asked('report.removeLogo')).toHaveLength(1)
  })
})
