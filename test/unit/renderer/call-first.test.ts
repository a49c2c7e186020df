import { expect, test } from 'vitest'
import { tableFile } from '#renderer/charts/figures.ts'
import { callRowFigures } from '#renderer/features/call-first/call-figures.ts'
import { countsOf, firstSorting, matching, sorted } from '#renderer/features/call-first/order.ts'
import { talkWords } from '#renderer/features/call-first/call-first-words.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import {
  aCallList,
  aCallListRow,
  callListFigures,
} from '#test/support/samples/scripted-call-list.ts'

const rows = [
  aCallListRow({
    row: 0,
    name: 'Victor Alvarez',
    figures: callListFigures({ average: 4724, poor: 4052, adds: 64 }),
  }),
  aCallListRow({ row: 1, name: 'Nobody Known', figures: null, participantId: '' }),
  aCallListRow({
    row: 2,
    name: 'Marcus Bell',
    figures: callListFigures({ average: 1882, poor: 1700, adds: 1204 }),
  }),
  aCallListRow({
    row: 3,
    name: 'Maya Torres',
    figures: callListFigures({ average: 4032, poor: 3932, adds: -20 }),
  }),
  aCallListRow({
    row: 4,
    name: 'grace Lindqvist',
    figures: callListFigures({ adds: null }),
  }),
  aCallListRow({
    row: 5,
    name: 'Ada Open',
    figures: callListFigures({ average: 4027, poor: null, adds: 0 }),
  }),
]
const order = (by: Parameters<typeof sorted>[1]['by'], descending = false): readonly number[] =>
  sorted(rows, { by, descending }).map(({ row }) => row)

test('the largest shortfall comes first, and unknown shortfalls come last in either sort order', () => {
  expect(sorted(rows, firstSorting).map(({ row }) => row)).toEqual([2, 4, 5, 3, 0, 1])
  expect(order('gap', true)).toEqual([0, 3, 5, 4, 2, 1])
  expect(order('name')).toEqual([5, 4, 2, 3, 1, 0])
  expect(order('adds', true)).toEqual([2, 0, 5, 3, 1, 4])
})

test('each search word is looked up in the name, id and file', () => {
  expect(matching(rows, ' BELL p-2 ').map(({ row }) => row)).toEqual([2])
  expect(matching(rows, 'team.xml')).toHaveLength(6)
  expect(matching(rows, 'bell torres')).toEqual([])
  expect(matching(rows, 'b\u00e9ll p\u20112').map(({ row }) => row)).toEqual([2])
})

test('each participant is in one count, and those without a forecast are counted separately', () => {
  const { most, ...counts } = countsOf(rows)
  expect(counts).toEqual({
    people: 6,
    forecast: 5,
    short: 2,
    poorOnly: 1,
    enough: 1,
    open: 1,
    failed: 0,
    damaged: 0,
    missing: 1,
  })
  expect(most && [most.row.row, exportFigure(most.adds)]).toEqual([2, 1204])
  expect(countsOf([aCallListRow({ figures: callListFigures({ adds: -20 }) })]).most).toBeNull()
})

test('the last talk is shown as never, today, a day of this year, or a day with its year', () => {
  const now = new Date(2026, 10, 22, 12)
  const talk = (lastTalk: string | null, participantId = 'P-1'): string =>
    talkWords(aCallListRow({ lastTalk, participantId }), now)
  expect(talk(null)).toBe('never')
  expect(talk(null, '')).toBe('–')
  expect(talk(new Date(2026, 10, 22, 1).toISOString())).toBe('today')
  expect(talk(new Date(2026, 2, 3).toISOString())).toMatch(/3/)
  expect(talk(new Date(2025, 2, 3).toISOString())).toMatch(/2025/)
})

test('the exported file is quoted according to RFC 4180, numbers stay numbers, and no name becomes a formula', () => {
  const odd = aCallListRow({
    row: 0,
    name: '=cmd|"x", Inc.',
    participantId: '@1',
    figures: callListFigures({ average: 3120.456 }),
  })
  const table = callRowFigures(aCallList([odd]), [odd], new Set([0]), new Date(2026, 10, 22))
  const text = tableFile(table, 'csv')
  const [head, line, end] = text.split('\r\n')
  expect(
    head?.startsWith(
      '\uFEFFName,ParticipantId,Age,Marked,Result,"Income a month, average markets",',
    ),
  ).toBe(true)
  expect(line?.startsWith(`"'=cmd|""x"", Inc.",'@1,`)).toBe(true)
  expect(line).toContain(',yes,$902 short in average markets,3120,2410,4022,902,,1612,,688,')
  expect(end).toBe('')
  expect(JSON.parse(tableFile(table, 'json'))).toMatchObject({
    table: 'Whom to call first',
    units: { 'Income a month, average markets': 'dollars' },
    rows: [
      {
        ParticipantId: '@1',
        Marked: 'yes',
        'Income a month, average markets': 3120,
        'Short a month, average markets': 902,
        'Over a month, average markets': null,
      },
    ],
  })
})
