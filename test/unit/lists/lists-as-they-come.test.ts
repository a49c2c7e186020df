import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import {
  nextFraction,
  seededState,
  type RandomState,
} from '#electron/training/engine/paths/random.ts'
import { noDefaults } from '#test/support/samples/list-files.ts'
import { checkedIn, factsOf, outcomeOf, runTasks } from './list-tasks.ts'

const header = 'Participant ID,First Name,Last Name,Plan ID,Plan Type'
const rowsIn = (bytes: Uint8Array) => {
  const own = new Uint8Array(bytes)
  const { reading, mapping, encodingChoices, notes } = factsOf(own)
  const chosen = { ...mapping }
  // Stands for the person, who chooses each column that the program did not.
  for (const [index, field] of (
    ['participantId', 'firstName', 'lastName', 'planId'] as const
  ).entries())
    chosen[field] ??= index
  const defaults = noDefaults
  const rows = runTasks(own, {
    kind: 'check',
    reading,
    mapping: chosen,
    defaults,
    knownPlans: [],
  }).pieces.flatMap((piece) => (piece.kind === 'rows' ? piece.rows : []))
  return { rows, mapping, reading, encodingChoices, notes }
}
const only = (...lines: string[]) => checkedIn(`${[header, ...lines].join('\n')}\n`)
const one = (id: string, plan = 'ACME') => only(`"${id}",Ana,Lee,"${plan}",401K`)[0]

describe('an id', () => {
  test.each([
    'NULL',
    'nan',
    'N/A',
    'n.a.',
    'None',
    '(null)',
    '<null>',
    'undefined',
    'Unknown',
    'TBD',
    '--',
    '—',
    '???',
    '0',
    '000000',
    '0.0',
    'not available',
    '#N/A',
    'xxxx',
  ])('that stands for a missing value is invalid: %s', (word) => {
    expect(one(word)?.state).toBe('invalid')
    expect(one('P-1', word)?.state).toBe('invalid')
  })

  test.each([
    '123456.0',
    '1001.00',
    '1.23457E+11',
    '1E+05',
    '4,5E-3',
    '123,456',
    '-5',
    '2-Sep',
    '27-Nov',
    'Sep-02',
    '2-Sep-2026',
    '2026-09-02',
    '9/2/2026',
    '12:30',
    '1-Mrz',
    '2026-09-02 00:00:00',
    'TRUE',
    'falsch',
    '=1+1',
    '=A2&B2',
    '@SUM(A1)',
    '+A1',
  ])('that a spreadsheet made is invalid: %s', (made) => {
    expect(one(made)?.state).toBe('invalid')
    expect(one('P-1', made)?.state).toBe('invalid')
  })

  test.each([
    '987-65-4321',
    '987 65 4321',
    '987.65.4321',
    '987–65–4321',
    '987/65/4321',
    '987_65_4321',
    'XXX-XX-4321',
    '***-**-4321',
    '*****4321',
    'xxx xx 4321',
  ])('in the form of a Social Security number is invalid among other ids: %s', (number) => {
    const rows = only(
      'P-11,Ana,Lee,ACME,401K',
      'P-12,Bo,Kim,ACME,401K',
      `${number},Cy,Fox,ACME,401K`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'invalid'])
  })

  test.each(['P-1', '0123', '123456789', 'SEP-001', '12E4', 'MAY2', 'NONE-7', 'TRUE1', 'AB.12'])(
    'that only resembles these is valid: %s',
    (id) => expect(one(id, 'PSP')?.state).toBe('ready'),
  )

  test.each(['NW401K;PSP', 'A|B', 'A, B', 'A;B;C', 'A\nB'])(
    'of a plan is invalid if the cell has several plans: %j',
    (plans) => expect(one('P-1', plans)?.state).toBe('invalid'),
  )
})

describe('a name', () => {
  test.each([
    'Null',
    'True',
    'May',
    'None',
    'Nan',
    'O’Brien',
    'St. John',
    'de la Cruz-Núñez',
    'Nguyễn',
    '王',
    'D’Angelo (Jr.)',
    'Ó Súilleabháin',
  ])('is valid: %s', (name) => expect(only(`P-1,Ana,${name},ACME,401K`)[0]?.state).toBe('ready'))

  test.each([
    'JosÃ©',
    'Jos‚',
    'Nu¤ez',
    'Jos√©',
    'Nu├▒ez',
    'Ã‘ez',
    'N/A',
    '--',
    'R2D2',
    '#REF',
    'Lee;Kim',
    '=1+1',
    '@x',
    '27-Nov',
  ])('is never accepted unquestioned: %s', (name) =>
    expect(only(`P-1,Ana,"${name}",ACME,401K`)[0]?.state).not.toBe('ready'),
  )
})

describe('a column', () => {
  const many = (ids: readonly string[]) =>
    only(...ids.map((id, index) => `${id},Ana,Lee${'abcdefghij'[index % 10] ?? ''},ACME,401K`))
  test.each([
    [['P-1001', 'P-1002', 'P-1003', 'P-1004', 'total'], 'does not have letters and digits'],
    [['P-1001', 'P-1002', 'P-1003', 'P-1004', '1005'], 'does not have letters and digits'],
    [['1001', '1002', '1003', '1004', 'A1005'], 'does not have only digits'],
    [['P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'P 7'], 'is not built like'],
    [['P-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'Q-7'], 'does not begin with P'],
    [['00123', '00345', '12345', '04567', '678'], 'does not have 5 characters'],
  ])('has a pattern, and a value that departs from it is unusual: %j', (ids, words) => {
    const rows = many(ids)
    expect(rows.map(({ state }) => state)).toEqual(
      ids.map((_id, at) => (at === ids.length - 1 ? 'unusual' : 'ready')),
    )
    expect(rows.at(-1)?.messages.join()).toContain(words)
  })

  test('of plans is compared with the imported directory', () => {
    const text = `${header}\nP-1,Ana,Lee,ACME,401K\nP-2,Bo,Kim,ACNE,401K\nP-3,Cy,Fox,2-Sep,401K\n`
    const rows = checkedIn(text, noDefaults, ['acme', '2-SEP'])
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'unusual', 'ready'])
    expect(rows[1]?.messages).toEqual(['Plan id is not in the plan directory of this environment.'])
  })
})

describe('lines that are not participants', () => {
  test.each([
    'Employee ID,First,Last,Plan,Type',
    'PARTICIPANT NUMBER,Given name,Surname,Plan code,Type',
    'id,fname,lname,plan,',
    'Member ID,Forename,Family name,Plan no,Plan Type',
    'EmpID,First name,Last name,Plan,Plan type',
  ])('repeating the heading are invalid: %s', (heading) => {
    const rows = only('P-1,Ana,Lee,ACME,401K', heading, 'P-2,Bo,Kim,ACME,401K')
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'invalid', 'ready'])
  })

  test.each([
    ['Opt-outs'],
    ['"Opt-outs, plan ACME",,,,', 'Run date,11/27/2026,,,'],
    ['Report 7', 'Run by,AL', 'Page,1 of 3'],
    ['ACME Corporation,,,,', ',,,,', 'Confidential,,,,'],
    ['Plan: ACME401K,From: 11/01/2026,To: 11/27/2026,,'],
  ])('above the heading are skipped automatically, or as many as the user says: %j', (...above) => {
    const bytes = new TextEncoder().encode(
      `${[...above, header, 'P-1,Ana,Lee,ACME,401K'].join('\n')}\n`,
    )
    const { rows, reading, notes } = rowsIn(bytes)
    const lines = above.filter((line) => /[^,]/.test(line)).length
    expect(reading).toMatchObject({ hasHeader: true, skip: lines })
    expect(rows).toMatchObject([{ participantId: 'P-1', state: 'ready' }])
    expect(notes.join()).toContain('above the names of the columns')
    expect(factsOf(bytes, { skip: lines + 1, hasHeader: false }).rows).toBe(1)
    expect(factsOf(bytes, { skip: lines + 1, hasHeader: false }).sample[0]?.[0]).toBe('P-1')
    const facts = factsOf(bytes)
    const outcome = outcomeOf(bytes, facts, [['Accepted', '', '', '', '', '']]).toString()
    expect(outcome).toContain(`${header},Outcome,`)
    expect(outcome.indexOf(above.join('\n'))).toBe(0)
  })
})

const people = [
  ['José', 'Núñez'],
  ['Zoë', 'Müller'],
  ['Françoise', 'Béranger'],
  ['Søren', 'Ångström'],
  ['Ñusta', 'García'],
]
const inCode = (encoding: string, list = people) =>
  new Uint8Array(
    iconv.encode(
      `${[header, ...list.map(([first, last], at) => `P-${at + 10},${first ?? ''},${last ?? ''},ACME,401K`)].join('\r\n')}\r\n`,
      encoding,
    ),
  )

describe('the encoding', () => {
  test.each(['windows-1252', 'cp850', 'cp437', 'macroman', 'utf-8', 'utf-16le', 'utf-16be'])(
    'of names in %s is recognized, or a person chooses it by comparing the lines that differ',
    (encoding) => {
      const list = encoding === 'cp437' ? people.toSpliced(3, 1) : people
      const { rows, reading, encodingChoices } = rowsIn(inCode(encoding, list))
      const names = list.map(([first, last]) => [first, last])
      if (encodingChoices.length === 0)
        expect(rows.map(({ firstName, lastName }) => [firstName, lastName])).toEqual(names)
      else expect(encodingChoices.map((choice) => choice.encoding)).toContain(encoding)
      expect([reading.encoding, ...encodingChoices.map((choice) => choice.encoding)]).toContain(
        encoding === 'cp437' && encodingChoices.length === 0 ? 'cp850' : encoding,
      )
    },
  )

  test('is chosen by a person, from the lines that differ, if another fits as well', () => {
    const { encodingChoices } = rowsIn(
      inCode('cp437', [
        ['Ana', 'Lee'],
        ['Bo', '¥en'],
      ]),
    )
    expect(encodingChoices.length).toBeGreaterThan(1)
    for (const { lines } of encodingChoices) expect(lines).toHaveLength(1)
    expect(new Set(encodingChoices.map(({ lines }) => lines[0])).size).toBeGreaterThan(1)
  })

  test.each(['cp850', 'cp437', 'macroman'] as const)(
    '%s preserves every byte of the file',
    (encoding) => {
      const all = Buffer.from([
        ...Buffer.from(`${header}\nP-1,a,b,c,d`),
        ...Array.from({ length: 128 }, (_, at) => at + 128),
        10,
      ])
      const bytes = new Uint8Array(all)
      const facts = factsOf(bytes, { encoding })
      const outcome = outcomeOf(bytes, facts, [['', '', '', '', '', '']])
      expect(outcome.includes(all.subarray(header.length + 1, all.length - 1))).toBe(true)
    },
  )
})

const seed = process.env.GLIDEPATH_SEED ?? String(Date.now())
const whole = (state: RandomState, from: number, to: number) =>
  from + Math.floor(nextFraction(state) * (to - from + 1))
const pick = (state: RandomState, options: readonly string[]) =>
  options[whole(state, 0, options.length - 1)] ?? ''

const firsts = [
  'Ana',
  'José',
  'Zoë',
  'Mary Jo',
  'Seán',
  'Łukasz',
  'Noël',
  'Björn',
  'D’Andre',
  'Thuý',
  'May',
  'Jean-Luc',
]
const lasts = [
  'Lee',
  'Null',
  'O’Brien',
  'Núñez',
  'Müller',
  'St. John',
  'da Silva',
  'True',
  'Weiß',
  'Ávila',
  'Kowalski Jr.',
  'Nguyễn',
  'None',
  'May',
]
const idForms: readonly ((state: RandomState, at: number) => string)[] = [
  (state, at) => `P-${at * 7 + 100_000 + whole(state, 0, 6)}`,
  (state, at) => String(at * 11 + 200_000 + whole(state, 0, 10)),
  (state, at) => String(at * 5 + whole(state, 0, 4) + 1).padStart(7, '0'),
  (state, at) => `${'ABCDEFGH'[whole(state, 0, 7)] ?? ''}${at * 3 + 10_000 + whole(state, 0, 2)}`,
  (state, at) => String(whole(state, 1, 99) * 1000 + at + 1),
  (state, at) => `emp.${String(at * 9 + whole(state, 0, 8))}@x`,
  (state, at) => `${whole(state, 100_000_000, 899_999_999)}${at % 10}`,
]
const planSets = [
  ['ACME401K'],
  ['NW401K', 'PSP', 'NW457'],
  ['1001', '1002', '2001'],
  ['ACME-401(k)', 'ACME-PSP'],
  ['00123', '00456'],
]

const aGoodList = (state: RandomState): string[][] => {
  const form = idForms[whole(state, 0, idForms.length - 1)]
  const plans = planSets[whole(state, 0, planSets.length - 1)] ?? []
  return Array.from({ length: whole(state, 8, 60) }, (_, at) => [
    form?.(state, at) ?? '',
    pick(state, firsts),
    pick(state, lasts),
    pick(state, plans),
    pick(state, ['401K', '401K', '457B']),
  ])
}
const write = (rows: readonly (readonly string[])[], top = header) =>
  [
    top,
    ...rows.map((cells) =>
      cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(),
    ),
  ].join('\r\n')

type Spoil = (
  rows: string[][],
  state: RandomState,
) => { readonly bytes: Uint8Array; readonly at: number }
/** Spoils one cell of the row at index `at`. */
const cell =
  (column: number, to: (was: string, state: RandomState) => string): Spoil =>
  (rows, state) => {
    const at = whole(state, 0, rows.length - 1)
    const spoilt = rows.map((row, index) =>
      index === at ? row.with(column, to(row[column] ?? '', state)) : row,
    )
    return { bytes: Buffer.from(write(spoilt)), at }
  }
const words =
  (...options: string[]) =>
  (_was: string, state: RandomState) =>
    pick(state, options)
const recoded =
  (encoding: string): Spoil =>
  (rows) => {
    const spoilt = rows.map((row, at) =>
      at === 0 ? row.with(1, 'José').with(2, 'Núñez') : row.with(1, 'Ana').with(2, 'Lee'),
    )
    return { bytes: iconv.encode(write(spoilt), encoding), at: 0 }
  }
const digits = (state: RandomState, count: number) =>
  Array.from({ length: count }, () => String(whole(state, 1, 9))).join('')

/** Thirty ways in which lists arrive damaged. */
const spoilt: Readonly<Record<string, Spoil>> = {
  'a filler as an id': cell(
    0,
    words('NULL', 'none', 'n/a', 'N/A', 'nan', 'NaN', 'undefined', 'unknown', 'tbd', '-', '---'),
  ),
  'zeros as an id': cell(0, words('0', '00', '000000', '0000000')),
  'a spreadsheet error': cell(0, words('#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!')),
  'an id with .0': cell(0, (was) => `${was.replace(/\D/g, '')}.0`),
  'an id with an exponent': cell(
    0,
    (_was, state) => `${whole(state, 1, 9)}.${digits(state, 5)}E+${whole(state, 10, 20)}`,
  ),
  'an id with thousands': cell(0, (_was, state) => `${digits(state, 3)},${digits(state, 3)}`),
  'an id as a date': cell(
    0,
    words('2-Sep', '27-Nov', 'Mar-01', '9/2/2026', '2026-09-02', '1-Jan-26'),
  ),
  'an id as a boolean': cell(0, words('TRUE', 'FALSE', 'true')),
  'an id as a formula': cell(0, words('=1+1', '=A2', '=VLOOKUP(A1,B:C,2)', '+A1', '@A1')),
  'an SSN': cell(0, (_was, state) => `${digits(state, 3)}-${digits(state, 2)}-${digits(state, 4)}`),
  'an SSN with blanks': cell(
    0,
    (_was, state) => `${digits(state, 3)} ${digits(state, 2)} ${digits(state, 4)}`,
  ),
  'an SSN with points': cell(
    0,
    (_was, state) => `${digits(state, 3)}.${digits(state, 2)}.${digits(state, 4)}`,
  ),
  'a masked SSN': cell(
    0,
    (_was, state) => `${pick(state, ['XXX-XX-', '***-**-', 'xxx-xx-'])}${digits(state, 4)}`,
  ),
  'a name as an id': cell(0, words('Reyes', 'Dana', 'Smith')),
  'no id': cell(0, () => ''),
  'a filler as a plan': cell(3, words('NULL', 'N/A', 'nan', 'none', '-', 'TBD')),
  'a plan as a date': cell(3, words('1-Mar', '2-Sep', '2026-01-01')),
  'a plan with .0': cell(3, () => '1001.0'),
  'two plans in a cell': cell(3, (was, state) => `${was}${pick(state, [';', '|', ', '])}PSP`),
  'no plan': cell(3, () => ''),
  'a formula as a name': cell(1, words('=1+1', '=B2', '+A1', '@SUM(A1)', '-A1')),
  'a date as a name': cell(2, words('27-Nov', '1-May', '2-Sep')),
  'a name read wrongly': cell(2, words('NÃºÃ±ez', 'MÃ¼ller', 'Nu¤ez', 'M\u0081ller', 'N√∫√±ez')),
  'no letters in a name': cell(1, words('-', '?', '123', '...')),
  'a hidden character': cell(0, (was) => `${was}\u200b`),
  'a second heading': (rows, state) => {
    const at = whole(state, 0, rows.length - 1)
    const heading = ['Employee ID', 'First', 'Last', 'Plan', 'Type']
    return { bytes: Buffer.from(write(rows.with(at, heading))), at }
  },
  'code page 850': recoded('cp850'),
  'code page 437': recoded('cp437'),
  'Mac Roman': recoded('macroman'),
  'a whole column of SSNs': (rows, state) => ({
    bytes: Buffer.from(
      write(
        rows.map((row) =>
          row.with(0, `${digits(state, 3)} ${digits(state, 2)} ${digits(state, 4)}`),
        ),
        header.replace('Participant ID', 'Employee ID'),
      ),
    ),
    at: 0,
  }),
}

describe(`generated lists, GLIDEPATH_SEED=${seed}:`, () => {
  test.each(Object.entries(spoilt))('a row with %s is never simply ready', (name, spoil) => {
    const state = seededState(`${seed} ${name}`)
    for (let round = 0; round < 30; round += 1) {
      const { bytes, at } = spoil(aGoodList(state), state)
      const { rows, encodingChoices } = rowsIn(bytes)
      const row = rows[at]
      const isRead = row?.firstName === 'José' && row.lastName === 'Núñez' && row.state === 'ready'
      const isRemarked = encodingChoices.length > 0 || (row !== undefined && row.state !== 'ready')
      expect(isRead || isRemarked, `${bytes.toString()} ${JSON.stringify(row)}`).toBe(true)
    }
  })

  test('at most one good row in 500 is questioned, and no good list asks for its encoding', () => {
    const state = seededState(`${seed} good`)
    let rows = 0
    const remarked: unknown[] = []
    for (let round = 0; round < 120; round += 1) {
      const encoding = pick(state, ['utf-8', 'utf-8', 'utf-16le'])
      const found = rowsIn(iconv.encode(write(aGoodList(state)), encoding))
      expect(found.encodingChoices).toEqual([])
      rows += found.rows.length
      remarked.push(
        ...found.rows
          .filter(({ state: is }) => is !== 'ready')
          .map(({ participantId, messages }) => [participantId, messages]),
      )
    }
    expect(remarked.slice(Math.floor(rows / 500)), `${remarked.length} of ${rows}`).toEqual([])
  })
})
