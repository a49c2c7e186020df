import { operations, operationNames } from '#shared/express/operations.ts'
import type { BadDay, Fault, FaultTarget, SetFault } from '#shared/training/faults.ts'

/**
 * A fault to choose: its label, what it means for a submission and, if needed, how many requests
 * succeed before it begins.
 */
type Choice = readonly [label: string, means: string, fault: Fault, after?: number]

const nothingDone = 'The service has done nothing.'
const allDone = 'The service has done the work, and counts it.'

const declined = (message: string): Fault => ({ kind: 'successFalse', message })

const groups: readonly (readonly [label: string, ...Choice[]])[] = [
  [
    'Connection',
    [
      'Connection reset after the request was carried out',
      `${allDone} Its answer is lost.`,
      { kind: 'resetAfterExecution' },
    ],
    [
      'Connection reset after the request was read',
      `${nothingDone} The program cannot know that.`,
      { kind: 'resetAfterRead' },
    ],
    ['Connection reset while the request is read', nothingDone, { kind: 'resetWhileReading' }],
    ['Connection reset before the request was read', nothingDone, { kind: 'resetBeforeRead' }],
    ['Answer cut in the middle', `${allDone} Half of its answer arrives.`, { kind: 'cutBody' }],
    [
      'Answer never comes, work done',
      `${allDone} The program waits until its time is up.`,
      { kind: 'neverAnswer', executed: true },
    ],
    [
      'Answer never comes, nothing done',
      `${nothingDone} The program waits until its time is up.`,
      { kind: 'neverAnswer' },
    ],
    [
      'Slow answer (8 seconds)',
      `${allDone} All is well in the end.`,
      { kind: 'delay', milliseconds: 8_000 },
    ],
  ],
  [
    'Refusals',
    [
      'Too busy (429), wait 3 seconds',
      `${nothingDone} It says when to ask again.`,
      { kind: 'status', status: 429, retryAfter: 3 },
    ],
    [
      'Session expired (401)',
      `${nothingDone} The program asks for a new token and sends once more.`,
      { kind: 'status', status: 401 },
    ],
    [
      'Token ends in the middle of a list',
      'The first requests pass; then every token ends at once.',
      { kind: 'expireTokens' },
      2,
    ],
    ['Internal error (500)', nothingDone, { kind: 'status', status: 500 }],
    ['Bad gateway (502)', nothingDone, { kind: 'status', status: 502 }],
    ['Not available (503)', nothingDone, { kind: 'status', status: 503 }],
    ['A gateway’s error page (502)', nothingDone, { kind: 'html', status: 502 }],
  ],
  [
    'Declined by the service',
    [
      'Declined: blackout period',
      nothingDone,
      declined('The plan is in a blackout period until the end of the quarter.'),
    ],
    [
      'Declined: another transaction is pending',
      nothingDone,
      declined('Another transaction is pending for this participant.'),
    ],
    [
      'Declined: recordkeeper error code',
      nothingDone,
      declined('RK-4012: TRANSACTION NOT PROCESSED'),
    ],
    ['Declined without a reason', nothingDone, declined('')],
    [
      'Declined with a long text and markup',
      nothingDone,
      declined(
        `<b>Error</b> & more:\n${'The request could not be completed at this time. '.repeat(12)}`,
      ),
    ],
  ],
  [
    'Odd answers',
    ['Answer is not valid JSON', allDone, { kind: 'malformedJson' }],
    ['A web page instead of an answer (200)', nothingDone, { kind: 'html', status: 200 }],
    ['Numbers written as text', allDone, { kind: 'oddShape', shape: 'numbersAsText' }],
    ['Fields nobody knows', allDone, { kind: 'oddShape', shape: 'extraFields' }],
    ['Fields are missing', allDone, { kind: 'oddShape', shape: 'missingFields' }],
    ['Five strategies instead of two', allDone, { kind: 'oddShape', shape: 'fiveStrategies' }],
  ],
]

export const badDayGroups = groups.map(([label, ...choices]) => ({
  label,
  choices: choices.map(([label, means, fault, after = 0]) => ({ label, means, fault, after })),
}))

export const badDayChoices = badDayGroups.flatMap(({ choices }) => choices)

/**
 * The label of a fault. A fault that was set through the control endpoint may not be among the
 * choices; the label is then its kind.
 */
export const faultLabel = (fault: Fault): string =>
  badDayChoices.find((choice) => JSON.stringify(choice.fault) === JSON.stringify(fault))?.label ??
  fault.kind

export const targetLabel = (target: FaultTarget): string =>
  target === 'token' ? 'Session (access token)' : operations[target].title

export const targetItems = [...operationNames, 'token' as const].map((value) => ({
  value,
  label: targetLabel(value),
}))

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

export const progressOf = ({ fired, times: wanted, after }: SetFault): string => {
  if (fired >= wanted) return `happened ${times(fired)}`
  const wait = after > 0 ? `, after ${after} more` : ''
  return fired === 0
    ? `waits for ${wanted === 1 ? 'the next request' : `the next ${wanted}`}${wait}`
    : `happened ${fired} of ${wanted}`
}

export const stillToCome = (day: BadDay | null): number =>
  day?.faults.reduce((sum, { times: wanted, fired }) => sum + Math.max(0, wanted - fired), 0) ?? 0
