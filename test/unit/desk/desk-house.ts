import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createDesk } from '#electron/core/desk/desk.ts'
import type { DeskCall } from '#shared/desk-call.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

/**
 * The desk with real saved records and encrypted stores, in memory; `again` simulates a restart of
 * the program.
 */
export const openDesk = (records = recordHouse()) => {
  const { logger, lines, clock, secrets } = records
  const store = records.store()
  const savedRecords = createSavedRecords({ store, logger })
  let opened = 0
  const counted = {
    ...savedRecords,
    open: (id: string) => {
      opened += 1
      return savedRecords.open(id)
    },
  }
  const desk = createDesk({
    store,
    clock,
    logger,
    user: 'agent',
    questions: askedPerson().questions,
    savedRecords: counted,
    environments: {
      get: (id) =>
        id === 'gone'
          ? fail({ code: 'environment.notFound', message: 'gone' })
          : ok({ ...trainingEnvironment, id, name: `Name of ${id}`, kind: 'uat' }),
    },
  })
  return {
    desk,
    savedRecords,
    records,
    secrets,
    lines,
    opened: () => opened,
    again: () => openDesk(records),
  }
}

export const call: DeskCall = {
  startedAt: '2026-11-20T12:58:30.000Z',
  textsVersion: 0,
  caller: 'participant',
  checksPassed: ['birth', 'ssn4', 'employer'],
  checkTexts: [],
  checksFailed: [],
  reasonCode: 'fee',
  reasonText: '',
  note: '',
}
export const optOut = (id: string, over: Partial<Receipt> = {}): Receipt => ({
  ...receiptRecord(id, 'accepted'),
  operation: 'optout',
  explanation: '',
  reason: 'Fee too high',
  call,
  ...over,
})
export const day = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
