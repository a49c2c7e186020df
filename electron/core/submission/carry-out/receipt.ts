import { identityKey, looseKey } from '#shared/identity-key.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import { contradiction, lacksResult } from '#shared/express/read/read-submission.ts'
import type { DecodedText, SubmissionReading, TransactionResult } from '#shared/express/reading.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, type Result } from '#shared/result.ts'
import type { SubmissionAttempt } from '../../express/submit.ts'
import type { Logger } from '../../platform/ports.ts'
import type { TakenId } from '../table/submission-table.ts'

interface ReceiptReaders {
  readonly read: (text: string) => Promise<Result<SubmissionReading>>
  /** ClientId of the request. */
  readonly clientId: string
  readonly decode: (text: string) => Promise<DecodedText>
  /** Claims the answer's transaction ids, and returns one that another receipt already has. */
  readonly claimIds: (ids: readonly string[]) => Promise<Result<TakenId | null>>
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

/** The error message of an accepted submission, which may state a condition that the user must know. */
const besideSuccess = (errorMessage: string) => {
  const message = errorMessage.trim()
  return saysNothing.test(message) ? '' : `The service also says: ${message}`
}

/** A failure to decode the answer must not lose the outcome. */
const decoded = async (text: string, decode: ReceiptReaders['decode']): Promise<DecodedText> => {
  try {
    return await decode(text)
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

const filler = /^(?:[0\s\p{P}\p{S}]*|none|null|n\/?a|unknown)$/u

/** An id in a form that tells two ids apart; empty for a filler such as `0` or `N/A`. */
const idFrom = (text: string): string => {
  const id = identityKey(text)
  return filler.test(id) ? '' : id
}

/**
 * The transaction ids that belong to one request. ClientTransactionId counts only without the others, because a client may
 * have one for many requests.
 */
const idsOf = (result: TransactionResult): readonly string[] => {
  const own = [
    ['TransactionId', idFrom(result.transactionId)],
    ['RKTransactionId', idFrom(result.rkTransactionId)],
  ].filter(([, id]) => id !== '')
  const all = own.length > 0 ? own : [['ClientTransactionId', idFrom(result.clientTransactionId)]]
  return all.filter(([, id]) => id !== '').map((each) => each.join(' '))
}

/** Only this much of a transaction is searched for its participants, characters. */
const searched = 1024 * 1024
const inTransaction =
  /<(?:\w+:)?Participant\b[^<>]*?\s(?:UserID|ParticipantI[dD])\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The participant ids in a decoded transaction, at the documented place. */
const idsInTransaction = ({ text }: DecodedText): readonly string[] =>
  [...text.slice(0, searched).matchAll(inTransaction)].map(([, one, other]) => one ?? other ?? '')

/** The id of somebody else in the answer; empty if it names only the request's participants, or nobody. */
const strangerIn = (
  named: readonly string[],
  transaction: DecodedText,
  subject: Receipt['subject'],
): string => {
  const people = new Set(peopleKeys(subject).map(looseKey))
  if (people.size === 0) return ''
  const isStranger = (id: string) => idFrom(id) !== '' && !people.has(looseKey(id))
  const carried = idsInTransaction(transaction)
  // A transaction may also contain a spouse, so it is enough that the participant is among its people.
  const strangers = carried.every(isStranger) ? carried : []
  return named.find(isStranger) ?? strangers[0] ?? ''
}

const mayBelong = 'It may belong to another request.'

/**
 * Why a readable answer does not decide the outcome; empty if it decides. An answer without an id is not somebody
 * else's.
 */
const doubtIn = async (
  { result, named, notes }: SubmissionReading,
  transaction: DecodedText,
  { subject }: Receipt,
  { clientId, claimIds, logger }: ReceiptReaders,
): Promise<string> => {
  const isOther = (id: string) => id.trim().toLowerCase() !== clientId.trim().toLowerCase()
  const otherClient = [result.clientId, ...named.clientIds].find(
    (id) => id.trim() !== '' && isOther(id),
  )
  const taken = await claimIds(idsOf(result))
  if (!taken.ok) logger.error(`earlier transaction ids: ${taken.error.message}`)
  if (otherClient !== undefined)
    return `The answer is about the client id ${otherClient}, but ${clientId} was sent. ${mayBelong}`
  const stranger = strangerIn(named.participantIds, transaction, subject)
  if (stranger !== '')
    return `The answer is about participant ${stranger}, who was not in the request. ${mayBelong}`
  if (taken.ok && taken.value !== null)
    return `The answer has the ${taken.value.id}, which receipt ${taken.value.receiptNumber} already has. ${mayBelong}`
  if (result.success !== null) return ''
  const isNoted = (what: string) => notes.some(({ message }) => message.startsWith(what))
  if (isNoted(contradiction))
    return 'The service contradicts itself: its answer says both that it succeeded and that it did not.'
  if (isNoted(lacksResult))
    return 'The answer lacks the result that the service specifies, so another server on the way may have sent it.'
  return 'The service answered without saying whether it succeeded.'
}

const answered = async (
  before: Receipt,
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
  const { result, forecast, notes } = reading.value
  const transaction = await decoded(reading.value.transaction, readers.decode)
  const doubt = await doubtIn(reading.value, transaction, before, readers)
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
    transaction,
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
      return {
        ...before,
        answeredAt,
        ...(await answered(before, attempt.text, attempt.status, readers)),
      }
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
