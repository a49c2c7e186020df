import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ActivityCheck, ActivityPage, ActivityRecord } from '#shared/activity/activity.ts'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const total = 5000
const record = (n: number): ActivityRecord => ({
  n,
  at: new Date(Date.UTC(2026, 10, 20, 14) - (total - n) * 60_000).toISOString(),
  user: 'dana',
  machine: 'desk-7',
  action: n % 3 === 0 ? 'submission' : n % 2 === 0 ? 'forecast' : 'open',
  environment: 'training',
  subject: n.toString(16).padStart(32, '0'),
  id: '6c1f0a52-7a8e-4d5f-9a52-0d9c1d1f7a11',
  outcome: n % 3 === 0 ? 'accepted' : 'done',
  change: n === total - 1 ? 'when the lock closes: 15 → 0 minutes' : '',
})
const check = (over: Partial<ActivityCheck> = {}): ActivityCheck => ({
  state: 'intact',
  at: '2026-11-20T14:05:00.000Z',
  records: total,
  head: 'c2FtcGxl',
  problems: [],
  more: 0,
  ...over,
})
const listOf =
  (over: Partial<ActivityPage> = {}) =>
  ({
    cursor,
    limit,
    action,
  }: {
    cursor?: string | undefined
    limit: number
    action?: string | undefined
  }) => {
    const from = cursor === undefined ? total : Number(cursor)
    const records: ActivityRecord[] = []
    let n = from
    for (; n > 0 && records.length < limit; n -= 1) {
      const each = record(n)
      if (action === undefined || each.action === action) records.push(each)
    }
    const kept = { key: 'keychain', why: '' } as const
    return ok<ActivityPage>({
      records,
      next: n > 0 ? String(n) : null,
      total,
      kept,
      check: check(),
      ...over,
    })
  }

describe('the Activity screen', () => {
  test('returns the focus to the Verify now button when the check ends, unless the focus has moved', async () => {
    let answer: () => void = () => undefined
    const verify = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return ok(check())
    }
    await renderApp(
      createScriptedWorld({ 'activity.list': listOf(), 'activity.verify': verify }),
      '/activity',
    )
    const button = page.getByRole('button', { name: 'Verify now' })
    await expect.element(button).toBeVisible()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toBeDisabled()
    await expect.poll(() => document.activeElement).toBe(document.body)
    answer()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toBeDisabled()
    const elsewhere = page.getByRole('link', { name: 'Settings' })
    elsewhere.element().focus()
    answer()
    await expect.element(button).toBeEnabled()
    await expect.element(elsewhere).toHaveFocus()
  })

  test('says what was changed', async () => {
    await renderApp(createScriptedWorld({ 'activity.list': listOf() }), '/activity')
    await expect
      .element(page.getByRole('cell', { name: /when the lock closes: 15 → 0 minutes/ }))
      .toBeVisible()
  })

  test('says in words that the log is intact, and renders only visible rows', async () => {
    await renderApp(createScriptedWorld({ 'activity.list': listOf() }), '/activity')
    await expect
      .element(
        page.getByText('Intact: of 5,000 records checked, none was changed, removed or moved'),
      )
      .toBeVisible()
    await expect.element(page.getByRole('cell', { name: '5,000', exact: true })).toBeVisible()
    expect(page.getByRole('row').elements().length).toBeLessThan(60)
  })

  test('never describes entries newer than the check as intact', async () => {
    await renderApp(
      createScriptedWorld({
        'activity.list': listOf({ check: check({ records: 2 }), total: 315 }),
      }),
      '/activity',
    )
    await expect
      .element(
        page.getByText('2 of 315 records checked: nothing in them was changed, removed or moved'),
      )
      .toBeVisible()
    await expect
      .element(page.getByText('The 313 noted since are not checked yet', { exact: false }))
      .toBeVisible()
    await expect.element(page.getByText(/^Intact/)).not.toBeInTheDocument()
  })

  test('loads older entries when the last row comes into view', async () => {
    const bridge = createScriptedWorld({ 'activity.list': listOf() })
    await renderApp(bridge, '/activity')
    const region = page.getByRole('region', { name: 'Records of the activity log' })
    await expect.element(region).toBeVisible()
    region.element().scrollTop = 1_000_000
    await expect.poll(() => bridge.asked('activity.list').length).toBeGreaterThan(1)
    expect(bridge.asked('activity.list')[1]).toMatchObject({ cursor: '4800' })
    region.element().scrollTop = 250 * 36
    await expect.element(page.getByRole('cell', { name: '4,750', exact: true })).toBeInTheDocument()
  })

  test("says where the log was changed, and why the log's key lasts only until the program closes", async () => {
    const tampered = check({
      state: 'tampered',
      problems: [
        {
          kind: 'edited',
          record: 1204,
          message: 'Record 1204 was changed after it was written.',
        },
      ],
    })
    const kept = { key: 'memory', why: 'there is no keyring.' } as const
    await renderApp(
      createScriptedWorld({ 'activity.list': listOf({ check: tampered, kept }) }),
      '/activity',
    )
    await expect
      .element(page.getByText('This log was changed from outside the program'))
      .toBeVisible()
    await expect
      .element(page.getByText('Record 1204 was changed after it was written.'))
      .toBeVisible()
    await expect
      .element(page.getByText(/key that lasts until Glidepath closes: there is no keyring/))
      .toBeVisible()
  })

  test('distinguishes older data and a damaged database from changes made outside the program', async () => {
    const found = (kind: 'olderData' | 'damaged') =>
      listOf({
        check: check({ state: 'tampered', problems: [{ kind, record: 0, message: 'As found.' }] }),
      })
    const bridge = createScriptedWorld({ 'activity.list': found('olderData') })
    await renderApp(bridge, '/activity')
    await expect
      .element(page.getByText('Glidepath found older data than it had left'))
      .toBeVisible()
    bridge.script({ 'activity.list': found('damaged'), 'activity.verify': () => ok(check()) })
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect.element(page.getByText('The database is damaged')).toBeVisible()
    await expect.element(page.getByText('As found.')).toBeVisible()
  })

  test('filters entries in main, verifies the log on request, and shows the new check', async () => {
    let state: ActivityCheck | null = null
    const bridge = createScriptedWorld({
      'activity.list': (request) => listOf({ check: state })(request),
      'activity.verify': () => {
        state = check()
        return ok(state)
      },
    })
    await renderApp(bridge, '/activity')
    await expect.element(page.getByText('Being checked…')).toBeVisible()
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect
      .element(
        page.getByText('Intact: of 5,000 records checked, none was changed, removed or moved'),
      )
      .toBeVisible()
    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Submission' }).click()
    await expect
      .poll(() => bridge.asked('activity.list').at(-1))
      .toMatchObject({ action: 'submission' })
  })

  test('explains an empty log and a failed read', async () => {
    const bridge = createScriptedWorld({ 'activity.list': listOf({ records: [], next: null }) })
    await renderApp(bridge, '/activity')
    await expect.element(page.getByRole('heading', { name: 'Nothing noted yet' })).toBeVisible()
    bridge.script({
      'activity.verify': refusal({
        code: 'internal',
        message: 'The data folder could not be used.',
      }),
    })
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/The data folder could not be used/)
  })
})
