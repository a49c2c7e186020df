import { expect, test } from 'vitest'
import { receiptSchema, type Receipt } from '#shared/records/receipt.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import {
  callRows,
  outcomeMeanings,
  receiptRows,
  resultRows,
} from '#shared/receipt/receipt-words.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'

const startedAt = '2026-11-20T12:58:30.000Z'
const kept = {
  startedAt,
  textsVersion: 2,
  caller: 'participant',
  checksPassed: ['birth', 'ssn4'],
  reasonCode: 'fee',
  note: '',
}
const wrapUp = { disposition: 'optedOut', note: '', endedAt: '2026-11-20T13:01:00.000Z' }
const receiptOf = (call: object, end: object): Receipt =>
  receiptSchema.parse({ ...aReceipt(), operation: 'optout', call, wrapUp: end })
const said = (receipt: Receipt, name: string): string | undefined =>
  new Map(callRows(receipt, (iso) => iso)).get(name)

test('checks and disposition appear on a receipt in the words that were read out', () => {
  const receipt = receiptOf(
    {
      ...kept,
      checkTexts: ['Date of birth', 'Last four digits, please'],
      checksFailed: [
        { id: 'phone', text: 'Telephone number on file', forOther: true },
        { id: 'employer', forOther: false },
      ],
      reasonText: 'Fee too high',
    },
    { ...wrapUp, dispositionText: 'Opted out as asked' },
  )
  for (const shown of [receipt, maskReceipt(receipt)]) {
    expect(said(shown, 'Checks passed')).toBe('Date of birth; Last four digits, please')
    expect(said(shown, 'Checks failed')).toBe(
      'Telephone number on file (for another id or name); employer',
    )
    expect(said(shown, 'Disposition')).toBe('Opted out as asked')
    // The PDF and the clipboard have the same words as the screen.
    expect(receiptRows(shown, (iso) => iso)).toContainEqual([
      'Checks passed',
      'Date of birth; Last four digits, please',
    ])
  }
})

test('the reason that the agent chose appears on a receipt if other words were sent as the reason', () => {
  const receipt = receiptOf({ ...kept, reasonText: 'Fee too high' }, wrapUp)
  expect(said({ ...receipt, reason: 'Wants to choose alone' }, 'Chosen from the list')).toBe(
    'Fee too high',
  )
  expect(said({ ...receipt, reason: 'Fee too high' }, 'Chosen from the list')).toBeUndefined()
})

test('an older receipt without stored words can be read, and shows its codes', () => {
  const receipt = receiptOf(kept, wrapUp)
  expect(receipt.call).toMatchObject({ checkTexts: [], reasonText: '' })
  expect(said(receipt, 'Checks passed')).toBe('birth; ssn4')
  expect(said(receipt, 'Disposition')).toBe('optedOut')
  expect(said(receiptOf({ ...kept, checksPassed: [] }, wrapUp), 'Checks passed')).toBe('none')
})

test("the program says “accepted”; Success is only a field of the service's answer", () => {
  expect(outcomeMeanings.accepted.label).toBe('Accepted')
  const said = Object.values(outcomeMeanings).flatMap(({ label, meaning }) => [label, meaning])
  expect(said.filter((words) => /success/i.test(words))).toEqual([])
  expect(resultRows(aReceipt())[0]).toEqual(['Success', 'true'])
})

test('a receipt names the advisor as the sender if known, but never the computer’s account, which is only stored', () => {
  const rows = (receipt: Receipt) => new Map(receiptRows(receipt, (iso) => iso))
  const named = rows({ ...aReceipt(), advisor: 'Dana Whitfield', user: 'root' })
  expect([named.get('Sent by'), named.get('Computer account')]).toEqual(['Dana Whitfield', 'root'])
  const unnamed = rows({ ...aReceipt(), advisor: '', user: 'root' })
  expect([unnamed.has('Sent by'), unnamed.get('Computer account')]).toEqual([false, 'root'])
})
