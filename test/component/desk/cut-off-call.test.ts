import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { ok } from '#shared/result.ts'
import { heading } from '#test/support/screens/desk-call.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { someReportRows } from '#test/support/samples/scripted-report.ts'
import { aDeskConfig, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const aCall = (over: Partial<DeskReportRow>): DeskReportRow[] =>
  someReportRows(2, new Date('2026-11-20T12:00:00Z'))
    .slice(1)
    .map((row) => ({ ...row, ...over }))

describe('a call cut off when the program ended', () => {
  test('is offered for wrap-up at the next start, with the scripts used in that call', async () => {
    const cutOff = {
      ...aReceipt({ id: 'r-1', operation: 'optout' }),
      call: {
        startedAt: '2026-11-20T12:58:30.000Z',
        textsVersion: 3,
        caller: 'participant' as const,
        checksPassed: ['birth', 'ssn4', 'phone'],
        checkTexts: [],
        checksFailed: [{ id: 'employer', text: '', forOther: false }],
        reasonCode: 'own',
        reasonText: '',
        note: '',
      },
    }
    let open = aCall({ receiptId: 'r-1', name: 'Zephyrine Quill' })
    const bridge = createScriptedWorld({
      'desk.unwrapped': () => ok(open),
      'desk.config.get': ({ environmentId, version }) =>
        ok(aDeskConfig({ environmentId, version: version ?? 4 })),
      'records.open': () => ok(cutOff),
      'desk.wrapUp': ({ wrapUp }) => {
        open = []
        return ok({ ...cutOff, wrapUp })
      },
    })
    await renderApp(bridge, '/opt-out')
    await expect.element(page.getByText('1 call has no result yet')).toBeVisible()
    await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
    await page.getByRole('button', { name: 'Wrap up the call of Zephyrine Quill' }).click()
    await expect.element(heading('Wrap up')).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: /^Identify/ }))
      .toMatchTextContent(/3 of 3, 1 wrong/)
    expect(bridge.asked('desk.config.get').at(-1)).toEqual({
      environmentId: 'training',
      version: 3,
    })
    await userEvent.keyboard('1{Enter}')
    await expect.element(heading('Caller')).toBeVisible()
    await expect.element(page.getByText('1 call has no result yet')).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('ParticipantId')).toHaveValue('')
    expect(bridge.asked('desk.wrapUp')).toMatchObject([
      {
        receiptId: 'r-1',
        wrapUp: { disposition: 'optedOut', endedAt: cutOff.answeredAt ?? cutOff.sentAt },
      },
    ])
    expect(bridge.asked('desk.endCall')).toEqual([])
  })

  test('is offered for wrap-up once another window has left it without a result', async () => {
    let open: DeskReportRow[] = []
    const bridge = createScriptedWorld({ 'desk.unwrapped': () => ok(open) })
    await renderApp(bridge, '/opt-out')
    await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
    open = aCall({})
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('1 call has no result yet')).toBeVisible()
    open = []
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('1 call has no result yet')).not.toBeInTheDocument()
  })

  test('is not wrapped up again after another window has done so', async () => {
    let open = aCall({ receiptId: 'r-1', name: 'Zephyrine Quill' })
    const wrapUp = {
      disposition: 'optedOut',
      dispositionText: 'Opted out as asked',
      contradicts: false,
      note: '',
      endedAt: '2026-11-20T13:00:00.000Z',
    }
    const bridge = createScriptedWorld({
      'desk.unwrapped': () => ok(open),
      'records.open': () => {
        open = []
        return ok({ ...aReceipt({ id: 'r-1', operation: 'optout' }), wrapUp })
      },
    })
    await renderApp(bridge, '/opt-out')
    await page.getByRole('button', { name: 'Wrap up the call of Zephyrine Quill' }).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/This call already has a result\./)
    await expect.element(heading('Caller')).toBeVisible()
    await expect.element(page.getByText('1 call has no result yet')).not.toBeInTheDocument()
    expect(bridge.asked('desk.wrapUp')).toEqual([])
  })

  test('is not offered for wrap-up while another caller is on the line', async () => {
    const bridge = createScriptedWorld({ 'desk.unwrapped': () => ok(aCall({})) })
    await renderApp(bridge, '/opt-out')
    await expect.element(page.getByText('1 call has no result yet')).toBeVisible()
    await userEvent.keyboard('P')
    await expect.element(page.getByText('1 call has no result yet')).not.toBeInTheDocument()
  })
})
