import type { Equivalent } from '../equivalents.ts'

const express = 'electron/core/express'
const http = 'electron/core/http'
const traffic = 'electron/core/http/traffic'

export const inExpress: readonly Equivalent[] = [
  {
    file: `${traffic}/traffic.ts`,
    place: 'const isJson',
    changes: [
      [
        "headers['content-type']?.includes('json') ?? false",
        "headers['content-type']?.includes('json')",
      ],
    ],
    reason: 'Nothing is as good as no; the question is there for the types.',
  },
  {
    file: `${traffic}/redacted-body.ts`,
    place: 'const maxRead',
    changes: [
      ['192', '192 + 1'],
      ['1024', '1024 + 1'],
    ],
    reason: 'How much of a body is read is a matter of time.',
  },
  {
    file: `${traffic}/redacted-body.ts`,
    place: "isPassed && sign === '{'",
    changes: [["isPassed && sign === '{'", 'false']],
    reason: 'Objects that are passed as a whole only save time.',
  },
  {
    file: `${traffic}/redacted-body.ts`,
    place: "read(walk, '', 0,",
    changes: [["''", "'mutated'"]],
    reason: 'Neither is the name of a field.',
  },
  {
    file: `${express}/connection-test.ts`,
    place: 'if (!environment.ok) return environment',
    changes: [
      ['!environment.ok', 'false'],
      ['environment', 'undefined'],
    ],
    reason:
      'Without an environment the first step fails, be it for its address; later ones do not run.',
  },
  {
    file: `${express}/connection-test.ts`,
    place: 'if (!body.ok) return body',
    changes: [
      ['!body.ok', 'false'],
      ['body', 'undefined'],
    ],
    reason: 'The made-up person is a valid one; the question is there for the types.',
  },
  {
    file: `${http}/redact.ts`,
    place: 'longestPattern',
    changes: [
      ['10_000', '10_000 + 1'],
      ['secret.length <= longestPattern', 'secret.length < longestPattern'],
    ],
    reason:
      'From how many characters on a secret is looked for in fewer forms is a matter of time.',
  },
  {
    file: `${http}/redact.ts`,
    place: 'return char',
    changes: [['/\\w/.test(char)', 'false']],
    reason:
      'Nobody writes a letter or a digit in another form; to look for them all the same takes longer.',
  },
  {
    file: `${http}/redact.ts`,
    place: 'const code = char.codePointAt(0)',
    changes: [
      ['0', '0 + 1'],
      ['char.codePointAt(0) ?? 0', 'char.codePointAt(0)'],
    ],
    reason: 'Every character has a code; the question is there for the types.',
  },
  {
    file: `${http}/redact.ts`,
    place: 'const start = first',
    changes: [
      ["''", "'mutated'"],
      ["first === ''", 'false'],
      ['`(?<!${slash})`', '``'],
    ],
    reason: 'A run in the text is found at its first sign anyway; not to try at each saves time.',
  },
  {
    file: `${http}/redact.ts`,
    place: 'const slashRuns',
    changes: [["'i'", "''"]],
    reason:
      'A backslash in capitals is found sign by sign as well; as a run it is found in less time.',
  },
  {
    file: `${http}/status-error.ts`,
    place: 'body.slice(0, 1_000_000)',
    changes: [
      ['1_000_000', '1_000_000 + 1'],
      ['body.slice(0, 1_000_000)', 'body'],
    ],
    reason: 'How much of a document is looked through for a message is a matter of time.',
  },
  {
    file: `${http}/status-error.ts`,
    place: 'maxMarkup',
    changes: [
      ['64', '64 + 1'],
      ['1024', '1024 + 1'],
      ['0', '0 + 1'],
      ['page.slice(0, maxMarkup)', 'page'],
    ],
    reason: 'How much of a page is looked through for a message is a matter of time.',
  },
  {
    file: `${http}/retry-policy.ts`,
    place: "kind: 'failure'",
    changes: [["'failure'", "''"]],
    reason: 'Whoever reads it asks only whether it is a status.',
  },
  {
    file: `${express}/sending.ts`,
    place: 'createLimiter',
    changes: [
      ['1', '1 + 1'],
      ['atOnce.get(environmentId) ?? 1', 'atOnce.get(environmentId)'],
    ],
    reason: 'The limit of an environment is noted before anybody asks for a place in it.',
  },
  {
    file: `${express}/submit.ts`,
    place: '!progress.begun',
    changes: [['!progress.begun && signal?.aborted', '!progress.begun']],
    reason: 'Before it began only the wait for a place can end it, and only when it is cancelled.',
  },
  {
    file: `${express}/submit.ts`,
    place: 'parsedHere',
    changes: [
      ['200_000', '200_000 + 1'],
      ['text.length > parsedHere', 'text.length >= parsedHere'],
    ],
    reason:
      'How much is looked at here is a matter of time: whoever reads the answer finds out whether it is whole.',
  },
  {
    file: `${http}/retry-policy.ts`,
    place: 'const asked',
    changes: [
      ["outcome.kind === 'status'", 'true'],
      ['outcome.retryAfter ?? 0', 'outcome.retryAfter'],
    ],
    reason: 'Nothing that was asked for counts as 0 seconds in either form.',
  },
  {
    file: `${http}/retry-policy.ts`,
    place: 'header?.trim()',
    changes: [
      ["''", "'mutated'"],
      ["header?.trim() ?? ''", 'header?.trim()'],
    ],
    reason: 'Every text that is neither a number nor a date means that there is no header.',
  },
  {
    file: `${http}/status-error.ts`,
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
    file: `${http}/limiter.ts`,
    place: 'queue.pending < queue.concurrency',
    changes: [
      ['signal === undefined || queue.pending < queue.concurrency', 'signal === undefined'],
    ],
    reason: 'Who has a place at once need not be able to leave; to wait for it costs time only.',
  },
  {
    file: `${http}/limiter.ts`,
    place: 'once: true',
    changes: [['true', 'false']],
    reason: 'A signal says once that it is aborted.',
  },
]
