import type { Equivalent } from '../equivalents.ts'

const adapters = 'electron/adapters/transport'

export const inAdapters: readonly Equivalent[] = [
  {
    file: `${adapters}/proxy-tunnel.ts`,
    place: 'trust ? { secureContext: trust }',
    changes: [['trust', 'true']],
    reason: 'A context that is undefined is as good as none.',
  },
  {
    file: `${adapters}/proxy-tunnel.ts`,
    place: 'if (status >= 200',
    changes: [['status >= 200 && status <= 299', 'status <= 299']],
    reason: 'What is told of here is the last answer, so that no status below 200 gets here.',
  },
  {
    file: `${adapters}/proxy-tunnel.ts`,
    place: 'clearTimeout(timer)',
    changes: [['clearTimeout(timer)', '']],
    reason: 'Ending a request that is over does nothing; until then it takes up room.',
  },
  {
    file: `${adapters}/proxy-tunnel.ts`,
    place: 'response.statusCode ?? 0',
    changes: [
      ['0', '0 + 1'],
      ['response.statusCode ?? 0', 'response.statusCode'],
    ],
    reason: 'An answer that came has a status; the question is there for the types.',
  },
  {
    file: `${adapters}/late-transport.ts`,
    place: 'ready = loaded',
    changes: [['loaded ?? (await transport())', '(await transport())']],
    reason: 'What was loaded once is the same again; not to ask for it saves a turn.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'raised.has(error)',
    changes: [
      [
        "typeof error === 'object' && error !== null",
        "(typeof error === 'object') || (error !== null)",
      ],
      ["typeof error === 'object' && error !== null", "typeof error === 'object'"],
      ["typeof error === 'object' && error !== null", 'error !== null'],
      ["typeof error === 'object' && error !== null && raised.has(error)", 'raised.has(error)'],
    ],
    reason: 'A WeakSet has nothing but objects; the rest is there for the types.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'trust ?',
    changes: [['trust', 'true']],
    reason: 'A context that is undefined is as good as none.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: "headers['content-type'] ?? ''",
    changes: [
      ["''", "'mutated'"],
      ["headers['content-type'] ?? ''", "headers['content-type']"],
    ],
    reason: 'No text without a character set in it names one.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: "new Error('cancelled')",
    changes: [["'cancelled'", "''"]],
    reason: 'What is said of a cancelled call is made from the signal.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'once: true',
    changes: [['true', 'false']],
    reason: 'A signal says once that it is aborted.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'encodings ===',
    changes: [
      ["''", "'mutated'"],
      ["encodings === ''", 'false'],
    ],
    reason: 'Undoing no encoding gives the bytes as they are; not to do so saves time.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'clearTimeout(timer)',
    changes: [['clearTimeout(timer)', '']],
    reason: 'Stopping an exchange that is over does nothing; until then it takes up room.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'removeEventListener',
    changes: [
      ["'abort'", "''"],
      ["request.signal?.removeEventListener('abort', cancel)", ''],
    ],
    reason: 'Cancelling an exchange that is over does nothing; until then it takes up room.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'fresh.delete(client)',
    changes: [['fresh.delete(client)', '']],
    reason: 'Ending a connection twice does nothing; until then it takes up room.',
  },
  {
    file: `${adapters}/exchange.ts`,
    place: 'let status',
    changes: [['0', '0 + 1']],
    reason: 'No answer ends before its status has come.',
  },
  {
    file: `${adapters}/exchange.ts`,
    place: 'if (ended) return',
    changes: [
      ['ended', 'false'],
      ['return', ''],
    ],
    reason: 'What has ended stays as it ended, whoever ends it again.',
  },
  {
    file: `${adapters}/response-body.ts`,
    place: 'bytes[0] ?? 0',
    changes: [
      ['0', '0 + 1'],
      ['bytes[0] ?? 0', 'bytes[0]'],
    ],
    reason: 'What is empty is decoded by nobody.',
  },
  {
    file: `${adapters}/response-body.ts`,
    place: "label === 'utf8'",
    changes: [
      ["'utf-8'", "''"],
      ["'utf8'", "''"],
      ["label === 'utf-8' || label === 'utf8'", "(label === 'utf-8') && (label === 'utf8')"],
      ["label === 'utf-8' || label === 'utf8'", "label === 'utf-8'"],
      ["label === 'utf-8' || label === 'utf8'", "label === 'utf8'"],
      ["(label === 'utf-8' || label === 'utf8') && isUtf8(bytes)", 'false'],
    ],
    reason: 'The decoder reads the same text; the way past it saves time.',
  },
  {
    file: `${adapters}/exchange.ts`,
    place: 'value.join(',
    changes: [
      ["''", "'mutated'"],
      ["value ?? ''", 'value'],
    ],
    reason: 'A header that came has a value; the question is there for the types.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: "getCACertificates('default')",
    changes: [
      ["''", "'mutated'"],
      ["extra === ''", 'false'],
    ],
    reason: 'The usual roots are trusted, read out or not; not to read them out saves time.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'const ca = known',
    changes: [
      ["''", "'mutated'"],
      ["extra === ''", 'false'],
    ],
    reason:
      'Nothing to add is no certificate, also where it is added; a text that is none is left aside.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: "minVersion: 'TLSv1.2'",
    changes: [
      [
        "ca && createSecureContext({ ca, minVersion: 'TLSv1.2' })",
        "createSecureContext({ ca, minVersion: 'TLSv1.2' })",
      ],
    ],
    reason: 'A context without roots of its own trusts the usual ones, as no context does.',
  },
  {
    file: `${adapters}/response-body.ts`,
    place: 'charset',
    changes: [
      [
        "(/charset\\s*=\\s*\"?([\\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8').toLowerCase()",
        "(/charset\\s*=\\s*\"?([\\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8')",
      ],
    ],
    reason: 'The decoder knows a character set in capitals, too; the way past it saves time.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: "'InterimFailure'",
    changes: [["'InterimFailure'", "''"]],
    reason: 'Nobody asks for its name; it is there for whoever looks at one.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: 'length: pattern.length + 1',
    changes: [['1', '1 + 1']],
    reason: 'No beginning is longer than the pattern.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: 'let skipped = 0',
    changes: [['0', '0 + 1']],
    reason: 'The first request begins the count anew.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: 'return false',
    changes: [['false', 'true']],
    reason: 'Nothing more comes over a socket that was ended.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: 'end < 0',
    changes: [
      ['0', '0 + 1'],
      ['end < 0', 'end <= 0'],
    ],
    reason: 'An end stands after a status line, never at the very beginning.',
  },
  {
    file: `${adapters}/interim-answers.ts`,
    place: 'held = held.length === 0',
    changes: [['held.length === 0', 'false']],
    reason: 'Joining one part gives a copy of it.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: "pem: ''",
    changes: [["''", "'mutated'"]],
    reason: 'A text that is no certificate is left aside.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    place: 'pipelining: 1',
    changes: [['1', '1 + 1']],
    reason:
      'No POST is sent behind another one that is under way, whatever the number; nothing else is sent.',
  },
]
