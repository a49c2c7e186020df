import { describe, expect, test } from 'vitest'
import { createKeyRing, sealedExtension } from '#electron/core/records/key-ring.ts'
import { packSmall } from '#electron/core/records/packed.ts'
import { sealRecord } from '#electron/core/records/record-file.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { pack } from '#shared/ipc/pack.ts'
import { receiptSchema } from '#shared/records/receipt.ts'
import { readKept } from '#shared/read-kept.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'

/**
 * Receipts in the form of earlier versions, frozen: these literals change only when a shape is added. A new field of
 * the schema needs a default; otherwise every earlier receipt counts as damaged.
 */

const first = {
  id: 'r-1',
  kind: 'receipt',
  savedAt: '2026-09-01T15:04:05.000Z',
  environment: { id: 'acme', name: 'Acme UAT', kind: 'uat' },
  subject: { participantId: 'P-1', name: 'Ada Reyes' },
  appVersion: '0.1.0',
  receiptNumber: 'GP-20260901-7F3K2M',
  submissionId: 's-1',
  operation: 'optout',
  outcome: 'accepted',
  user: 'kim',
  plans: [{ planId: 'ACME401K', planType: '401K', serviceOption: '' }],
  reason: 'Requested by phone',
  result: {
    success: true,
    errorMessage: '',
    transactionId: 'T-1',
    clientTransactionId: '',
    rkTransactionId: '',
    rkTransactionMessage: '',
    transactionState: '',
    transactionReturnCode: '0',
    transactionData: '',
    htmlTransactionConfirmation: null,
    clientId: 'ACME',
    annuityPurchaseRequest: null,
  },
  transaction: { text: '', encoding: 'empty' },
  forecast: null,
  notes: [],
  explanation: '',
  status: 200,
  retryAfter: null,
  sentAt: '2026-09-01T15:04:05.000Z',
  answeredAt: '2026-09-01T15:04:06.000Z',
  bodySha256: 'ab'.repeat(32),
}

const withCall = {
  ...first,
  overrideReason: 'The caller asked once more',
  call: {
    startedAt: '2026-09-01T15:00:00.000Z',
    textsVersion: 0,
    checksPassed: ['dob'],
    checkTexts: ['Date of birth'],
    reasonCode: 'own',
    note: '',
  },
  wrapUp: {
    disposition: 'done',
    dispositionText: 'Opted out',
    note: '',
    endedAt: '2026-09-01T15:06:00.000Z',
  },
  batch: null,
}

const withSent = {
  ...withCall,
  environment: { ...first.environment, place: 'cd'.repeat(16) },
  likeness: { body: 'ef'.repeat(32), file: '', service: 'https://uat.acme.example acme' },
  sent: [
    { name: 'Reason', label: 'Reason', lines: ['Requested by phone'], leftOut: '', file: null },
  ],
}

const settled = {
  ...withSent,
  outcome: 'notSent',
  settled: {
    wentThrough: false,
    by: 'kim',
    at: '2026-09-02T10:00:00.000Z',
    saidBy: 'recordKeeper',
  },
}

const withUnits = {
  ...settled,
  readAs: {
    sustainableIncome: 'year',
    incomeGoal: 'year',
    socialSecurity: 'year',
    caseAmount: 'year',
    incomeSources: 'year',
    savingsDollars: 'month',
    salary: 'month',
    pensionAmount: 'year',
  },
  matches: ['ACME401K: 50¢ per $1 on the first 6% of pay; brings 3% of pay, $1,800 a year'],
}

const withRecommendation = {
  ...withUnits,
  inputs: { RetirementAge: 67 },
  recommended: {
    forecastId: 'f-1',
    madeAt: '2026-11-20T15:00:00.000Z',
    lines: [],
    annuities: [{ type: 'GMWB', percent: 15, dollars: 91_872.1 }],
    rules: ['By law, catch-up contributions are Roth.'],
  },
}

const withDoubts = {
  ...withRecommendation,
  doubts: ['The participant has a negative salary, -$5.'],
  advisor: 'Dana Whitfield',
}

const past: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['of the first version', first],
  ['of a call, with the reason for sending again', withCall],
  ['with the fields in words and what makes it the same as another', withSent],
  ['that a person settled', settled],
  ['with the units that its amounts went and were read in', withUnits],
  ['with what was recommended when it was sent', withRecommendation],
  ['with what was doubtful in it, and the advisor’s own name', withDoubts],
]

/** The place of a row keeps its first name on disk. */
const asRead = ({ batch, ...record }: Readonly<Record<string, unknown>>) =>
  batch === undefined ? record : { ...record, list: batch }

const opened = async (record: Readonly<Record<string, unknown>>) => {
  const needs = {
    files: createMemoryFiles().files,
    secrets: createStatefulSecrets().store,
    clock: createManualClock(),
    logger: createListeningLogger().logger,
  }
  const master = await createKeyRing(needs).get()
  if (!master.ok) throw new Error(master.error.message)
  const line = {
    id: 'r-1',
    kind: 'receipt',
    savedAt: first.savedAt,
    environment: first.environment,
    subject: first.subject,
    summary: 'Opt out: accepted',
    outcome: 'accepted',
  }
  const sealed = sealRecord(master.value, 'r-1', {
    revision: 1,
    header: pack({ ...line, ofALaterVersion: 1 }),
    body: await packSmall({ record, verbatim: '{}' }),
  })
  await needs.files.replace(`library/r-1${sealedExtension}`, sealed)
  const savedRecords = createSavedRecords(needs)
  return { listed: await savedRecords.list(), record: await savedRecords.open('r-1') }
}

describe('a receipt', () => {
  test.each(past)('%s opens, and says all that it said', async (_name, record) => {
    const found = await opened(record)
    expect(found.listed).toMatchObject({ ok: true, value: [{ id: 'r-1' }] })
    expect(found.record).toMatchObject({ ok: true, value: asRead(record) })
  })

  test.each(past)(
    '%s that a later version wrote with a field more opens',
    async (_name, record) => {
      const plans = first.plans.map((plan) => ({ ...plan, ofALaterVersion: { a: [1] } }))
      const found = await opened({ ...record, plans, ofALaterVersion: 'x' })
      expect(found.listed).toMatchObject({ ok: true, value: [{ id: 'r-1' }] })
      expect(found.record).toMatchObject({ ok: true, value: asRead(record) })
    },
  )

  test('the last of these shapes is the one that is written today', () => {
    const keys = Object.keys(asRead(withDoubts))
    expect(keys.toSorted()).toEqual(Object.keys(receiptSchema.shape).toSorted())
  })
})

test('an invalid known field is still refused, with or without unknown fields', () => {
  const read = readKept(receiptSchema, { ...first, status: 'two hundred', ofALaterVersion: 1 })
  expect(read.success).toBe(false)
  expect(readKept(receiptSchema, { ...first, status: 'two hundred' }).success).toBe(false)
  expect(readKept(receiptSchema, 'no record').success).toBe(false)
})
