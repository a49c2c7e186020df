import type { SentField } from '#shared/express/changes.ts'
import type { EnvironmentKind } from '#shared/environments/environment.ts'
import type { RootCertificate } from '#shared/environments/network.ts'
import type { Settings } from '#shared/environments/settings.ts'
import type { ListOptions } from '#shared/lists/list.ts'
import { operationTitle } from '#shared/receipt/receipt-words.ts'
import type { Result } from '#shared/result.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { Note } from '../platform/note.ts'
import type { Ask, Question } from '../platform/ports.ts'
import { quoted } from './quoted.ts'

export interface AskedDestination {
  readonly kind: EnvironmentKind
  readonly name: string
  readonly baseUrl: string
}

const originOf = (url: string) => new URL(url).origin

const destinationFacts = ({ kind, name, baseUrl }: AskedDestination) => [
  `Environment: ${quoted(name)}, ${kind === 'production' ? 'for PRODUCTION: real savings' : 'for tests'}`,
  `Address: ${originOf(baseUrl)}`,
]

/** The first entries of a list; the others are counted. */
const first = (most: number, lines: readonly string[]) =>
  lines.length <= most ? lines : [...lines.slice(0, most), `… and ${lines.length - most} more`]

/** Fields that the facts name anyway, or that are too long to read. */
const untold: ReadonlySet<string> = new Set([
  'ClientId',
  'ParticipantId',
  'FirstName',
  'LastName',
  'ParticipantXML',
])

const sentFact = ({ label, lines }: SentField) =>
  `${label}: ${first(
    6,
    lines.map((line) => quoted(written(line, americanWriter))),
  ).join('; ')}`

const personFact = ({ name, participantId, among }: SubmissionReview['subject']) =>
  among === undefined
    ? `Participant: ${quoted(name)}, id ${quoted(participantId)}`
    : `Participants: ${quoted(name)}`

/** A row of a list, as far as the question about the list shows it. */
interface RowInQuestion {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
}

export interface ListInQuestion {
  readonly fileName: string
  readonly rows: readonly RowInQuestion[]
  readonly options: Pick<ListOptions, 'sendsUnusual' | 'overrideReason'>
  readonly unusual: number
}

const rowFact = ({ participantId, firstName, lastName }: RowInQuestion) =>
  `Participant: ${quoted(`${firstName} ${lastName}`)}, id ${quoted(participantId)}`

const days = (count: number) => (count === 0 ? 'never' : `within ${count} days`)
const minutes = (count: number) => (count === 0 ? 'never' : `after ${count} minutes`)

/** The facts about each protection that a change of settings lowers; empty for none. */
export const loweredBySettings = (
  before: Settings,
  patch: {
    readonly duplicateGuardDays?: number | undefined
    readonly lockAfterMinutes?: number | undefined
  },
): readonly string[] => {
  const guard = patch.duplicateGuardDays ?? before.duplicateGuardDays
  const lock = patch.lockAfterMinutes ?? before.lockAfterMinutes
  const locksLess = before.lockAfterMinutes !== 0 && (lock === 0 || lock > before.lockAfterMinutes)
  return [
    guard < before.duplicateGuardDays
      ? `Asks why before the same is sent again: ${days(before.duplicateGuardDays)} → ${days(guard)}`
      : '',
    locksLess ? `Locks by itself: ${minutes(before.lockAfterMinutes)} → ${minutes(lock)}` : '',
  ].filter((fact) => fact !== '')
}

/** The fact about fewer identity checks before a caller's plans are shown; empty if they are no fewer. */
export const loweredChecks = (
  environment: string,
  before: number,
  after: number,
): readonly string[] =>
  after < before
    ? [`Identity checks needed at the desk, in ${quoted(environment)}: ${before} → ${after}`]
    : []

/** What the lock says about itself; a question never stands above a locked program. */
export interface LockOfQuestions {
  readonly isLocked: () => boolean
  readonly onChange: (listener: (state: { readonly locked: boolean }) => void) => () => void
}

/**
 * Everything that needs a person outside the page, and the words of each question. A page that was taken over can call
 * every channel, but it can neither answer a question nor choose its words. Each fails as {@link Ask} does, and then the
 * caller does nothing.
 */
export const createQuestions = (ask: Ask, lock: () => LockOfQuestions, note: Note['record']) => {
  const put = async (question: Question): Promise<Result<void>> => {
    const { isLocked, onChange } = lock()
    const away = new AbortController()
    if (isLocked()) away.abort()
    const stop = onChange(({ locked }) => {
      if (locked) away.abort()
    })
    try {
      const answer = await ask(question, away.signal)
      const outcome = answer.ok ? 'done' : 'cancelled'
      note({ action: 'question', outcome, change: question.message })
      return answer
    } finally {
      stop()
    }
  }

  return {
    /** Before the first call to an address that a person entered in the program. */
    newAddress: (to: AskedDestination & { readonly clientId: string }) =>
      put({
        message: 'Send data to a new address?',
        meaning: 'Glidepath has not sent to it before. Whoever is there can read what is sent.',
        facts: [...destinationFacts(to), `ClientId: ${quoted(to.clientId)}`],
        yes: 'Use this address',
      }),

    trustAuthority: ({ subject, issuer, validTo, fingerprint }: RootCertificate) =>
      put({
        message: 'Trust another certificate authority?',
        meaning:
          'It can then vouch for any address, and whoever holds its key can read what is sent.',
        facts: [
          `Authority: ${quoted(subject)}`,
          `Issued by: ${quoted(issuer)}`,
          `Valid until: ${validTo.slice(0, 10)}`,
          `SHA-256: ${fingerprint}`,
        ],
        yes: 'Trust it',
      }),

    /** Before each submission to production, with everything that it sends. */
    sendSubmission: (review: SubmissionReview, overrideReason: string) =>
      put({
        message: `Send to production: ${operationTitle(review.operation).toLowerCase()}?`,
        meaning: 'This changes a real person’s retirement savings. It is sent once.',
        facts: [
          personFact(review.subject),
          ...destinationFacts({ ...review.environment, baseUrl: review.url }),
          ...first(12, review.sent.filter(({ name }) => !untold.has(name)).map(sentFact)),
          ...first(
            6,
            review.unusual.map((each) => `Unusual: ${quoted(written(each, americanWriter))}`),
          ),
          ...(overrideReason === '' ? [] : [`Sent again because: ${quoted(overrideReason)}`]),
        ],
        yes: 'Send',
      }),

    /** Before each start of a list in production; its rows then ask nothing more. */
    sendList: (to: AskedDestination, { fileName, rows, options, unusual }: ListInQuestion) =>
      put({
        message: `Send ${rows.length} opt-out${rows.length === 1 ? '' : 's'} to production?`,
        meaning: 'This changes real people’s retirement savings. Each row is sent once.',
        facts: [
          `File: ${quoted(fileName)}`,
          ...destinationFacts(to),
          ...first(5, rows.map(rowFact)),
          ...(options.sendsUnusual && unusual > 0 ? [`Unusual rows among them: ${unusual}`] : []),
          ...(options.overrideReason === ''
            ? []
            : [`Sent again because: ${quoted(options.overrideReason)}`]),
        ],
        yes: 'Send the list',
      }),

    /** Before the guard, the lock or the identity checks become weaker; `facts` says from what to what. */
    lower: (facts: readonly string[]) =>
      put({
        message: 'Weaken what protects participants?',
        meaning: 'The activity log keeps what was changed.',
        facts,
        yes: 'Weaken it',
      }),
  }
}

export type Questions = ReturnType<typeof createQuestions>
