import { expect, test } from 'vitest'
import { tableFile } from '#renderer/charts/figures.ts'
import { callFigures } from '#renderer/features/call-first/call-figures.ts'
import { countsOf, firstSorting, matching, sorted } from '#renderer/features/call-first/order.ts'
import { talkWords } from '#renderer/features/call-first/words.ts'
import { aRoster, aRosterRow, rosterFigures } from '#test/support/samples/scripted-roster.ts'

const rows = [
  aRosterRow({
    row: 0,
    name: 'Victor Alvarez',
    figures: rosterFigures({ typicalGap: 702, poorGap: 30, verdict: 'enough', adds: 64 }),
  }),
  aRosterRow({ row: 1, name: 'Nobody Known', figures: null, participantId: '' }),
  aRosterRow({
    row: 2,
    name: 'Marcus Bell',
    figures: rosterFigures({ typicalGap: -2140, verdict: 'short', adds: 1204 }),
  }),
  aRosterRow({
    row: 3,
    name: 'Maya Torres',
    figures: rosterFigures({ typicalGap: 10, poorGap: -90, verdict: 'typicalOnly', adds: -20 }),
  }),
  aRosterRow({
    row: 4,
    name: 'grace Lindqvist',
    figures: rosterFigures({ typicalGap: -902, verdict: 'short', adds: null }),
  }),
  aRosterRow({
    row: 5,
    name: 'Ada Open',
    figures: rosterFigures({ typicalGap: 5, poorGap: null, verdict: 'typicalOnly', adds: 0 }),
  }),
]
const order = (by: Parameters<typeof sorted>[1]['by'], descending = false): readonly number[] =>
  sorted(rows, { by, descending }).map(({ row }) => row)

test('the largest shortfall comes first, and unknown ones come last in either order', () => {
  expect(sorted(rows, firstSorting).map(({ row }) => row)).toEqual([2, 4, 5, 3, 0, 1])
  expect(order('gap', true)).toEqual([0, 3, 5, 4, 2, 1])
  expect(order('name')).toEqual([5, 4, 2, 3, 1, 0])
  expect(order('adds', true)).toEqual([2, 0, 5, 3, 1, 4])
})

test('each word is looked for in name, number and file', () => {
  expect(matching(rows, ' BELL p-2 ').map(({ row }) => row)).toEqual([2])
  expect(matching(rows, 'team.xml')).toHaveLength(6)
  expect(matching(rows, 'bell torres')).toEqual([])
})

test('the counts: nobody is in two of them, and a separate count has everybody else', () => {
  expect(countsOf(rows)).toEqual({
    people: 6,
    forecast: 5,
    short: 2,
    poorOnly: 1,
    enough: 1,
    open: 1,
    most: 1204,
    failed: 0,
    damaged: 0,
    missing: 1,
  })
})

test('never, today, this year, and before it', () => {
  const now = new Date(2026, 10, 22, 12)
  const talk = (lastTalk: string | null, participantId = 'P-1'): string =>
    talkWords(aRosterRow({ lastTalk, participantId }), now)
  expect(talk(null)).toBe('never')
  expect(talk(null, '')).toBe('–')
  expect(talk(new Date(2026, 10, 22, 1).toISOString())).toBe('today')
  expect(talk(new Date(2026, 2, 3).toISOString())).toMatch(/3/)
  expect(talk(new Date(2025, 2, 3).toISOString())).toMatch(/2025/)
})

test('the file is quoted as RFC 4180 has it, numbers stay numbers, and no name runs as a formula', () => {
  const odd = aRosterRow({
    row: 0,
    name: '=cmd|"x", Inc.',
    participantId: '@1',
    figures: rosterFigures({ typical: 3120.456, typicalGap: -902 }),
  })
  const table = callFigures(aRoster([odd]), [odd], new Set([0]), new Date(2026, 10, 22))
  const text = tableFile(table, 'csv')
  const [head, line, end] = text.split('\r\n')
  expect(
    head?.startsWith(
      '\uFEFFName,ParticipantId,Age,Marked,Result,"Income a month, typical markets",',
    ),
  ).toBe(true)
  expect(line?.startsWith(`"'=cmd|""x"", Inc.",'@1,`)).toBe(true)
  expect(line).toContain(',yes,Short in typical markets,3120.46,')
  expect(line).toContain(',-902,')
  expect(end).toBe('')
  expect(JSON.parse(tableFile(table, 'json'))).toMatchObject({
    table: 'Whom to call first',
    units: { 'Income a month, typical markets': 'dollars' },
    rows: [
      {
        ParticipantId: '@1',
        Marked: 'yes',
        'Income a month, typical markets': 3120.46,
        'Gap a month, typical markets': -902,
      },
    ],
  })
})
