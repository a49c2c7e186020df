import type { Equivalent } from '../equivalents.ts'

const express = 'electron/core/express'
const signals = [['signal', 'true']] as const

export const inExpress: readonly Equivalent[] = [
  {
    file: `${express}/express-client.ts`,
    place: 'signal ? { signal }',
    changes: signals,
    reason: 'A signal that is undefined is as good as none; only the types tell them apart.',
  },
  {
    file: `${express}/express-client.ts`,
    place: '...(signal',
    changes: signals,
    reason: 'A signal that is undefined is as good as none; only the types tell them apart.',
  },
  {
    file: `${express}/express-client.ts`,
    place: "kind: 'failure'",
    changes: [["'failure'", "''"]],
    reason: 'Whoever reads it asks only whether it is a status.',
  },
  {
    file: `${express}/express-client.ts`,
    place: 'createLimiter',
    changes: [
      ['1', '1 + 1'],
      ['atOnce.get(environmentId) ?? 1', 'atOnce.get(environmentId)'],
    ],
    reason: 'The limit of an environment is noted before anybody asks for a place in it.',
  },
  {
    file: `${express}/express-client.ts`,
    place: "first.kind !== 'rejected'",
    changes: [["first.kind !== 'rejected' || first.status !== 401", 'first.status !== 401']],
    reason: 'Nothing but a refusal has status 401; the kind is there for the types.',
  },
  {
    file: `${express}/express-client.ts`,
    place: '!progress.begun',
    changes: [['!progress.begun && signal?.aborted', '!progress.begun']],
    reason: 'Before it began only the wait for a place can end it, and only when it is cancelled.',
  },
  {
    file: `${express}/classify-submission.ts`,
    place: 'parsedHere',
    changes: [
      ['200_000', '200_000 + 1'],
      ['text.length > parsedHere', 'text.length >= parsedHere'],
    ],
    reason:
      'How much is looked at here is a matter of time: whoever reads the answer finds out whether it is whole.',
  },
  {
    file: `${express}/retry-policy.ts`,
    place: 'const asked',
    changes: [
      ["outcome.kind === 'status'", 'true'],
      ['outcome.retryAfter ?? 0', 'outcome.retryAfter'],
    ],
    reason: 'Nothing that was asked for counts as 0 seconds in either form.',
  },
  {
    file: `${express}/retry-policy.ts`,
    place: 'header?.trim()',
    changes: [
      ["''", "'mutated'"],
      ["header?.trim() ?? ''", 'header?.trim()'],
    ],
    reason: 'Every text that is neither a number nor a date means that there is no header.',
  },
  {
    file: `${express}/status-error.ts`,
    place: 'status < 200',
    changes: [
      ['200', '200 + 1'],
      ['status < 200', 'status <= 200'],
    ],
    reason: 'A status of 200 is a success and never gets here.',
  },
  {
    file: `${express}/body-for.ts`,
    place: 'issue?.path',
    changes: [
      ["''", "'mutated'"],
      ["issue?.path.join('.') ?? ''", "issue?.path.join('.')"],
    ],
    reason: 'What was refused has an issue; the rest is there for the types.',
  },
  {
    file: `${express}/limiter.ts`,
    place: 'running.get(key) ?? 1',
    changes: [
      ['1', '1 + 1'],
      ['running.get(key) ?? 1', 'running.get(key)'],
    ],
    reason: 'Whoever gives a place back had one, so that there is a count.',
  },
  {
    file: `${express}/limiter.ts`,
    place: 'count > 0',
    changes: [
      ['count > 0', 'true'],
      ['count > 0', 'count >= 0'],
    ],
    reason: 'A count of nought is as good as none; it only takes up room.',
  },
  {
    file: `${express}/limiter.ts`,
    place: 'queue.length === 0',
    changes: [
      ['queue.length === 0', 'false'],
      ['waiting.delete(key)', ''],
    ],
    reason: 'An empty queue is as good as none; it only takes up room.',
  },
  {
    file: `${express}/limiter.ts`,
    place: 'once: true',
    changes: [['true', 'false']],
    reason: 'A signal says once that it is aborted.',
  },
]
