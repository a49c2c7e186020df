import type { Equivalent } from '../equivalents.ts'

const submissions = 'electron/core/submissions'
const onlyReceipts = 'Only receipts have these ids; the kind is there for the types.'
const foundOut = 'What is no receipt is found out once it is opened; not to open it saves time.'

export const inSubmissions: readonly Equivalent[] = [
  {
    file: `${submissions}/guard/earlier.ts`,
    place: "kind !== 'receipt'",
    changes: [["!record.ok || record.value.kind !== 'receipt'", '!record.ok']],
    reason: 'What is no receipt has no operation, either; the kind is there for the types.',
  },
  {
    file: `${submissions}/guard/guard-clock.ts`,
    place: 'now + dayMs >= newest',
    changes: [['newest === null || isFarAhead(newest)', 'isFarAhead(newest)']],
    reason: 'Every time is later than none; none is asked about for the types.',
  },
  {
    file: `${submissions}/settlement.ts`,
    place: 'toSorted((a, b)',
    changes: [
      ["'inDoubt'", "''"],
      ["b.outcome === 'inDoubt'", "b.outcome !== 'inDoubt'"],
      ["a.outcome === 'inDoubt'", "a.outcome !== 'inDoubt'"],
      ["Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt')", 'undefined'],
      [
        "Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt')",
        "Number(b.outcome === 'inDoubt') + Number(a.outcome === 'inDoubt')",
      ],
      [
        "items.value.toSorted((a, b) => Number(b.outcome === 'inDoubt') - Number(a.outcome === 'inDoubt'))",
        'items.value',
      ],
    ],
    reason:
      'A submission has one receipt; in which order they are looked through is a matter of time.',
  },
  {
    file: `${submissions}/recovery/recover.ts`,
    place: "kind === 'receipt'",
    changes: [
      ["record.kind === 'receipt'", 'true'],
      ["changed.value.kind === 'receipt'", 'true'],
    ],
    reason: onlyReceipts,
  },
  {
    file: `${submissions}/settlement.ts`,
    place: "kind === 'receipt'",
    changes: [["record.ok && record.value.kind === 'receipt'", 'record.ok']],
    reason: onlyReceipts,
  },
  {
    file: `${submissions}/recovery/recover.ts`,
    place: "kind === 'receipt'",
    changes: [["kept.ok && kept.value.kind === 'receipt'", 'kept.ok']],
    reason: onlyReceipts,
  },
  {
    file: `${submissions}/settlement.ts`,
    place: "kind !== 'receipt'",
    changes: [
      ["item.kind !== 'receipt'", 'false'],
      ['continue', ''],
    ],
    reason: foundOut,
  },
  {
    file: `${submissions}/recovery/recover.ts`,
    place: "kind !== 'receipt'",
    changes: [
      [
        "item.kind !== 'receipt' || item.subject.participantId !== ''",
        "item.subject.participantId !== ''",
      ],
      ["!record.ok || record.value.kind !== 'receipt'", '!record.ok'],
    ],
    reason: foundOut,
  },
  {
    file: `${submissions}/recovery/recover.ts`,
    place: '!changed.ok',
    changes: [['!changed.ok', 'true']],
    reason: 'What was changed is a receipt, so that it is handed on as it is.',
  },
  {
    file: `${submissions}/recovery/recovery-gate.ts`,
    place: 'again === null && unnamed === null',
    changes: [['again === null && unnamed === null', 'false']],
    reason: 'Nothing to catch up with is caught up with at once; not to do so saves time.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: '?.attempt ?? 0',
    changes: [
      ['0', '0 + 1'],
      ['rows.get(row)?.attempt ?? 0', 'rows.get(row)?.attempt'],
    ],
    reason: 'Attempts begin at 1, so that none is earlier than none.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: 'const known = place',
    changes: [['place && rows?.get(place.row)', 'rows?.get(place.row)']],
    reason: 'There are rows only where there is a place.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: '?? 0) & 0x',
    changes: [
      ['0', '0 + 1'],
      ['bytes[6] ?? 0', 'bytes[6]'],
      ['bytes[8] ?? 0', 'bytes[8]'],
    ],
    reason: 'A digest has as many bytes; the rest is there for the types.',
  },
  {
    file: `${submissions}/journal/journal.ts`,
    place: 'Bytes',
    changes: [
      ['64', '64 + 1'],
      ['1024', '1024 + 1'],
      ['4', '4 + 1'],
      ['size.value >= longBytes', 'size.value > longBytes'],
    ],
    reason: 'How much is read at once, and what counts as long, is a matter of room and time.',
  },
  {
    file: `${submissions}/journal/journal.ts`,
    place: '!line.includes(',
    changes: [
      ['\'"bodySha256"\'', "''"],
      ['!line.includes(\'"bodySha256"\')', 'false'],
    ],
    reason: 'A line without the digest comes out as it is the longer way, too.',
  },
  {
    file: `${submissions}/journal/journal.ts`,
    place: 'const isWorthIt',
    changes: [
      ['2', '2 + 1'],
      ['text.length <= size.value / 2', 'text.length < size.value / 2'],
    ],
    reason: 'How much must be gained is a matter of room.',
  },
  {
    file: `${submissions}/journal/journal-states.ts`,
    place: 'const listId',
    changes: [
      ['entry.list?.listId ?? null', 'entry.list?.listId'],
      ['known?.listId ?? null', 'known?.listId'],
    ],
    reason: 'No list is kept under no id, in either form.',
  },
  {
    file: `${submissions}/carry-out/exchange.ts`,
    place: "'text' in attempt",
    changes: [["'text' in attempt", 'true']],
    reason: 'No text counts as an empty one where it is kept.',
  },
  {
    file: `${submissions}/guard/let-through.ts`,
    place: "overrideReason = ''",
    changes: [["''", "'mutated'"]],
    reason: 'Where a reason is needed, nothing gets here without one.',
  },
  {
    file: `${submissions}/reviews/sent-fields.ts`,
    place: "typeof value === 'string'",
    changes: [
      ["name === 'ParticipantXML' && typeof value === 'string'", "name === 'ParticipantXML'"],
    ],
    reason: 'ParticipantXML is a text in every body; the question is there for the types.',
  },
  {
    file: `${submissions}/reviews/sent-fields.ts`,
    place: 'isObject(value)',
    changes: [
      [
        "name === 'TransactionHTTPEndpoint' && isObject(value)",
        "name === 'TransactionHTTPEndpoint'",
      ],
    ],
    reason:
      'TransactionHTTPEndpoint is an object in every body; the question is there for the types.',
  },
  {
    file: `${submissions}/guard/let-through.ts`,
    place: "confirmed.typedName ?? ''",
    changes: [["''", "'mutated'"]],
    reason: 'Nothing typed is as wrong as any text that is not the name.',
  },
  {
    file: `${submissions}/carry-out/prepare.ts`,
    place: "let today = ''",
    changes: [["''", "'mutated'"]],
    reason: 'Before the first number nothing was given, so that there is nothing to clear.',
  },
  {
    file: `${submissions}/carry-out/prepare.ts`,
    place: 'given.clear()',
    changes: [
      ['day !== today', 'false'],
      ['given.clear()', ''],
    ],
    reason: 'Numbers of another day have another day in them; that they are forgotten saves room.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: 'orphans.add',
    changes: [["!place && entry.state === 'sending'", "entry.state === 'sending'"]],
    reason: 'What has a place is taken anyway; not to note it twice saves room.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: 'known?.submissionId !== entry.submissionId',
    changes: [
      [
        '!place || known?.submissionId !== entry.submissionId',
        'known?.submissionId !== entry.submissionId',
      ],
    ],
    reason: 'A row is known only where there is a place; the question is there for the types.',
  },
  {
    file: `${submissions}/journal/row-ledger.ts`,
    place: '    stop()',
    changes: [['stop()', '']],
    reason: 'What is collected after the reading is looked at by nobody; it only takes up room.',
  },
]
