import { expect, test } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import { anything, createFinder, type Sought } from '#shared/records/find.ts'
import { spelledDates } from '../../../../renderer/features/records/record-words.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { forecastRecord } from '#test/support/samples/saved-records.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { plain } from '#test/support/figures/plain.ts'

/** Tests that the search finds saved results by their lines, without opening them. */

const receipt = aReceipt({
  settled: {
    by: 'kim',
    at: '2026-11-21T09:00:00.000Z',
    saidBy: 'service',
    wentThrough: true,
    transactionId: 'LATE-7',
  },
})
const forecast = {
  ...forecastRecord('forecast-1', '2026-11-20T12:00:00.000Z'),
  ...{ subject: { participantId: 'P-00417', name: 'Zoë O’Brien' }, tags: ['Beach house'] },
  scenario: { ...plainScenario, name: 'Retire 67', note: 'Asked about her husband’s pension' },
}
const lines = [receipt, forecast].map(summaryLineOf)
const idsFor = (sought: Partial<Sought>) =>
  createFinder(() => [])
    .find(lines, { ...anything, ...sought })
    .map(({ id }) => id)

test.each([
  'GP-20261120-7F3K2M',
  '7f3k2m',
  'T-100482-77',
  'ct-1',
  'RK-9',
  'LATE-7',
  'LATE\u20117',
  'acme401k',
  receipt.submissionId,
])('a receipt is found by %s', (text) => {
  expect(idsFor({ text })).toEqual([receipt.id])
})

const optOut = aReceipt({
  id: 'opt-out',
  operation: 'optout',
  subject: { participantId: '00-417', name: 'Seán D’Arcy-O’Neill' },
  reason: 'Wants to choose alone',
  call: {
    startedAt: '2026-11-20T12:58:30.000Z',
    textsVersion: 0,
    caller: 'participant',
    checksPassed: [],
    checkTexts: [],
    checksFailed: [],
    reasonCode: 'own',
    reasonText: 'Prefers own choice',
    note: `${'Spoke at length. '.repeat(60)}Mentioned a boat.`,
  },
  wrapUp: {
    disposition: 'followUp',
    dispositionText: 'Call-back promised',
    note: 'Ring after Thanksgiving',
    contradicts: false,
    endedAt: '2026-11-20T13:01:00.000Z',
  },
  list: {
    listId: '00000000-0000-4000-8000-000000000000',
    row: 12,
    attempt: 1,
    fileName: 'Leavers november.csv',
  },
})

test.each([
  'darcy-oneill',
  "d'arcy",
  'D`Arcy-O´Neill'.replace('´', '\u2019'),
  'sean',
  'choose alone',
  'prefers own',
  'a boat',
  'call-back',
  'ring thanksgiving',
  'leavers november.csv',
  'row 12',
])('an opt-out is found by its name, reason, notes or list: %s', (text) => {
  const found = createFinder(() => []).find([optOut, forecast].map(summaryLineOf), {
    ...anything,
    text,
  })
  expect(found.map(({ id }) => id)).toEqual(['opt-out'])
})

test.each([
  'Nov 1, 2026',
  'November 1 2026',
  '11/1/2026',
  '11/01/2026',
  '11/1/26',
  '11-01-2026',
  '20261101',
])('a result is found by its date, typed as %s', (text) => {
  const day = new Date(2026, 10, 1, 12)
  const { find } = createFinder(() => ['Nov 1, 2026', ...spelledDates(day)])
  expect(find(lines, { ...anything, text })).toHaveLength(2)
  expect(find(lines, { ...anything, text: `${text} 2031` })).toEqual([])
})

test.each([
  "zoe o'brien",
  'Zoe\u0308 O\u2019BRIEN',
  // A Cyrillic о among Latin letters.
  'Z\u043eë',
  'P\u201100417',
  'p-417',
  'p-000417',
  'husband pension',
  'beach retire',
])('a forecast is found by %s', (text) => {
  expect(idsFor({ text })).toEqual([forecast.id])
})

test.each<[Partial<Sought>, readonly string[]]>([
  [{ kind: 'receipt' }, [receipt.id]],
  [{ outcome: receipt.outcome }, [receipt.id]],
  [{ tag: 'Beach house' }, [forecast.id]],
  [{ environmentId: 'nowhere' }, []],
  [{ from: '2026-11-21' }, []],
  [{ until: '2026-11-19' }, []],
  [{ from: '2026-11-19', until: '2026-11-21', kind: 'forecast' }, [forecast.id]],
  [{ text: 'zoe walter' }, []],
])('the filter %j narrows the results found', (sought, ids) => {
  expect(idsFor(sought)).toEqual(ids)
})

test('two forecasts of one participant can be told apart by their inputs', () => {
  const lineOf = (inputs: ReturnType<typeof forecastRecord>['inputs']): string =>
    plain(summaryLineOf({ ...forecastRecord('f-1'), inputs }).summary)
  expect(lineOf({})).toBe('')
  expect(
    lineOf({
      RetirementAge: 64,
      Salary: 95_000,
      ExcludeSocialSecurity: true,
      ForecastType: 'Monte',
      SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '6.5' }, { PlanId: 'B' }],
      PensionTypes: [{ Amount: 12_400, StartYear: '2045' }],
    }),
  ).toBe(
    'with retirement age 64, salary $95,000, savings 6.5% + no rate, pensions $12,400, Social Security left out, Monte',
  )
})
