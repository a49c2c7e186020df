import type { Equivalent } from '../equivalents.ts'

const adapters = 'electron/adapters'

export const inAdapters: readonly Equivalent[] = [
  {
    file: `${adapters}/undici-transport.ts`,
    line: 'raised.has(error)',
    changes: [
      ["typeof error === 'object' && error !== null", "(typeof error === 'object') || (error !== null)"],
      ["typeof error === 'object' && error !== null", "typeof error === 'object'"],
      ["typeof error === 'object' && error !== null", 'error !== null'],
      ["typeof error === 'object' && error !== null && raised.has(error)", 'raised.has(error)'],
    ],
    reason: 'A WeakSet has nothing but objects; the rest is there for the types.',
  },
  {
    file: `${adapters}/undici-transport.ts`,
    line: 'mostTargets',
    changes: [
      ['200', '200 + 1'],
      ['known.size >= mostTargets', 'true'],
      ['known.size >= mostTargets', 'false'],
      ['known.size >= mostTargets', 'known.size > mostTargets'],
      ['known.size >= mostTargets', 'known.size < mostTargets'],
      ['known.clear()', ''],
    ],
    reason: 'Addresses that were taken apart are kept to save time; without them they are taken apart again.',
  },
  { file: `${adapters}/undici-transport.ts`, line: 'if (found)', changes: [['found', 'false']], reason: 'An address is taken apart again, with the same result.' },
  { file: `${adapters}/undici-transport.ts`, line: 'known.set(address', changes: [['known.set(address, target)', '']], reason: 'An address is taken apart again, with the same result.' },
  { file: `${adapters}/undici-transport.ts`, line: 'trust ?', changes: [['trust', 'true']], reason: 'A context that is undefined is as good as none.' },
  {
    file: `${adapters}/undici-transport.ts`,
    line: "headers['content-type'] ?? ''",
    changes: [["''", "'mutated'"], ["headers['content-type'] ?? ''", "headers['content-type']"]],
    reason: 'No text without a character set in it names one.',
  },
  { file: `${adapters}/undici-transport.ts`, line: "new Error('cancelled')", changes: [["'cancelled'", "''"]], reason: 'What is said of a cancelled call is made from the signal.' },
  { file: `${adapters}/undici-transport.ts`, line: 'once: true', changes: [['true', 'false']], reason: 'A signal says once that it is aborted.' },
  {
    file: `${adapters}/undici-transport.ts`,
    line: 'encodings ===',
    changes: [["''", "'mutated'"], ["encodings === ''", 'false']],
    reason: 'Undoing no encoding gives the bytes as they are; not to do so saves time.',
  },
  { file: `${adapters}/undici-transport.ts`, line: 'endTimeout()', changes: [['endTimeout()', '']], reason: 'Stopping an exchange that is over does nothing; until then it takes up room.' },
  {
    file: `${adapters}/undici-transport.ts`,
    line: 'removeEventListener',
    changes: [["'abort'", "''"], ["request.signal?.removeEventListener('abort', cancel)", '']],
    reason: 'Cancelling an exchange that is over does nothing; until then it takes up room.',
  },
  { file: `${adapters}/undici-transport.ts`, line: 'fresh.delete(client)', changes: [['fresh.delete(client)', '']], reason: 'Ending a connection twice does nothing; until then it takes up room.' },
  { file: `${adapters}/undici-transport.ts`, line: 'new Client(', changes: [['1', '1 + 1']], reason: 'A connection for one exchange has no second one to send along.' },
  {
    file: `${adapters}/exchange.ts`,
    line: 'chunks.length === 1',
    changes: [['chunks.length === 1 && chunks[0]', 'false'], ['chunks.length === 1 && chunks[0]', 'chunks.length === 1']],
    reason: 'Joining one part gives a copy of it; there is a first part where there is one.',
  },
  { file: `${adapters}/exchange.ts`, line: 'let status', changes: [['0', '0 + 1']], reason: 'No answer ends before its status has come.' },
  { file: `${adapters}/exchange.ts`, line: 'if (ended) return', changes: [['ended', 'false'], ['return', '']], reason: 'What has ended stays as it ended, whoever ends it again.' },
  {
    file: `${adapters}/response-body.ts`,
    line: 'labels',
    changes: [
      ['labels.size >= mostLabels', 'true'],
      ['labels.size >= mostLabels', 'false'],
      ['labels.size >= mostLabels', 'labels.size > mostLabels'],
      ['labels.size >= mostLabels', 'labels.size < mostLabels'],
      ['labels.clear()', ''],
      ['labels.set(contentType, label)', ''],
    ],
    reason: 'Character sets that were read out are kept to save time; without them they are read out again.',
  },
  { file: `${adapters}/response-body.ts`, line: 'mostLabels = 50', changes: [['50', '50 + 1']], reason: 'How many are kept is a matter of room.' },
  { file: `${adapters}/response-body.ts`, line: 'known !== undefined', changes: [['known !== undefined', 'false']], reason: 'A character set is read out again, with the same result.' },
  { file: `${adapters}/response-body.ts`, line: 'bytes[0] ?? 0', changes: [['0', '0 + 1'], ['bytes[0] ?? 0', 'bytes[0]']], reason: 'What is empty is decoded by nobody.' },
  {
    file: `${adapters}/response-body.ts`,
    line: "label === 'utf8'",
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
]
