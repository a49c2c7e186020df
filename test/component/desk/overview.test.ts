import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { someReportRows } from '#test/support/samples/scripted-report.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const path = '/opt-out/overview'
const midnight = (days: number): Date => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
}
/** All rows are from before the end of today, so that the time of the test run does not matter. */
const rows = someReportRows(40, new Date(midnight(1).getTime() - 60_000))

describe('the overview', () => {
  test('requests the rows of today, by this computer’s calendar, and distinguishes their results', async () => {
    const bridge = createScriptedWorld({ 'desk.report': () => ok(rows) })
    await renderApp(bridge, path)
    await expect.element(page.getByRole('heading', { name: 'By result' })).toBeVisible()
    expect(bridge.asked('desk.report')).toEqual([
      { from: midnight(0).toISOString(), to: midnight(1).toISOString() },
    ])
    const results = page.getByRole('table', { name: 'By result' })
    for (const label of [
      'Opted out',
      'Already out',
      'Not enrolled',
      'Declined',
      'In doubt',
      'Call without a request',
    ]) {
      await expect.element(results.getByRole('rowheader', { name: label })).toBeInTheDocument()
    }
    await expect.element(page.getByText('27 calls, 13 rows of lists')).toBeVisible()
    await expect
      .element(page.getByText('Opt-outs by call and by list, on this computer only.'))
      .toBeVisible()
  })

  test('shows reason and result in the words of each call’s own scripts, even those from another environment', async () => {
    const uat = { id: 'uat', name: 'Acme 401(k) UAT', kind: 'uat' } as const
    const elsewhere = someReportRows(2, midnight(1)).map((row) => ({
      ...row,
      environment: uat,
      disposition: 'optedOut',
      dispositionText: 'Carried out',
      reason: '',
      reasonCode: 'fee',
      reasonText: 'It costs too much',
    }))
    await renderApp(createScriptedWorld({ 'desk.report': () => ok(elsewhere) }), path)
    const ends = page.getByRole('table', { name: 'By how the call ended' })
    await expect.element(ends.getByRole('rowheader', { name: 'Carried out' })).toBeInTheDocument()
    await expect
      .element(page.getByRole('table', { name: 'By reason' }).getByRole('rowheader'))
      .toMatchTextContent('It costs too much')
    await page.getByRole('combobox', { name: 'Reason' }).click()
    await expect.element(page.getByRole('option', { name: 'It costs too much' })).toBeVisible()
  })

  test('links a call in doubt to its receipt', async () => {
    await renderApp(createScriptedWorld({ 'desk.report': () => ok(rows) }), path)
    await page.getByRole('button', { name: 'Settle them below' }).click()
    await expect
      .element(page.getByRole('link', { name: /^Check and settle Zoë García 8$/ }))
      .toHaveAttribute('href', '#/saved-results/receipt-8')
  })

  test('lists calls that were wrapped up against the result', async () => {
    const [row] = someReportRows(1, midnight(1))
    if (row === undefined) throw new Error('no row')
    const odd: DeskReportRow = {
      ...row,
      receiptId: 'r-7',
      standing: 'declined',
      contradicts: true,
      name: 'Zoë García',
      dispositionText: 'Nothing to do',
    }
    await renderApp(createScriptedWorld({ 'desk.report': () => ok([odd]) }), path)
    const panel = page.getByRole('region', { name: '1 call wrapped up against the result' })
    await expect
      .element(panel)
      .toMatchTextContent(/Zoë García.*Declined, wrapped up as “Nothing to do”/)
    await expect
      .element(panel.getByRole('link', { name: /Open the receipt/ }))
      .toHaveAttribute('href', '#/saved-results/r-7')
  })

  test('fetches another day from main, but filters loaded rows itself', async () => {
    const bridge = createScriptedWorld({ 'desk.report': () => ok(rows) })
    await renderApp(bridge, path)
    await page.getByRole('button', { name: 'Yesterday' }).click()
    await expect
      .poll(() => bridge.asked('desk.report').at(-1))
      .toEqual({ from: midnight(-1).toISOString(), to: midnight(0).toISOString() })
    const asked = bridge.asked('desk.report').length
    await page.getByRole('combobox', { name: 'Calls or lists' }).click()
    await page.getByRole('option', { name: 'Lists', exact: true }).click()
    await expect.element(page.getByText('0 calls, 13 rows of lists')).toBeVisible()
    await expect
      .element(page.getByText('No call in this selection; rows of lists have no wrap-up.'))
      .toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect.element(page.getByText('27 calls, 13 rows of lists')).toBeVisible()
    expect(bridge.asked('desk.report').length).toBe(asked)
  })

  test('covers any range of days, and tells a person’s word apart from the service’s', async () => {
    const [row] = someReportRows(1, midnight(0))
    if (row === undefined) throw new Error('no row')
    const settled = {
      ...{ by: 'lead', at: '2026-11-21T09:00:00.000Z', saidBy: null, transactionId: '' },
      wentThrough: true,
    }
    const found = [
      { ...row, receiptId: 'r-1', standing: 'done', settled: null } as const,
      { ...row, receiptId: 'r-2', standing: 'done', settled } as const,
    ]
    const bridge = createScriptedWorld({ 'desk.report': () => ok(found) })
    await renderApp(bridge, path)
    await page.getByRole('button', { name: 'Other days' }).click()
    await page.getByLabelText('First day').fill('2026-10-30')
    await page.getByLabelText('Last day').fill('2026-11-02')
    await expect
      .poll(() => bridge.asked('desk.report').at(-1))
      .toEqual({
        from: new Date(2026, 9, 30).toISOString(),
        to: new Date(2026, 10, 3).toISOString(),
      })
    const results = page.getByRole('table', { name: 'By result' })
    await expect
      .element(results.getByRole('rowheader', { name: 'Settled, went through' }))
      .toBeInTheDocument()
    await expect
      .element(page.getByText('By the service; 1 more as somebody found out'))
      .toBeVisible()
    await page.getByLabelText('Last day').fill('2026-10-01')
    await expect.element(page.getByText(/a last day that is not before it/)).toBeVisible()
  })

  test('exports the visible rows, and logs the export', async () => {
    const bridge = createScriptedWorld({
      'desk.report': () => ok(rows),
      'activity.recordUse': () => ok({}),
    })
    await renderApp(bridge, path)
    const saved: { name: string; href: string }[] = []
    const note = (event: Event): void => {
      if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return
      event.preventDefault()
      saved.push({ name: event.target.download, href: event.target.href })
    }
    document.addEventListener('click', note, true)
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.getByRole('button', { name: 'Export JSON' }).click()
    document.removeEventListener('click', note, true)
    expect(saved.map(({ name }) => name.replace(/\d{4}-\d{2}-\d{2}/, 'DAY'))).toEqual([
      'opt-outs DAY.csv',
      'opt-outs DAY.json',
    ])
    const text = await (await fetch(saved[0]?.href ?? '')).text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(41)
    expect(bridge.asked('activity.recordUse')).toEqual([{ action: 'export' }, { action: 'export' }])
  })

  test('lets main save the file and log the export on the desktop, and reports a failure', async () => {
    const answers = [
      ok(null),
      fail({ code: 'export.diskFull', message: 'The disk with the folder “Stick” is full.' }),
      ok({ fileName: 'november.json', folder: 'Documents' }),
    ]
    const bridge = createScriptedWorld({
      'app.info': () => ok(anInfo({ host: 'desktop' })),
      'desk.report': () => ok(rows),
      'activity.recordUse': () => ok({}),
      'export.save': () => answers.shift() ?? ok(null),
    })
    await renderApp(bridge, path)
    const button = page.getByRole('button', { name: 'Export JSON' })
    await button.click()
    await expect.poll(() => bridge.asked('export.save')).toHaveLength(1)
    await expect.element(button).toBeEnabled()
    await button.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/“Stick” is full/)
    expect(bridge.asked('activity.recordUse')).toEqual([])
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Saved as november.json in Documents')).toBeVisible()
    // Main logs the export itself, because it knows the dialog's result.
    expect(bridge.asked('activity.recordUse')).toEqual([])
    expect(bridge.asked('export.save')).toMatchObject([
      { format: 'json' },
      { format: 'json' },
      { format: 'json' },
    ])
  })

  test('explains an empty result and a failed read', async () => {
    const bridge = createScriptedWorld({ 'desk.report': () => ok([]) })
    await renderApp(bridge, path)
    await expect.element(page.getByRole('heading', { name: 'Nothing yet today' })).toBeVisible()
    bridge.script({
      'desk.report': refusal({
        code: 'records.keyUnreachable',
        message: 'The keychain is locked.',
      }),
    })
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The keychain is locked/)
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('can be opened with one press from Call and from Lists', async () => {
    await renderApp(createScriptedWorld({ 'desk.report': () => ok([]) }), path)
    const tabs = page.getByRole('navigation', { name: 'Opt-out desk' })
    await expect
      .element(tabs.getByRole('link', { name: 'Overview' }))
      .toHaveAttribute('aria-current', 'page')
    await tabs.getByRole('link', { name: 'Lists' }).click()
    await expect.element(page.getByRole('heading', { name: 'No list yet' })).toBeVisible()
    await tabs.getByRole('link', { name: 'Call' }).click()
    await expect
      .element(tabs.getByRole('link', { name: 'Call' }))
      .toHaveAttribute('aria-current', 'page')
  })
})
