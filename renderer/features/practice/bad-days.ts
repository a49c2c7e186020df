import { operations, operationNames } from '#shared/express/operations.ts'
import type { BadDay, Fault, FaultTarget, SetFault } from '#shared/training/faults.ts'

/** A kind of bad day in plain words. */
interface BadDayChoice {
  readonly label: string
  /** Its meaning for a submission. */
  readonly means: string
  readonly fault: Fault
  /** Undisturbed requests before it begins, if it needs some. */
  readonly after?: number
}

const nothingDone = 'The service has done nothing.'
const allDone = 'The service has done the work, and counts it.'

const noReason: Fault = { kind: 'successFalse', message: '' }
const declined = (message: string): Fault => ({ kind: 'successFalse', message })

/** All of them, in groups. */
export const badDayGroups: readonly {
  readonly label: string
  readonly choices: readonly BadDayChoice[]
}[] = [
  {
    label: 'Connection',
    choices: [
      {
        label: 'Connection reset after the request was carried out',
        means: `${allDone} Its answer is lost.`,
        fault: { kind: 'resetAfterExecution' },
      },
      {
        label: 'Connection reset after the request was read',
        means: `${nothingDone} The program cannot know that.`,
        fault: { kind: 'resetAfterRead' },
      },
      {
        label: 'Connection reset while the request is read',
        means: nothingDone,
        fault: { kind: 'resetWhileReading' },
      },
      {
        label: 'Connection reset before the request was read',
        means: nothingDone,
        fault: { kind: 'resetBeforeRead' },
      },
      {
        label: 'Answer cut in the middle',
        means: `${allDone} Half of its answer arrives.`,
        fault: { kind: 'cutBody' },
      },
      {
        label: 'Answer never comes, work done',
        means: `${allDone} The program waits until its time is up.`,
        fault: { kind: 'neverAnswer', executed: true },
      },
      {
        label: 'Answer never comes, nothing done',
        means: `${nothingDone} The program waits until its time is up.`,
        fault: { kind: 'neverAnswer' },
      },
      {
        label: 'Slow answer (8 seconds)',
        means: `${allDone} All is well in the end.`,
        fault: { kind: 'delay', milliseconds: 8_000 },
      },
    ],
  },
  {
    label: 'Refusals',
    choices: [
      {
        label: 'Too busy (429), wait 3 seconds',
        means: `${nothingDone} It says when to ask again.`,
        fault: { kind: 'status', status: 429, retryAfter: 3 },
      },
      {
        label: 'Session expired (401)',
        means: `${nothingDone} The program asks for a new token and sends once more.`,
        fault: { kind: 'status', status: 401 },
      },
      {
        label: 'Token ends in the middle of a list',
        means: 'The first requests pass; then every token ends at once.',
        fault: { kind: 'expireTokens' },
        after: 2,
      },
      {
        label: 'Internal error (500)',
        means: nothingDone,
        fault: { kind: 'status', status: 500 },
      },
      {
        label: 'Bad gateway (502)',
        means: nothingDone,
        fault: { kind: 'status', status: 502 },
      },
      {
        label: 'Not available (503)',
        means: nothingDone,
        fault: { kind: 'status', status: 503 },
      },
      {
        label: 'A gateway’s error page (502)',
        means: nothingDone,
        fault: { kind: 'html', status: 502 },
      },
    ],
  },
  {
    label: 'Declined by the service',
    choices: [
      {
        label: 'Declined: blackout period',
        means: nothingDone,
        fault: declined('The plan is in a blackout period until the end of the quarter.'),
      },
      {
        label: 'Declined: another transaction is pending',
        means: nothingDone,
        fault: declined('Another transaction is pending for this participant.'),
      },
      {
        label: 'Declined: record-keeper error code',
        means: nothingDone,
        fault: declined('RK-4012: TRANSACTION NOT PROCESSED'),
      },
      {
        label: 'Declined without a reason',
        means: nothingDone,
        fault: noReason,
      },
      {
        label: 'Declined with a long text and markup',
        means: nothingDone,
        fault: declined(
          `<b>Error</b> & more:\n${'The request could not be completed at this time. '.repeat(12)}`,
        ),
      },
    ],
  },
  {
    label: 'Odd answers',
    choices: [
      {
        label: 'Answer is not valid JSON',
        means: allDone,
        fault: { kind: 'malformedJson' },
      },
      {
        label: 'A web page instead of an answer (200)',
        means: nothingDone,
        fault: { kind: 'html', status: 200 },
      },
      {
        label: 'Numbers written as text',
        means: allDone,
        fault: { kind: 'oddShape', shape: 'numbersAsText' },
      },
      {
        label: 'Fields nobody knows',
        means: allDone,
        fault: { kind: 'oddShape', shape: 'extraFields' },
      },
      {
        label: 'Fields are missing',
        means: allDone,
        fault: { kind: 'oddShape', shape: 'missingFields' },
      },
      {
        label: 'Five strategies instead of two',
        means: allDone,
        fault: { kind: 'oddShape', shape: 'fiveStrategies' },
      },
    ],
  },
]

export const badDayChoices: readonly BadDayChoice[] = badDayGroups.flatMap(({ choices }) => choices)

/** The choice behind a fault; one set over the control endpoint may have none and is then named by its kind. */
export const faultLabel = (fault: Fault): string =>
  badDayChoices.find((choice) => JSON.stringify(choice.fault) === JSON.stringify(fault))?.label ??
  fault.kind

export const targetLabel = (target: FaultTarget): string =>
  target === 'token' ? 'Session (access token)' : operations[target].title

export const targetItems = [...operationNames, 'token' as const].map((value) => ({
  value,
  label: targetLabel(value),
}))

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Progress of a set fault in words. */
export const progressOf = ({ fired, times: wanted, after }: SetFault): string => {
  if (fired >= wanted) return `happened ${times(fired)}`
  const wait = after > 0 ? `, after ${after} more` : ''
  return fired === 0
    ? `waits for ${wanted === 1 ? 'the next request' : `the next ${wanted}`}${wait}`
    : `happened ${fired} of ${wanted}`
}

/** Requests still to be affected. */
export const stillToCome = (day: BadDay | null): number =>
  day?.faults.reduce((sum, { times: wanted, fired }) => sum + Math.max(0, wanted - fired), 0) ?? 0
