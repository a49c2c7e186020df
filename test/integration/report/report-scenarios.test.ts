import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportRequest } from '#shared/report/channels.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { entryIn, money, month, paperOf, verbatimAnswer, type Answer } from './report-figures.ts'
import { forecast, lindaSaves, openExample, openReportHouse } from './report-house.ts'

/** Tests a report file with several scenarios, read by poppler. */

let house: RealCore
let handle: string
let todayId: string
let planId: string

beforeAll(async () => {
  ;({ house, handle, todayId, planId } = await openReportHouse('report-scenarios'))
}, 120_000)
afterAll(() => house.core.close())

const wanted = (over: Partial<ReportRequest>): ReportRequest => ({
  todayId,
  planId,
  comparedIds: [],
  goalMonth: 5390,
  parts: [],
  paper: 'letter',
  masked: true,
  ...over,
})
const paper = async (over: Partial<ReportRequest>): Promise<readonly string[]> =>
  paperOf((await house.must('report.pdf', wanted(over))).bytes)

describe('a report with several scenarios', { timeout: 120_000 }, () => {
  test('shows each scenario’s figures side by side, after a cover with page numbers', async () => {
    const later = await forecast(house, handle, { RetirementAge: 67 })
    const both = await forecast(house, handle, { ...lindaSaves, RetirementAge: 67 })
    await house.must('scenario.describe', {
      id: both,
      scenario: { name: 'Both', note: 'Ask again.', pinned: false, place: null, off: false },
    })
    const sheets = await paper({ comparedIds: [later, both], parts: [...reportParts] })
    const [cover = ''] = sheets
    expect(cover).toContain('Retirement report Prepared for Linda Kowalski')
    const at = sheets.findIndex((sheet) => sheet.includes('Scenarios side by side Dollars'))
    expect(cover).toContain(`Scenarios side by side ${at + 1}`)
    const side = sheets[at] ?? ''
    const answers = [
      await verbatimAnswer(house, planId),
      await verbatimAnswer(house, later),
      await verbatimAnswer(house, both),
    ]
    // For another retirement age, the report uses the answer's table of ages.
    const atAge = (answer: Answer, age: number): number => {
      const rows = entryIn(answer, 'Current', 50).RetirementIncomeAtVariousRetirementAges
      return Math.round(
        (rows.find((row) => Number(row.RetirementAge) === age)?.SustainableRetirementIncome ?? 0) /
          12,
      )
    }
    const [first, second, third] = answers
    if (first === undefined || second === undefined || third === undefined) throw new Error('three')
    const average = [
      month(await verbatimAnswer(house, todayId), 'Current', 50),
      month(first, 'Current', 50),
      atAge(second, 67),
      atAge(third, 67),
    ]
    expect(side).toMatch(
      new RegExp(
        `Average markets, a month${average.map((value) => ` ${money(value)}`).join('')}`.replaceAll(
          '$',
          '\\$',
        ),
      ),
    )
    expect(side).toContain('Retirement age 65 65 67 67')
    expect(side).toMatch(/You save before tax, a year 9% 11% 9% 11%/)
    expect(side).toMatch(/The same in all: Your employer adds 4% · \$3,696 a year/)
    expect(side).not.toContain('Ask again.')
    const noted = await paper({ comparedIds: [both], parts: ['scenarios'], withNote: true })
    expect(noted.join(' ')).toContain('Both: Ask again.')
    const assumed = sheets.find((sheet) => sheet.includes('Assumptions Poor')) ?? ''
    expect(assumed).toContain('entered for “Both”')
    expect(sheets.join(' ')).not.toContain('LK-1003')
  })

  test('never combines two people, and never shows one scenario twice', async () => {
    const other = await forecast(house, await openExample(house, 'maya-torres'), {
      RetirementAge: 66,
    })
    expect(await house.call('report.preview', wanted({ comparedIds: [other] }))).toMatchObject({
      ok: false,
      error: { code: 'report.otherPerson' },
    })
    const { missing } = await house.must(
      'report.preview',
      wanted({ comparedIds: [planId, todayId], parts: ['scenarios'] }),
    )
    expect(missing).toEqual(['scenarios'])
  })
})
