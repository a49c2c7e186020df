import { describe, expect, test } from 'vitest'
import { attemptSafely } from '#electron/core/submission/carry-out/exchange.ts'
import { createReceiptNumbers } from '#electron/core/submission/carry-out/prepare.ts'
import {
  interrupted,
  receiptAfter,
  receiptBefore,
} from '#electron/core/submission/carry-out/receipt.ts'
import { contradiction } from '#shared/express/read/read-submission.ts'
import type { SubmissionReading } from '#shared/express/reading.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'

/** Tests the receipt for each possible outcome of a submission. */

const sample = aReceipt()
const before = receiptBefore(sample)
const answeredAt = '2026-11-20T15:04:09.000Z'
const error = { code: 'service.busy', message: 'It was too much.' } as const

const reading = (
  success: boolean | null,
  more: { errorMessage?: string; rkTransactionMessage?: string; notes?: string[] } = {},
): Result<SubmissionReading> => {
  const { errorMessage = '', rkTransactionMessage = '', notes = [] } = more
  if (sample.result === null) throw new Error('the sample has a result')
  return ok({
    result: { ...sample.result, success, errorMessage, rkTransactionMessage },
    transaction: 'packed',
    forecast: null,
    named: { clientIds: [], participantIds: [] },
    notes: notes.map((message) => ({ path: 'EnrollmentResult', message })),
  })
}
const answer = {
  kind: 'answered',
  status: 201,
  text: 'the answer',
  durationMs: 1,
} as const
const after = (
  read: Result<SubmissionReading>,
  decode = async (text: string) => ({ text: `${text}, unpacked`, encoding: 'xml' as const }),
) => receiptAfter(before, answer, answeredAt, { ...readers, read: async () => read, decode })
const readers = {
  read: async () => reading(true),
  clientId: 'TRAINING',
  decode: async (text: string) => ({ text, encoding: 'xml' as const }),
  logger: { error: () => undefined },
  claimIds: async () => ok(null),
}

test('before the first byte is sent, the receipt is in doubt and has no answer', () => {
  expect(before).toMatchObject({
    id: sample.id,
    outcome: 'inDoubt',
    explanation: interrupted,
    transaction: { text: '', encoding: 'empty' },
    result: null,
    status: null,
    retryAfter: null,
    answeredAt: null,
    sentAt: sample.savedAt,
  })
})

describe('an answer', () => {
  test('with a success is accepted, and needs no explanation', async () => {
    expect(await after(reading(true, { errorMessage: 'none', notes: ['bent'] }))).toMatchObject({
      outcome: 'accepted',
      explanation: '',
      status: 201,
      answeredAt,
      transaction: { text: 'packed, unpacked' },
      notes: [{ message: 'bent' }],
    })
  })

  test('with a success and an error message shows the message', async () => {
    const accepted = await after(reading(true, { errorMessage: ' Queued for review. ' }))
    expect([accepted.outcome, accepted.explanation]).toEqual([
      'accepted',
      'The service also says: Queued for review.',
    ])
  })

  test('that makes the reader throw leaves a receipt in doubt with the status, and the error is logged', async () => {
    const logged: unknown[] = []
    const fault = new RangeError('too much')
    const left = await receiptAfter(before, answer, answeredAt, {
      ...readers,
      read: () => Promise.reject(fault),
      logger: { error: (_message, cause) => void logged.push(cause) },
    })
    expect(left).toMatchObject({ outcome: 'inDoubt', status: 201, answeredAt, result: null })
    expect(left.explanation).toContain('Something went wrong inside the program')
    expect(logged).toEqual([fault])
  })

  test.each([
    [{ errorMessage: 'No.', rkTransactionMessage: 'Never.' }, 'No.'],
    [{ rkTransactionMessage: 'Never.' }, 'Never.'],
    [{}, 'The service declined it and gave no reason.'],
  ])('with a refusal is declined, for the reason it gives: %j', async (said, explanation) => {
    expect(await after(reading(false, said))).toMatchObject({
      outcome: 'declined',
      explanation,
      status: 201,
      answeredAt,
    })
  })

  test.each([
    [[], 'The service answered without saying whether it succeeded.'],
    [['bent'], 'The service answered without saying whether it succeeded.'],
    [
      ['bent', contradiction],
      'The service contradicts itself: its answer says both that it succeeded and that it did not.',
    ],
  ])(
    'with neither success nor refusal is in doubt, whatever reason it gives: %j',
    async (notes, explanation) => {
      expect(await after(reading(null, { errorMessage: 'No.', notes }))).toMatchObject({
        outcome: 'inDoubt',
        explanation,
        status: 201,
        answeredAt,
      })
    },
  )

  test('that cannot be read is in doubt', async () => {
    expect(await after(fail({ code: 'service.unreadable', message: 'It is cut.' }))).toEqual({
      ...before,
      outcome: 'inDoubt',
      status: 201,
      answeredAt,
      explanation:
        'The service answered, but not in a form that says whether it was carried out. It is cut.',
    })
  })

  test("with a transaction that cannot be unpacked keeps the outcome, and the transaction's text as received", async () => {
    const broken = () => {
      throw new Error('a bomb')
    }
    expect(await after(reading(true), broken)).toMatchObject({
      outcome: 'accepted',
      transaction: { text: 'packed', encoding: 'unknown' },
    })
  })
})

describe('without an answer that counts, a submission', () => {
  test('that was not sent says why, and has no answer time', async () => {
    expect(await receiptAfter(before, { kind: 'notSent', error }, answeredAt, readers)).toEqual({
      ...before,
      outcome: 'notSent',
      explanation: 'It was too much.',
    })
  })

  test.each([
    [30, 30],
    [0, 0],
    [undefined, null],
  ])('that was refused says when it may be tried again: %j', async (retryAfter, said) => {
    const refusal = {
      kind: 'rejected',
      status: 429,
      text: '',
      error: { ...error, ...(retryAfter === undefined ? {} : { retryAfter }) },
    } as const
    expect(await receiptAfter(before, refusal, answeredAt, readers)).toEqual({
      ...before,
      outcome: 'rejected',
      explanation: 'It was too much.',
      status: 429,
      answeredAt,
      retryAfter: said,
    })
  })

  test('in doubt has an answer time only if there is a status', async () => {
    const doubt = { ...before, outcome: 'inDoubt', explanation: 'It was too much.' }
    expect(await receiptAfter(before, { kind: 'inDoubt', error }, answeredAt, readers)).toEqual({
      ...doubt,
      status: null,
      answeredAt: null,
    })
    expect(
      await receiptAfter(before, { kind: 'inDoubt', error, status: 503 }, answeredAt, readers),
    ).toEqual({ ...doubt, status: 503, answeredAt })
  })
})

test('an internal error after sending began leaves the submission in doubt and is logged; before that, the error is only thrown', async () => {
  const logged: unknown[] = []
  const log = (...what: unknown[]): void => void logged.push(what)
  const logger = { info: log, warn: log, error: log }
  const fault = new Error('a fault')
  const attempt = async () => Promise.reject(fault)
  expect(await attemptSafely(attempt, { sending: true }, logger)).toMatchObject({
    kind: 'inDoubt',
    error: { code: 'internal' },
  })
  expect(logged).toEqual([['a fault while a submission was sent', fault]])
  await expect(attemptSafely(attempt, { sending: false }, logger)).rejects.toBe(fault)
})

test('a receipt number has its date in UTC and six characters', () => {
  const next = createReceiptNumbers()
  expect(next(Date.UTC(2026, 0, 2, 23, 59))).toMatch(/^GP-20260102-[2-9A-HJKMNP-TV-Z]{6}$/)
  expect(next(Date.UTC(2026, 10, 20))).toMatch(/^GP-20261120-[2-9A-HJKMNP-TV-Z]{6}$/)
})
