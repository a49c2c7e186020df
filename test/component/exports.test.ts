import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SavedExport } from '#shared/report/export.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import OutcomeState from '#renderer/features/lists/outcome-state.vue'
import ReceiptView from '#renderer/workspace/submission/receipt-view.vue'
import DecodedText from '#renderer/ui/decoded-text.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { aListView } from '#test/support/samples/scripted-lists.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import type { Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** Tests the screen's messages during and after main's save dialog. */

const bytes = new TextEncoder().encode('%PDF-1.7')
const desktopWith = (scripts: Scripts) =>
  createScriptedWorld({
    'app.info': () => ok(anInfo({ host: 'desktop' })),
    'activity.recordUse': () => ok({}),
    'receipt.pdf': ({ masked }) => ok({ fileName: `r${masked ? '-masked' : ''}.pdf`, bytes }),
    'list.outcome': () => ok({ fileName: 'people-outcome.tsv', bytes }),
    ...scripts,
  })
const saved: Result<SavedExport> = ok({ fileName: 'mine.pdf', folder: 'Documents' })
const refused = fail({
  code: 'export.noPermission',
  message: 'There is no permission to write “mine.pdf” in the folder “Archive”.',
})
const note = page.getByRole('status').filter({ hasText: /Saved as|Handed to/ })
const alert = page.getByRole('alert')

describe('saving a receipt on the desktop', () => {
  const button = page.getByRole('button', { name: 'Save PDF' })

  test('shows no message and ignores a second press while main’s dialog is open, then says where the file was saved', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<SavedExport>>()
    const bridge = desktopWith({ 'export.save': () => promise })
    await renderPart(ReceiptView, bridge, { receipt: aReceipt() })
    await button.click()
    await expect
      .poll(() => bridge.asked('export.save'))
      .toEqual([
        { subject: 'receipt', format: 'pdf', name: 'r-masked.pdf', bytes, recordId: aReceipt().id },
      ])
    await expect.element(button).toBeDisabled()
    expect(note.elements()).toHaveLength(0)
    resolve(saved)
    await expect.element(note).toMatchTextContent(/^Saved as mine\.pdf in Documents$/)
    await expect.element(button).toBeEnabled()
  })

  test('is announced, because the live region exists before its first message', async () => {
    await renderPart(ReceiptView, desktopWith({ 'export.save': () => saved }), {
      receipt: aReceipt(),
    })
    const before = new Set(page.getByRole('status').elements())
    await button.click()
    await expect.element(note).toBeVisible()
    expect(before.has(note.element())).toBe(true)
  })

  test('shows no message after a canceled dialog, not even that of an earlier save', async () => {
    const answers = [saved, ok(null)]
    const bridge = desktopWith({ 'export.save': () => answers.shift() ?? saved })
    await renderPart(ReceiptView, bridge, { receipt: aReceipt() })
    await button.click()
    await expect.element(note).toBeVisible()
    await button.click()
    await expect.poll(() => bridge.asked('export.save')).toHaveLength(2)
    await expect.element(button).toBeEnabled()
    expect(note.elements()).toHaveLength(0)
    expect(alert.elements()).toHaveLength(0)
  })

  test('explains a failed write and what to do, and offers to try again', async () => {
    const answers = [refused, saved]
    await renderPart(ReceiptView, desktopWith({ 'export.save': () => answers.shift() ?? saved }), {
      receipt: aReceipt(),
    })
    await button.click()
    await expect
      .element(alert)
      .toMatchTextContent(
        /no permission to write “mine\.pdf”.*before is unchanged.*Choose another folder/s,
      )
    expect(note.elements()).toHaveLength(0)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.element(note).toBeVisible()
    expect(alert.elements()).toHaveLength(0)
  })
})

test('a list’s outcome file keeps its file type, and a failed save is shown at the button', async () => {
  const bridge = desktopWith({ 'export.save': () => refused })
  await renderPart(OutcomeState, bridge, { view: aListView({ state: 'done' }), busy: false })
  await page.getByRole('button', { name: 'Save outcome file' }).click()
  await expect.element(alert).toMatchTextContent(/no permission/)
  expect(bridge.asked('export.save')).toEqual([
    { subject: 'listOutcome', format: 'tsv', name: 'people-outcome.tsv', bytes },
  ])
})

test('text from the service is saved exactly as shown', async () => {
  const bridge = desktopWith({
    'export.save': () => ok({ fileName: 'communication.xml', folder: 'Documents' }),
  })
  const decoded = { text: '<A>é</A>', encoding: 'xml' }
  await renderPart(DecodedText, bridge, {
    decoded,
    what: 'Communication XML',
    fileName: 'communication',
  })
  await page.getByRole('button', { name: 'Save Communication XML' }).click()
  await expect.element(note).toMatchTextContent(/communication\.xml/)
  expect(bridge.asked('export.save')).toEqual([
    {
      subject: 'serviceText',
      format: 'xml',
      name: 'communication',
      bytes: new TextEncoder().encode('<A>é</A>'),
    },
  ])
})

test('trying again saves the text that is shown at that moment, not the text from the first try', async () => {
  const answers = [refused, saved]
  const bridge = desktopWith({ 'export.save': () => answers.shift() ?? saved })
  const { screen } = await renderPart(DecodedText, bridge, {
    decoded: { text: '<A>first</A>', encoding: 'xml' },
    what: 'Communication XML',
    fileName: 'first',
  })
  await page.getByRole('button', { name: 'Save Communication XML' }).click()
  await expect.element(alert).toMatchTextContent(/no permission/)
  await screen.rerender({ decoded: { text: 'second', encoding: 'unknown' }, fileName: 'second' })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(note).toBeVisible()
  expect(bridge.asked('export.save')[1]).toEqual({
    subject: 'serviceText',
    format: 'txt',
    name: 'second',
    bytes: new TextEncoder().encode('second'),
  })
})
