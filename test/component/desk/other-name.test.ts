import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { ok } from '#shared/result.ts'
import { heading } from '#test/support/screens/desk-call.ts'
import { desk, earlier, send } from './call-screen.ts'

describe('a caller whose name differs from earlier receipts for the same id', () => {
  const hint = page.getByText(/^Earlier receipts of this id name/)
  const linda: EarlierRequest = {
    ...earlier,
    outcome: 'accepted',
    standing: 'done',
    name: 'Linda Kowalski',
    firstName: 'Linda',
    lastName: 'Kowalski',
  }
  const deskAfter = async (requests: readonly EarlierRequest[]) => {
    const { bridge } = await desk()
    bridge.script({ 'desk.earlier': () => ok([...requests]) })
    await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
    return bridge
  }
  const typeName = async (first: string, last: string): Promise<void> => {
    await userEvent.keyboard('P-100482')
    await page.getByLabelText('First name').fill(first)
    await page.getByLabelText('Last name').fill(last)
  }

  test('is pointed out in every step before sending, without blocking any step', async () => {
    await deskAfter([linda, linda])
    await typeName('Lynda', 'Kowalsky')
    await expect
      .element(hint)
      .toMatchTextContent(/^Earlier receipts of this id name Linda Kowalski\.$/)
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Identify')).toBeVisible()
    await userEvent.keyboard('123')
    await expect.element(heading('Plans')).toBeVisible()
    await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
    await userEvent.keyboard('{Escape}{Enter}2')
    await expect.element(send).toBeEnabled()
    await expect.element(hint).toBeVisible()
  })

  test.each([
    ['the names differ only in case, accents or order', [linda], 'KOWALSKÍ', 'linda'],
    ['the typed name may still become the same name', [linda], 'Linda', 'Kowal'],
    [
      'the earlier receipt has a longer id',
      [{ ...linda, participantId: 'P-1004821' }],
      'Lynda',
      'Kowalsky',
    ],
    [
      'the request on the earlier receipt was refused',
      [{ ...linda, outcome: 'rejected' }],
      'Lynda',
      'Kowalsky',
    ],
    [
      'the earlier receipt is from another environment',
      [{ ...linda, environment: { id: 'uat', name: 'UAT', kind: 'uat' } }],
      ...(['Lynda', 'Kowalsky'] as const),
    ],
  ] as const)('is not pointed out if %s', async (_why, found, first, last) => {
    const bridge = await deskAfter(found)
    await typeName(first, last)
    await expect.poll(() => bridge.asked('desk.earlier')).not.toEqual([])
    await expect.element(page.getByText(/earlier request\b/).first()).toBeVisible()
    expect(hint.elements()).toHaveLength(0)
  })
})
