import { afterEach, describe, expect, test } from 'vitest'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { dayOf } from '#shared/moments.ts'
import { daysOf, spanOfDay, spanOfDays, spanOfPeriod } from '#shared/desk/days.ts'
import { reportCsv, reportJson } from '#shared/desk/report-file.ts'
import {
  isNarrow,
  matchingRows,
  noFilter,
  quantile,
  slotsOf,
  summarise,
  tallyBy,
} from '#shared/desk/report.ts'

const zone = process.env['TZ']
const inZone = (name: string): void => {
  process.env['TZ'] = name
}
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const aRow = (over: Partial<DeskReportRow> = {}): DeskReportRow => ({
  receiptId: 'r-1',
  receiptNumber: 'GP-1',
  at: '2026-11-20T15:00:00.000Z',
  user: 'dana',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  via: 'call',
  standing: 'done',
  settled: null,
  reasonCode: 'fee',
  reason: 'Fee too high',
  reasonText: 'Fee too high',
  disposition: 'done',
  dispositionText: 'Opted out as asked',
  contradicts: false,
  secondsToSent: 60,
  secondsInAll: 90,
  participantId: 'P-1',
  name: 'Zoë García',
  plans: '',
  note: '',
  wrapUpNote: '',
  checksPassed: '',
  checksFailed: '',
  transactionId: '',
  list: '',
  ...over,
})
const hours = ({ from, to }: { from: Date; to: Date }): number =>
  (to.getTime() - from.getTime()) / 3_600_000

describe('a reporting period', () => {
  test.each([
    ['America/New_York', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21T11:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
    ['UTC', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ])('for today in %s runs from midnight to midnight, local time', (name, from, to) => {
    inZone(name)
    const span = spanOfPeriod(
      'today',
      new Date(name === 'America/New_York' ? '2026-11-21T02:00:00Z' : '2026-11-21T01:00:00Z'),
    )
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to])
  })

  test.each<[first: string, last: string, days: number | null]>([
    ['2026-11-20', '2026-11-20', 1],
    ['2026-10-30', '2026-11-02', 4],
    ['2024-01-01', '2026-12-31', 1096],
    ['2026-11-21', '2026-11-20', null],
    ['2026-02-30', '2026-03-01', null],
    ['', '2026-03-01', null],
  ])('can be any days, from %s to %s', (first, last, days) => {
    inZone('America/New_York')
    const span = spanOfDays(first, last)
    expect(span && daysOf(span).length).toBe(days)
  })

  test('counts a day of 23 or 25 hours as one day', () => {
    inZone('America/New_York')
    const autumn = spanOfDay('2026-11-01')
    const spring = spanOfDay('2026-03-08')
    expect([autumn, spring].map((span) => span && hours(span))).toEqual([25, 23])
    const after = spanOfPeriod('yesterday', new Date('2026-11-02T12:00:00Z'))
    expect(after).toEqual(autumn)
  })

  test('for 7 or 30 days ends today, even across a clock change', () => {
    inZone('America/New_York')
    const now = new Date('2026-11-05T04:30:00Z')
    expect(dayOf(now)).toBe('2026-11-04')
    const week = spanOfPeriod('week', now)
    expect(daysOf(week)).toEqual([
      ...[
        '2026-10-29',
        '2026-10-30',
        '2026-10-31',
        '2026-11-01',
        '2026-11-02',
        '2026-11-03',
        '2026-11-04',
      ],
    ])
    expect(hours(week)).toBe(7 * 24 + 1)
    expect(daysOf(spanOfPeriod('month', now))).toHaveLength(30)
  })

  test.each(['2026-02-30', '2026-13-01', '20-11-2026', ''])(
    'does not accept %j as a day',
    (text) => {
      expect(spanOfDay(text)).toBeNull()
    },
  )
})

describe("the report's counts", () => {
  test('are by hour of local time, including the first and last moment of the day', () => {
    inZone('America/New_York')
    const span = spanOfDay('2026-11-20')
    if (span === null) throw new Error('no span')
    const rows = [
      aRow({ at: '2026-11-20T05:00:00.000Z' }),
      aRow({ at: '2026-11-21T04:59:59.999Z', via: 'list' }),
      aRow({ at: '2026-11-20T15:10:00.000Z' }),
    ]
    const slots = slotsOf(rows, span)
    expect(slots).toHaveLength(24)
    expect(slots.filter(({ calls, listRows }) => calls + listRows > 0)).toEqual([
      { key: '00', calls: 1, listRows: 0 },
      { key: '10', calls: 1, listRows: 0 },
      { key: '23', calls: 0, listRows: 1 },
    ])
  })

  test('are by day for a period of several days', () => {
    inZone('Pacific/Auckland')
    const span = spanOfPeriod('week', new Date('2026-11-20T15:00:00Z'))
    expect(slotsOf([aRow({ at: '2026-11-20T15:00:00.000Z' })], span).at(-1)).toEqual({
      key: '2026-11-21',
      calls: 1,
      listRows: 0,
    })
  })

  test('are separate for each result and include calls without a request; only calls have dispositions', () => {
    inZone('UTC')
    const rows = [
      aRow(),
      aRow({ standing: 'alreadyOut' }),
      aRow({
        standing: null,
        receiptId: null,
        secondsToSent: null,
        disposition: '',
        dispositionText: '',
      }),
      aRow({
        via: 'list',
        standing: 'inDoubt',
        at: '2026-11-20T16:00:00.000Z',
        disposition: '',
        dispositionText: '',
        secondsToSent: null,
        secondsInAll: null,
      }),
      aRow({
        via: 'list',
        standing: 'inDoubt',
        at: '2026-11-20T17:00:00.000Z',
        disposition: '',
        dispositionText: '',
        secondsToSent: null,
        secondsInAll: null,
      }),
    ]
    const report = summarise(rows, spanOfPeriod('today', new Date('2026-11-20T18:00:00Z')))
    expect(report).toMatchObject({ calls: 3, listRows: 2 })
    expect(report.byResult).toEqual([
      { key: 'inDoubt', many: 2 },
      { key: 'alreadyOut', many: 1 },
      { key: 'done', many: 1 },
      { key: 'nothingSent', many: 1 },
    ])
    expect(report.byDisposition).toEqual([
      { key: 'Opted out as asked', many: 2 },
      { key: '', many: 1 },
    ])
    expect(report.inDoubt.map(({ at }) => at)).toEqual([
      '2026-11-20T17:00:00.000Z',
      '2026-11-20T16:00:00.000Z',
    ])
    expect(report.toSent).toEqual({ measured: 2, median: 60, ninetieth: 60 })
    expect(report.inAll.measured).toBe(3)
  })

  test('come with a median and a 90th percentile that are values from the data', () => {
    const tens = Array.from({ length: 10 }, (_, index) => (index + 1) * 10)
    expect([
      quantile(tens, 0.5),
      quantile(tens, 0.9),
      quantile([7], 0.9),
      quantile([], 0.5),
    ]).toEqual([50, 90, 7, null])
  })

  test('list an unsent reason by its text, and each environment’s dispositions separately', () => {
    const rows = [
      aRow(),
      aRow({ standing: null, reason: '', reasonText: 'Fee too high' }),
      aRow({
        environment: { id: 'uat', name: 'UAT', kind: 'uat' },
        dispositionText: 'Carried out',
      }),
      aRow({ reason: '', reasonText: '', dispositionText: '' }),
    ]
    const { byReason, byDisposition } = summarise(
      rows,
      spanOfPeriod('today', new Date('2026-11-20T18:00:00Z')),
    )
    expect(byReason).toEqual([
      { key: 'Fee too high', many: 3 },
      { key: 'fee', many: 1 },
    ])
    expect(byDisposition).toEqual([
      { key: 'Opted out as asked', many: 2 },
      { key: 'Carried out', many: 1 },
      { key: 'done', many: 1 },
    ])
    expect(matchingRows(rows, { ...noFilter, reason: 'Fee too high' })).toHaveLength(3)
  })

  test('put a missing reason and “No reason given” in one row', () => {
    const none = { reason: '', reasonText: '', reasonCode: '' }
    const rows = [aRow({ ...none, via: 'list' }), aRow({ ...none, reason: 'No reason given' })]
    expect(
      summarise(rows, spanOfPeriod('today', new Date('2026-11-20T18:00:00Z'))).byReason,
    ).toEqual([{ key: 'No reason given', many: 2 }])
  })

  test('get smaller with every additional filter', () => {
    const bare = [
      aRow(),
      aRow({ disposition: '', dispositionText: '' }),
      aRow({
        via: 'list',
        disposition: '',
        dispositionText: '',
        reason: '',
        reasonText: '',
        reasonCode: '',
      }),
    ]
    expect(matchingRows(bare, { ...noFilter, disposition: '' })).toEqual([bare[1]])
    expect(matchingRows(bare, { ...noFilter, disposition: 'Opted out as asked' })).toEqual([
      bare[0],
    ])
    expect(matchingRows(bare, { ...noFilter, reason: 'No reason given' })).toEqual([bare[2]])
    expect(
      [noFilter, { ...noFilter, disposition: '' }, { ...noFilter, user: 'kim' }].map(isNarrow),
    ).toEqual([false, true, true])
    const rows = [
      aRow(),
      aRow({
        via: 'list',
        user: 'kim',
        reason: '',
        reasonText: '',
        reasonCode: 'other',
        standing: null,
      }),
    ]
    const left = (part: object) => matchingRows(rows, { ...noFilter, ...part }).length
    expect([
      left({}),
      left({ via: 'list' }),
      left({ user: 'kim' }),
      left({ reason: 'other' }),
    ]).toEqual([2, 1, 1, 1])
    expect([left({ result: 'nothingSent' }), left({ environmentId: 'uat' })]).toEqual([1, 0])
    expect(tallyBy(rows, ({ user }) => user)).toEqual([
      { key: 'dana', many: 1 },
      { key: 'kim', many: 1 },
    ])
  })
})

describe('the exported report', () => {
  test('as CSV is quoted, contains no formulas, and is read correctly by spreadsheets', () => {
    const [head, line, ...rest] = reportCsv([
      aRow({ name: '=HYPERLINK("x")', reason: 'Fee, "too" high' }),
    ]).split('\r\n')
    expect(head?.startsWith('\uFEFFAt (UTC),Via,')).toBe(true)
    expect(line).toContain(`"'=HYPERLINK(""x"")",,Opted out,fee,"Fee, ""too"" high",done,`)
    expect(rest).toEqual([''])
    // A spreadsheet that splits cells at semicolons or tabs also starts a new cell after each of
    // these.
    const [, other] = reportCsv([aRow({ name: 'Ana;=1+1', reason: 'Fee\t@SUM(1)' })]).split('\r\n')
    expect(other).toContain(`"Ana;'=1+1",,Opted out,fee,"Fee\t'@SUM(1)",done`)
  })

  test('as CSV has the words of the screen for each result, and plans, notes, checks, number and list', () => {
    const settled = {
      ...{ by: 'lead', at: '2026-11-21T09:00:00.000Z', saidBy: null, transactionId: 'T-9' },
      wentThrough: true,
    }
    const full = {
      ...{
        plans: 'ACME401K (401K)',
        note: 'Said so',
        wrapUpNote: 'Call back',
        list: 'p.csv, row 3',
      },
      ...{ checksPassed: 'Date of birth', checksFailed: 'Phone', transactionId: 'T-1' },
    }
    const results: readonly (readonly [Partial<DeskReportRow>, string])[] = [
      [full, 'Opted out'],
      [{ standing: 'alreadyOut' }, 'Already out'],
      [{ standing: 'notEnrolled' }, 'Not enrolled'],
      [{ standing: 'inDoubt', contradicts: true }, 'In doubt'],
      [{ standing: null, via: 'list' }, 'Call without a request'],
      [{ settled }, 'Settled, went through'],
      [
        { standing: 'notSent', settled: { ...settled, wentThrough: false } },
        'Settled, did not go through',
      ],
    ]
    const [head = '', ...lines] = reportCsv(results.map(([over]) => aRow(over)))
      .trim()
      .split('\r\n')
    const at = head.split(',').indexOf('Result')
    // No cell before the result has a comma, except the list and the plans of the first line.
    for (const [index, [, words]] of results.entries())
      if (index > 0)
        expect(lines[index]?.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[at]).toMatch(
          new RegExp(`^"?${words}"?$`),
        )
    for (const words of [
      'ACME401K (401K)',
      'Said so',
      'Call back',
      '"p.csv, row 3"',
      'Date of birth',
      'Phone',
      'T-1',
    ])
      expect(lines[0]).toContain(words)
    expect(lines[3]).toContain(',yes,')
  })

  test('as JSON states the days and filters that it covers', () => {
    inZone('UTC')
    const span = spanOfPeriod('today', new Date('2026-11-20T18:00:00Z'))
    const text = reportJson(
      [aRow()],
      span,
      { ...noFilter, user: 'dana' },
      new Date('2026-11-20T18:00:00Z'),
    )
    expect(JSON.parse(text)).toMatchObject({
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
      filter: { user: 'dana' },
      rows: [{ name: 'Zoë García' }],
    })
  })
})
