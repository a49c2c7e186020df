import type { Equivalent } from '../equivalents.ts'

const token = 'electron/core/credentials/token'

export const inToken: readonly Equivalent[] = [
  {
    file: `${token}/token-source.ts`,
    place: 'minimumSecondsLeft === undefined && left > 0',
    changes: [
      ['left > 0', 'left >= 0'],
      ['minimumSecondsLeft === undefined && left > 0', 'minimumSecondsLeft === undefined'],
    ],
    reason: 'A token that is over is not used after a failure, either: it is looked at again then.',
  },
  {
    file: `${token}/token-response.ts`,
    place: 'seconds !== null && seconds > 0',
    changes: [['seconds !== null && seconds > 0', 'seconds > 0']],
    reason: 'Nothing is no more than 0; the question is there for the types.',
  },
  {
    file: `${token}/token-response.ts`,
    place: 'const age',
    changes: [['issuedAt === null', 'false']],
    reason:
      'Counted from 1970 it is older than a day, so that nothing is taken off, as where it is not known.',
  },
  {
    file: `${token}/token-response.ts`,
    place: 'const spent',
    changes: [['age > 0', 'age >= 0']],
    reason: 'Nothing is taken off for an age of 0, in either form.',
  },
  {
    file: `${token}/token-response.ts`,
    place: 'payload === undefined || signature',
    changes: [['payload === undefined || signature === undefined', 'signature === undefined']],
    reason: 'What has a third part has a second; the question is there for the types.',
  },
  {
    file: `${token}/flights.ts`,
    place: 'once: true',
    changes: [['true', 'false']],
    reason: 'A signal says once that it is aborted.',
  },
  {
    file: `${token}/flights.ts`,
    place: 'ended.abort()',
    changes: [['ended.abort()', '']],
    reason:
      'What is settled stays so; a listener that is left takes up room until its signal goes.',
  },
  {
    file: `${token}/token-request.ts`,
    place: 'const basic',
    changes: [["'utf8'", "''"]],
    reason: 'An encoding without a name is UTF-8, too.',
  },
  {
    file: `${token}/flights.ts`,
    place: 'flight.waiting === 0 && signal?.aborted',
    changes: [['flight.waiting === 0 && signal?.aborted', 'flight.waiting === 0']],
    reason:
      'Nobody leaves a call that is under way but by cancelling; one that has ended hears nothing.',
  },
]
