import { expect, describe, it } from 'vitest'
import { codeOf, valueOf } from '#test/support/results.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

describe('receipts that wait in memory', () => {
  it('hold a receipt that could not be written, and write it as soon as possible', async () => {
    const { failNextWrite, saved: open } = recordHouse()
    const savedRecords = open()
    await savedRecords.save(receiptRecord('r-1'), '')
    failNextWrite(2)
    const answered = {
      ...receiptRecord('r-1', 'accepted'),
      answeredAt: '2026-11-20T13:01:00.000Z',
      status: 200,
    }
    expect(codeOf(await savedRecords.save(answered, 'as it came', { hold: true }))).toBe(
      'records.diskFull',
    )
    expect(valueOf(await savedRecords.open('r-1'))).toMatchObject({ outcome: 'accepted' })
    expect(valueOf(await savedRecords.list())).toMatchObject([{ id: 'r-1', outcome: 'accepted' }])
    expect(valueOf(await open().open('r-1'))).toMatchObject({ outcome: 'inDoubt' })
    expect(valueOf(await savedRecords.list())).toMatchObject([{ id: 'r-1', outcome: 'accepted' }])
    expect(valueOf(await open().open('r-1'))).toMatchObject({ outcome: 'accepted', status: 200 })
    expect(valueOf(await open().verbatim('r-1'))).toBe('as it came')
    expect(await savedRecords.state()).toEqual({ persistent: true, message: '' })
  })

  it('are removed together with the receipt on disk that they were to replace', async () => {
    const { failNextWrite, saved: open } = recordHouse()
    const savedRecords = open()
    await savedRecords.save(receiptRecord('r-1'), '')
    failNextWrite()
    await savedRecords.save(receiptRecord('r-1', 'accepted'), '', { hold: true })
    valueOf(await savedRecords.remove('r-1'))
    expect(codeOf(await savedRecords.open('r-1'))).toBe('records.notFound')
  })

  it('do not replace an outcome on disk with a doubt from this session', async () => {
    const answered = {
      ...receiptRecord('r-1', 'accepted'),
      answeredAt: '2026-11-20T13:01:00.000Z',
      status: 200,
    }
    const { secrets, keyIsBack, saved: open } = recordHouse()
    await open().save(answered, 'as it came')
    secrets.setReachable(false)
    const savedRecords = open()
    // A start without the keychain makes this receipt for a submission without an outcome in the
    // table.
    valueOf(await savedRecords.save(receiptRecord('r-1'), ''))
    keyIsBack()
    expect(valueOf(await savedRecords.list())).toMatchObject([{ outcome: 'accepted' }])
    expect(valueOf(await open().open('r-1'))).toMatchObject({
      outcome: 'accepted',
      explanation: answered.explanation,
    })
  })
})
