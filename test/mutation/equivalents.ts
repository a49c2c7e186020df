/** Changes to one line after which the program does the same, so that no test can notice them. */
export interface Equivalent {
  readonly file: string
  /** A part of the line that tells it from the others. */
  readonly line: string
  /** The text as it is, and what stood in its place. */
  readonly changes: readonly (readonly [string, string])[]
  readonly reason: string
}

const express = 'electron/core/express'
const adapters = 'electron/adapters'
const submissions = 'electron/core/submissions'
const batch = 'electron/core/batch'

const signals = [['signal', 'true']] as const

export const equivalents: readonly Equivalent[] = [
  { file: `${express}/express-client.ts`, line: 'signal ? { signal }', changes: signals, reason: 'A signal that is undefined is as good as none; only the types tell them apart.' },
  { file: `${express}/express-client.ts`, line: '...(signal', changes: signals, reason: 'A signal that is undefined is as good as none; only the types tell them apart.' },
  { file: `${express}/express-client.ts`, line: "kind: 'failure'", changes: [["'failure'", "''"]], reason: 'Whoever reads it asks only whether it is a status.' },
  {
    file: `${express}/express-client.ts`,
    line: 'createLimiter',
    changes: [['1', '1 + 1'], ['atOnce.get(environmentId) ?? 1', 'atOnce.get(environmentId)']],
    reason: 'The limit of an environment is noted before anybody asks for a place in it.',
  },
  {
    file: `${express}/express-client.ts`,
    line: "first.kind !== 'rejected'",
    changes: [["first.kind !== 'rejected' || first.status !== 401", 'first.status !== 401']],
    reason: 'Nothing but a refusal has status 401; the kind is there for the types.',
  },
  {
    file: `${express}/express-client.ts`,
    line: '!progress.begun',
    changes: [['!progress.begun && signal?.aborted', '!progress.begun']],
    reason: 'Before it began only the wait for a place can end it, and only when it is cancelled.',
  },
  {
    file: `${express}/classify-submission.ts`,
    line: 'parsedHere',
    changes: [['200_000', '200_000 + 1'], ['text.length > parsedHere', 'text.length >= parsedHere']],
    reason: 'How much is looked at here is a matter of time: whoever reads the answer finds out whether it is whole.',
  },
  {
    file: `${express}/retry-policy.ts`,
    line: 'const asked',
    changes: [["outcome.kind === 'status'", 'true'], ['outcome.retryAfter ?? 0', 'outcome.retryAfter']],
    reason: 'Nothing that was asked for counts as 0 seconds in either form.',
  },
  {
    file: `${express}/retry-policy.ts`,
    line: 'header?.trim()',
    changes: [["''", "'mutated'"], ["header?.trim() ?? ''", 'header?.trim()']],
    reason: 'Every text that is neither a number nor a date means that there is no header.',
  },
  { file: `${express}/status-error.ts`, line: 'status < 200', changes: [['200', '200 + 1'], ['status < 200', 'status <= 200']], reason: 'A status of 200 is a success and never gets here.' },
  {
    file: `${express}/body-for.ts`,
    line: 'issue?.path',
    changes: [["''", "'mutated'"], ["issue?.path.join('.') ?? ''", "issue?.path.join('.')"]],
    reason: 'What was refused has an issue; the rest is there for the types.',
  },
  {
    file: `${express}/limiter.ts`,
    line: 'running.get(key) ?? 1',
    changes: [['1', '1 + 1'], ['running.get(key) ?? 1', 'running.get(key)']],
    reason: 'Whoever gives a place back had one, so that there is a count.',
  },
  {
    file: `${express}/limiter.ts`,
    line: 'count > 0',
    changes: [['count > 0', 'true'], ['count > 0', 'count >= 0']],
    reason: 'A count of nought is as good as none; it only takes up room.',
  },
  {
    file: `${express}/limiter.ts`,
    line: 'queue.length === 0',
    changes: [['queue.length === 0', 'false'], ['waiting.delete(key)', '']],
    reason: 'An empty queue is as good as none; it only takes up room.',
  },
  { file: `${express}/limiter.ts`, line: 'once: true', changes: [['true', 'false']], reason: 'A signal says once that it is aborted.' },
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
  {
    file: `${submissions}/earlier.ts`,
    line: "kind !== 'receipt'",
    changes: [["!record.ok || record.value.kind !== 'receipt'", '!record.ok']],
    reason: 'What is no receipt has no operation, either; the kind is there for the types.',
  },
  {
    file: `${submissions}/settlement.ts`,
    line: 'toSorted((a, b)',
    changes: [
      ["'inDoubt'", "''"],
      ["b.outcome === 'inDoubt'", "b.outcome !== 'inDoubt'"],
      ["a.outcome === 'inDoubt'", "a.outcome !== 'inDoubt'"],
      ["Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt')", 'undefined'],
      ["Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt')", "Number(b.outcome === 'inDoubt') + Number(a.outcome === 'inDoubt')"],
      ["items.value.toSorted((a, b) => Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt'))", 'items.value'],
    ],
    reason: 'A submission has one receipt; in which order they are looked through is a matter of time.',
  },
  {
    file: `${submissions}/settlement.ts`,
    line: "kind === 'receipt'",
    changes: [
      ["record.kind === 'receipt'", 'true'],
      ["changed.value.kind === 'receipt'", 'true'],
      ["record.ok && record.value.kind === 'receipt'", 'record.ok'],
      ["kept.ok && kept.value.kind === 'receipt'", 'kept.ok'],
    ],
    reason: 'Only receipts have these ids; the kind is there for the types.',
  },
  {
    file: `${submissions}/settlement.ts`,
    line: "kind !== 'receipt'",
    changes: [
      ["item.kind !== 'receipt'", 'false'],
      ['continue', ''],
      ["item.kind !== 'receipt' || item.subject.participantId !== ''", "item.subject.participantId !== ''"],
      ["!record.ok || record.value.kind !== 'receipt'", '!record.ok'],
    ],
    reason: 'What is no receipt is found out once it is opened; not to open it saves time.',
  },
  { file: `${submissions}/settlement.ts`, line: '!changed.ok', changes: [['!changed.ok', 'true']], reason: 'What was changed is a receipt, so that it is handed on as it is.' },
  {
    file: `${submissions}/recovery-gate.ts`,
    line: 'again === null && unnamed === null',
    changes: [['again === null && unnamed === null', 'false']],
    reason: 'Nothing to catch up with is caught up with at once; not to do so saves time.',
  },
  {
    file: `${submissions}/row-ledger.ts`,
    line: '?.attempt ?? 0',
    changes: [['0', '0 + 1'], ['rows.get(row)?.attempt ?? 0', 'rows.get(row)?.attempt']],
    reason: 'Attempts begin at 1, so that none is earlier than none.',
  },
  { file: `${submissions}/row-ledger.ts`, line: 'const known = place', changes: [['place && rows?.get(place.row)', 'rows?.get(place.row)']], reason: 'There are rows only where there is a place.' },
  {
    file: `${submissions}/row-origin.ts`,
    line: '?? 0) & 0x',
    changes: [['0', '0 + 1'], ['bytes[6] ?? 0', 'bytes[6]'], ['bytes[8] ?? 0', 'bytes[8]']],
    reason: 'A digest has as many bytes; the rest is there for the types.',
  },
  {
    file: `${submissions}/journal.ts`,
    line: 'Bytes',
    changes: [['64', '64 + 1'], ['1024', '1024 + 1'], ['4', '4 + 1'], ['size.value >= longBytes', 'size.value > longBytes']],
    reason: 'How much is read at once, and what counts as long, is a matter of room and time.',
  },
  {
    file: `${submissions}/journal.ts`,
    line: '!line.includes(',
    changes: [["'\"bodySha256\"'", "''"], ["!line.includes('\"bodySha256\"')", 'false']],
    reason: 'A line without the digest comes out as it is the longer way, too.',
  },
  {
    file: `${submissions}/journal.ts`,
    line: 'const isWorthIt',
    changes: [['2', '2 + 1'], ['text.length <= size.value / 2', 'text.length < size.value / 2']],
    reason: 'How much must be gained is a matter of room.',
  },
  {
    file: `${submissions}/journal-states.ts`,
    line: 'const batchId',
    changes: [['entry.batch?.batchId ?? null', 'entry.batch?.batchId'], ['known?.batchId ?? null', 'known?.batchId']],
    reason: 'No list is kept under no id, in either form.',
  },
  { file: `${batch}/list-runner.ts`, line: 'let waitUntil = 0', changes: [['0', '0 + 1']], reason: 'Both are before the run began, so that nothing is waited for.' },
  { file: `${batch}/list-runner.ts`, line: "limiter.run('row'", changes: [["'row'", "''"]], reason: 'All rows share one key, whatever it is called.' },
  {
    file: `${batch}/list-runner.ts`,
    line: 'if (!checked) return',
    changes: [['!checked', 'false'], ['return', '']],
    reason: 'A row that was taken is in the list; the question is there for the types.',
  },
  {
    file: `${batch}/list-runner.ts`,
    line: '!url.ok || url.value',
    changes: [['needs.whyElsewhere(to) !== null || !url.ok', 'needs.whyElsewhere(to) !== null']],
    reason: 'No address is none that the list was checked for; the question is there for the types.',
  },
]
