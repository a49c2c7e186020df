import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '#shared/result.ts'
import ReceiptView from '#renderer/workspace/submission/receipt-view.vue'
import { useProgram } from '#renderer/workspace/program-store.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { anInfo, createScriptedWorld, someSettings } from '#test/support/samples/scripted-world.ts'

describe('a receipt', () => {
  const show = async (maskIdentifiers: boolean, info = anInfo()) => {
    const bridge = createScriptedWorld({
      'app.info': () => ok(info),
      'settings.get': () => ok(someSettings({ maskIdentifiers })),
      'activity.recordUse': () => ok({}),
      'receipt.pdf': ({ masked }) =>
        ok({
          fileName: `r${masked ? '-masked' : ''}.pdf`,
          bytes: new TextEncoder().encode('%PDF-1.7'),
        }),
    })
    await renderPart(ReceiptView, bridge, { receipt: aReceipt() })
    return bridge
  }
  const article = page.getByRole('article', { name: 'Receipt' })

  test('hides identifiers until they are requested, and shows the time of the answer', async () => {
    await show(true)
    await expect.element(article).toMatchTextContent(/Maria Álvarez\s*••••0482/)
    await expect
      .element(article)
      .toMatchTextContent(/2026-11-20 15:04:05 UTC[\s\S]*Answered[\s\S]*2026-11-20 15:04:07 UTC/)
    expect(document.body.textContent).not.toMatch(/P-100482|4400118822|4400-1188-22/)
    await page.getByRole('switch', { name: 'Mask identifiers' }).click()
    await expect.element(article).toMatchTextContent(/P-100482[\s\S]*4400-1188-22[\s\S]*4400118822/)
  })

  test('asks to be saved as PDF only if it will be lost when the program closes', async () => {
    const urge = page.getByText(/Save it as PDF: without a keychain/)
    await show(true, anInfo({ savedRecords: { persistent: false, message: 'No keychain.' } }))
    await useProgram().load()
    await expect.element(urge).toBeVisible()
    useProgram().info = anInfo()
    await expect.element(urge).not.toBeInTheDocument()
  })

  test('is saved as PDF as shown, and the export is logged when the browser has the file', async () => {
    const bridge = await show(true)
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect.element(page.getByText('Handed to the browser as r-masked.pdf')).toBeVisible()
    await page.getByRole('switch', { name: 'Mask identifiers' }).click()
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect
      .poll(() => bridge.asked('receipt.pdf'))
      .toEqual([
        { receiptId: aReceipt().id, masked: true },
        { receiptId: aReceipt().id, masked: false },
      ])
    const handedOver = { action: 'export', recordId: aReceipt().id }
    await expect.poll(() => bridge.asked('activity.recordUse')).toEqual([handedOver, handedOver])
  })

  test('is logged when printed, whichever command prints it', async () => {
    const bridge = await show(true)
    window.dispatchEvent(new Event('beforeprint'))
    await expect
      .poll(() => bridge.asked('activity.recordUse'))
      .toEqual([{ action: 'print', recordId: aReceipt().id }])
  })

  test('shows an error if its PDF could not be written', async () => {
    const bridge = await show(true)
    bridge.script({
      'receipt.pdf': () =>
        fail({ code: 'internal', message: 'The PDF file could not be written.' }),
    })
    await page.getByRole('button', { name: 'Save PDF' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/The PDF file could not be written/)
  })
})
