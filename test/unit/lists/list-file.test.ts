import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readListBytes } from '#electron/core/lists/file/list-bytes.ts'
import { parseRecords } from '#electron/core/lists/file/parse-list.ts'
import { outcomeColumns } from '#electron/core/lists/file/write-outcome.ts'
import { bytesOf, listText, noDefaults } from '#test/support/samples/list-files.ts'
import {
  checkedIn,
  delimiters,
  ends,
  factsOf,
  outcomeOf,
  runTasks,
  writings,
} from './list-tasks.ts'

const refusalOf = (bytes: Uint8Array<ArrayBuffer>): string => {
  const [answer] = runTasks(bytes, { kind: 'read', reading: {} }).answers
  return answer?.ok === false ? answer.error.message : ''
}
const matrix = writings.flatMap(([encoding, mark]) =>
  delimiters.flatMap((delimiter) =>
    ends.map((end) => ({ encoding, mark, delimiter, end, name: JSON.stringify(delimiter + end) })),
  ),
)

describe('a list file is read correctly', () => {
  test.each(matrix)(
    'in $encoding, with byte order mark: $mark, with $name',
    ({ encoding, mark, delimiter, end }) => {
      const text = listText(12, delimiter, end)
        .replaceAll('First3', 'Zoë')
        .replaceAll('Last3', '"Ota, ""Käthe"""')
      const bytes = bytesOf(text, encoding, mark)
      const facts = factsOf(bytes)
      expect(facts).toMatchObject({
        reading: { encoding, delimiter, hasHeader: true },
        rows: 12,
        notes: [],
      })
      expect(facts.mapping).toEqual({
        participantId: 0,
        firstName: 1,
        lastName: 2,
        planId: 3,
        planType: 4,
        reason: null,
      })
      expect(facts.sample[2]?.slice(0, 3)).toEqual(['L-3', 'Zoë', 'Ota, "Käthe"'])
      const written = outcomeOf(
        bytes,
        facts,
        facts.sample.map(() => ['done', '', '', '', '', '']),
      )
      expect(iconv.decode(written, encoding).split(end)[0]).toBe(
        [text.split(end)[0], ...outcomeColumns].join(delimiter),
      )
      if (mark) expect(written.subarray(0, 2)).toEqual(Buffer.from(bytes.subarray(0, 2)))
    },
  )

  test.each([
    [
      'one stray byte',
      (bytes: Buffer) => void bytes.fill(0xff, bytes.indexOf('Ann'), bytes.indexOf('Ann') + 1),
    ],
    [
      'half a letter',
      (bytes: Buffer) =>
        void bytes.fill(0x41, bytes.lastIndexOf(0xc3) + 1, bytes.lastIndexOf(0xc3) + 2),
    ],
  ])('in UTF-8 with %s, and only the damaged row is invalid', (_name, damage) => {
    const bytes = Buffer.from(
      'Participant ID,First Name,Last Name,Plan ID,Plan Type\nP-1,Zoë,Nuñez,A,401K\nP-2,Ann,Ceñon,A,401K\n',
    )
    damage(bytes)
    const file = new Uint8Array(bytes)
    const { reading, mapping } = factsOf(file)
    expect(reading.encoding).toBe('utf-8')
    const { pieces } = runTasks(file, {
      kind: 'check',
      reading,
      mapping,
      defaults: noDefaults,
      knownPlans: [],
    })
    const rows = pieces.flatMap((piece) => (piece.kind === 'rows' ? piece.rows : []))
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'invalid'])
    expect(rows[0]).toMatchObject({ firstName: 'Zoë', lastName: 'Nuñez' })
  })

  test('in Windows-1252, even if two of its characters look like one in UTF-8', () => {
    for (const text of ['Zoë,Núñez', 'Zoë,É®', 'Ö']) {
      const { encoding, body } = readListBytes(bytesOf(`id,name\n1,${text}\n`, 'windows-1252'))
      expect(encoding).toBe('windows-1252')
      expect(body.toString('latin1')).toContain(text)
    }
  })

  test.each(['utf-16le', 'utf-16be'])(
    'in %s with a row that ends in half a character, and that row is invalid',
    (encoding) => {
      const bytes = bytesOf(
        'Participant ID,First Name,Last Name,Plan ID,Plan Type\nP-1,Dana,Reyes,ACME,401K',
        encoding,
        true,
      ).slice(0, -1)
      const { reading, mapping } = factsOf(bytes)
      const { pieces } = runTasks(bytes, {
        kind: 'check',
        reading,
        mapping,
        defaults: noDefaults,
        knownPlans: [],
      })
      expect(pieces[0]).toMatchObject({ rows: [{ row: 1, state: 'invalid' }] })
    },
  )

  test('with cells over several lines, doubled quotation marks, empty lines and mixed line ends', () => {
    const text = 'Participant ID;First Name\n\n"a\r\nb";"say ""no"""\r\r\n;\nlast;"x"\n'
    const records = parseRecords(readListBytes(bytesOf(text)), ';')
    expect(records.ok && records.value.map(({ cells, line }) => ({ cells, line }))).toEqual([
      { cells: ['Participant ID', 'First Name'], line: 1 },
      { cells: ['a\r\nb', 'say "no"'], line: 3 },
      { cells: ['last', 'x'], line: 7 },
    ])
  })

  test('with a number that a spreadsheet exported as a formula (="0123")', () => {
    const cells = ['="0123"', 'Dana', 'Reyes', '"=""00""""7"""', '401K', '="a"&"b"']
    const [row] = checkedIn(
      `Participant ID,First Name,Last Name,Plan ID,Plan Type,Reason\n${cells.join()}\n`,
    )
    expect(row).toMatchObject({
      state: 'ready',
      participantId: '0123',
      plans: [{ PlanId: '00"7' }],
      reason: '="a"&"b"',
    })
    expect(
      factsOf(bytesOf('ID,First Name,Last Name,Plan ID\n="123-45-6789",Dana,Reyes,A\n')).mapping
        .participantId,
    ).toBeNull()
  })

  test.each(['utf-8', 'utf-16le'] as const)(
    'in %s with a first line that names the delimiter and is not a row',
    (encoding) => {
      const bytes = bytesOf(
        'sep=^\r\nParticipant ID^First Name^Last Name^Plan ID\r\nP-1^Da,n,a^Rey;es^A\r\n',
        encoding,
        true,
      )
      const facts = factsOf(bytes)
      expect(facts).toMatchObject({
        reading: { delimiter: '^', hasHeader: true },
        rows: 1,
        mapping: { participantId: 0, planId: 3 },
      })
      const { pieces } = runTasks(bytes, {
        kind: 'check',
        knownPlans: [],
        reading: facts.reading,
        mapping: facts.mapping,
        defaults: { ...noDefaults, planType: 'B' },
      })
      expect(pieces[0]).toMatchObject({
        rows: [{ row: 1, line: 3, participantId: 'P-1', lastName: 'Rey;es', state: 'unusual' }],
      })
      const text = iconv.decode(outcomeOf(bytes, facts, [outcomeColumns.map(() => 'x')]), encoding)
      expect(text).toMatch(/^sep=\^\r\nParticipant ID\^.*\^SentAtUTC\r\nP-1\^Da,n,a\^Rey;es\^A\^x/)
      expect(factsOf(bytesOf('id;name\nsep=,;x\n'))).toMatchObject({
        reading: { delimiter: ';' },
        rows: 1,
      })
    },
  )

  test('with its first row as data if there is no header', () => {
    const facts = factsOf(bytesOf('P-1,Dana,Reyes,ACME401K\nP-2,Ola,Berg,ACME401K\n'))
    expect(facts).toMatchObject({
      reading: { hasHeader: false },
      rows: 2,
      columns: ['Column 1', 'Column 2', 'Column 3', 'Column 4'],
    })
    expect(Object.values(facts.mapping)).toEqual([null, null, null, null, null, null])
  })

  test('with the delimiter and header that the user chooses', () => {
    const bytes = bytesOf('a~b\n1~2\n')
    expect(factsOf(bytes).columns).toEqual(['a~b'])
    expect(factsOf(bytes, { delimiter: '~', hasHeader: true }).columns).toEqual(['a', 'b'])
  })

  test.each([
    ['an empty file', new Uint8Array(), /empty/],
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20]), /workbook/],
    [
      'a picture',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0x49, 1, 2, 0xff, 9, 9, 9, 9, 9, 9]),
      /not a table/,
    ],
    ['a file with an open quotation mark', bytesOf('id,name\n1,"x\n2,y\n'), /never closed/],
    [
      'a file with an open quotation mark far above the end',
      bytesOf('id,name\n1,x\n\n2,"y\n3,z\n4,z\n'),
      /in or after line 4\./,
    ],
    [
      'a file with an open quotation mark in the first line',
      bytesOf('\n"id,name\n1,x\n'),
      /in or after line 2\./,
    ],
    ['a file with 10,001 rows', bytesOf(listText(10_001)), /10,000 rows/],
  ])('unless it is %s, which is refused', (_name, bytes, message) => {
    expect(refusalOf(bytes)).toMatch(message)
  })
})

describe('columns', () => {
  test.each([
    ['SSN,First Name,Last Name,Plan', ['111-22-3333', 'a', 'b', 'P']],
    ['Participant ID,First Name,Last Name,Plan', ['111-22-3333', 'a', 'b', 'P']],
  ])('with Social Security numbers are never used silently: %s', (header, cells) => {
    const facts = factsOf(bytesOf(`${header}\n${cells.join()}\n`))
    expect(facts.mapping).toMatchObject({
      participantId: null,
      firstName: 1,
      lastName: 2,
      planId: 3,
    })
    expect(facts.notes.join()).toMatch(/Social Security/)
  })

  test('are found under other spellings of their headings', () => {
    const facts = factsOf(
      bytesOf('Surname;Given name;MEMBER-ID;Plan Number;Type;Opt-out reason\nb;a;M1;P;401K;r\n'),
    )
    expect(facts.mapping).toEqual({
      participantId: 2,
      firstName: 1,
      lastName: 0,
      planId: 3,
      planType: 4,
      reason: 5,
    })
  })
})

describe('the dry run', () => {
  const header = 'Participant ID,First Name,Last Name,Plan ID,Plan Type,Reason\n'
  test.each([
    ['P-1,,Reyes,ACME,401K,', 'unusual', /^No first name is given\.$/],
    [',Dana,Reyes,ACME,401K,', 'invalid', /Participant id is missing/],
    ['P-1,Dana,Reyes,,401K,', 'invalid', /^No plan is named\.$/],
    ['P-1,Dana,Reyes,ACME,,', 'unusual', /^A plan has no plan type\.$/],
    [
      `P-1,${'x'.repeat(101)},Reyes,ACME,401K,`,
      'unusual',
      /^A first name of 101 characters is unusually long\.$/,
    ],
    ['P-1,"Da\nna",Reyes,ACME,401K,', 'unusual', /line break/],
    [
      ',,,,401K,',
      'invalid',
      /^Participant id is missing\. No first name is given\. No last name is given\. No plan is named\.$/,
    ],
    ['P-1,Da\ufffdna,Reyes,ACME,401K,', 'invalid', /could not be read/],
    [
      '1.23457E+11,Dana,Reyes,ACME,401K,',
      'invalid',
      /Participant id is a long number that a spreadsheet has shortened/,
    ],
    ['P-1,Dana,Reyes,"1,2E+15",401K,', 'invalid', /Plan id is a long number/],
    ["'000124,Dana,Reyes,ACME,401K,", 'invalid', /Participant id begins with an apostrophe/],
    ['4E12,Dana,Reyes,7E1,401K,', 'ready', /^$/],
    ['4E12,Dana,Reyes,7E+1,401K,', 'invalid', /Plan id is a long number/],
    ['P-1,Dana,Reyes, Jr,ACME,401K,r', 'invalid', /7 cells and the file 6 columns/],
    ['P-1,Dana,Reyes,ACME,401K', 'ready', /^$/],
  ])('reports what is wrong with the row %s', (line, state, message) => {
    const [row] = checkedIn(`${header}${line}\n`)
    expect(row?.state).toBe(state)
    expect(row?.messages.join(' ')).toMatch(message)
  })

  test('leaves out all rows for the same participant and plan, except the first that can be sent', () => {
    const rows = checkedIn(
      `${header}P-1,,x,ACME,401K,\np-1,Dana,x,acme,401K,\nP-1,Dana,x,ACME,401K,\nP-1,Dana,x,OTHER,401K,\n`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['skipped', 'ready', 'skipped', 'ready'])
    for (const row of [rows[0], rows[2]])
      expect(row?.messages).toEqual([
        'Row 2 is for the same participant and plan, so this one is left out.',
      ])
  })

  test('treats a row with somebody else’s participant id and plan as an error, not as a repetition, until someone checks it', () => {
    const rows = checkedIn(
      `${header}P-1,Ana,Lee,ACME,401K,\nP-1,Bo,Kim,ACME,401K,\np-1,ANA,lee,ACME,401K,\nP-1,,Lee,ACME,401K,\n`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['unusual', 'invalid', 'skipped', 'skipped'])
    expect(rows[1]?.messages).toEqual([
      'Row 1 has the same participant id and plan for another person, Ana Lee. Find out whose id it is.',
    ])
  })

  test('can send the first of several unusual rows for the same participant and plan, but never a row without a plan', () => {
    const rows = checkedIn(
      `${header}P-1,,x,ACME,401K,\nP-1,Dana,,acme,401K,\nP-2,a,b,,401K,\nP-2,a,b,,,\n`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['unusual', 'skipped', 'invalid', 'invalid'])
  })

  test('accepts several plans in one cell, with types in the same order or one type for all', () => {
    const defaults = { planType: '401K', reason: 'Prefers own choice', planSeparator: ';' }
    const rows = checkedIn(
      `${header}P-1,a,b,ONE; TWO,403B;457,\nP-2,a,b,ONE;TWO,,\nP-3,a,b,ONE;TWO;THREE,A;B,\nP-4,a,b,ONE;one,A,\n`,
      defaults,
    )
    expect(rows.map(({ plans }) => plans.map(({ PlanId, PlanType }) => PlanId + PlanType))).toEqual(
      [
        ['ONE403B', 'TWO457'],
        ['ONE401K', 'TWO401K'],
        ['ONEA', 'TWOB', 'THREEA'],
        ['ONEA', 'oneA'],
      ],
    )
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'invalid', 'invalid'])
    expect(rows[1]?.reason).toBe('Prefers own choice')
  })
})

describe('reading a list', () => {
  test.each([
    ['a,', 1, 'Line 1 has more than 1,000 columns.'],
    [',', 1, 'Line 1 has more than 1,000 columns.'],
    [
      `Participant ID,First Name\nL-1,Ada\n${'x,'.repeat(1_500)}`,
      3,
      'Line 3 has more than 1,000 columns.',
    ],
    [`${'a,'.repeat(900)}a\n`, 1, 'The file has more than 2,000,000 cells.'],
  ])('stops early at a line that is far too wide (case %#)', (piece, line, message) => {
    const text = line === 1 ? piece.repeat(8_000_000 / piece.length) : piece
    expect(refusalOf(bytesOf(text))).toBe(message)
  })

  test('does not stop at a hundred columns', () => {
    const row = Array.from({ length: 100 }, (_, index) => `c${index}`).join(';')
    expect(factsOf(bytesOf(`${row}\n`.repeat(10_000)), { hasHeader: false })).toMatchObject({
      rows: 10_000,
    })
  })
})
