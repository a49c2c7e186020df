import { contradiction, lacksResult } from '#shared/express/read/read-submission.ts'
import type { DecodedText, SubmissionReading } from '#shared/express/reading.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, type Result } from '#shared/result.ts'
import type { SubmissionAttempt } from '../../express/submit.ts'
import type { Logger } from '../../platform/ports.ts'

interface ReceiptReaders {
  readonly read: (text: string) => Promise<Result<SubmissionReading>>
  /** ClientId of the request. */
  readonly clientId: string
  readonly decode: (text: string) => DecodedText
  readonly logger: Pick<Logger, 'error'>
}

export const interrupted =
  'Sending was interrupted before an answer was recorded. The service may have carried it out.'

const unanswered = {
  kind: 'receipt',
  outcome: 'inDoubt',
  result: null,
  transaction: { text: '', encoding: 'empty' },
  forecast: null,
  notes: [],
  explanation: interrupted,
  status: null,
  retryAfter: null,
  answeredAt: null,
  wrapUp: null,
  settled: null,
} satisfies Partial<Receipt>

/** The receipt before the first byte is sent: in doubt until an answer settles it. */
export const receiptBefore = (
  head: Omit<Receipt, keyof typeof unanswered | 'sentAt'>,
): Receipt => ({ ...head, ...unanswered, sentAt: head.savedAt })

const saysNothing = /^(?:none|null|n\/a|nil|ok|success|successful|no errors?)?[.!]?$/i

/** The error message of an accepted submission, which may be a condition that the user must know. */
const besideSuccess = (errorMessage: string) => {
  const message = errorMessage.trim()
  return saysNothing.test(message) ? '' : `The service also says: ${message}`
}

/** A failure to decode the answer must not lose the outcome. */
const decoded = (text: string, decode: ReceiptReaders['decode']): DecodedText => {
  try {
    return decode(text)
  } catch {
    return { text, encoding: 'unknown' }
  }
}

/** Reads the answer safely, because a bug in reading must not lose the answer. */
const readSafely = async (
  text: string,
  { read, logger }: ReceiptReaders,
): Promise<Result<SubmissionReading>> => {
  try {
    return await read(text)
  } catch (cause) {
    logger.error("a fault while a submission's answer was read", cause)
    return fail({
      code: 'internal',
      message: 'Something went wrong inside the program while the answer was read.',
    })
  }
}

/** Why a readable answer does not decide the outcome; empty if it decides. An answer without a ClientId is nobody else's. */
const doubtIn = ({ result, notes }: SubmissionReading, sentClientId: string): string => {
  const named = result.clientId.trim()
  if (named !== '' && named.toLowerCase() !== sentClientId.trim().toLowerCase())
    return `The answer is about the client id ${named}, but ${sentClientId} was sent. It may belong to another request.`
  if (result.success !== null) return ''
  const isNoted = (what: string) => notes.some(({ message }) => message.startsWith(what))
  if (isNoted(contradiction))
    return 'The service contradicts itself: its answer says both that it succeeded and that it did not.'
  if (isNoted(lacksResult))
    return 'The answer lacks the result that the service specifies, so another server on the way may have sent it.'
  return 'The service answered without saying whether it succeeded.'
}

const answered = async (
  text: string,
  status: number,
  readers: ReceiptReaders,
): Promise<Partial<Receipt>> => {
  const reading = await readSafely(text, readers)
  if (!reading.ok) {
    const { code, message } = reading.error
    const why =
      code === 'internal'
        ? 'nobody knows yet whether it was carried out.'
        : 'not in a form that says whether it was carried out.'
    return {
      outcome: 'inDoubt',
      status,
      explanation: `The service answered, but ${why} ${message}`,
    }
  }
  const { result, transaction, forecast, notes } = reading.value
  const doubt = doubtIn(reading.value, readers.clientId)
  const outcome = doubt !== '' ? 'inDoubt' : result.success === true ? 'accepted' : 'declined'
  const explanation = {
    inDoubt: doubt,
    accepted: besideSuccess(result.errorMessage),
    declined:
      result.errorMessage ||
      result.rkTransactionMessage ||
      'The service declined it and gave no reason.',
  }[outcome]
  return {
    outcome,
    status,
    result,
    transaction: decoded(transaction, readers.decode),
    forecast,
    notes,
    explanation,
  }
}

export const receiptAfter = async (
  before: Receipt,
  attempt: SubmissionAttempt,
  answeredAt: string,
  readers: ReceiptReaders,
): Promise<Receipt> => {
  switch (attempt.kind) {
    case 'answered':
      return { ...before, answeredAt, ...(await answered(attempt.text, attempt.status, readers)) }
    case 'notSent':
      return { ...before, outcome: 'notSent', explanation: attempt.error.message }
    case 'rejected':
      return {
        ...before,
        answeredAt,
        outcome: 'rejected',
        explanation: attempt.error.message,
        status: attempt.status,
        retryAfter: attempt.error.retryAfter ?? null,
      }
    case 'inDoubt':
      return {
        ...before,
        outcome: 'inDoubt',
        explanation: attempt.error.message,
        status: attempt.status ?? null,
        answeredAt: attempt.status === undefined ? null : answeredAt,
      }
  }
}
