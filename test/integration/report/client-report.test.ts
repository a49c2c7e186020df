import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportRequest } from '#shared/report/channels.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { pngOf } from '#test/support/samples/pictures.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import {
  at,
  entryIn,
  money,
  month,
  paperOf,
  strategyIn,
  verbatimAnswer,
  type Answer,
} from './report-figures.ts'
import { forecast, lindaSaves, openExample, openReportHouse } from './report-house.ts'

/**
 * Compares a report file, read by poppler, with the service's unchanged answers. The expected
 * values are computed here from those answers, without the code that makes the pages.
 */

let house: RealCore
let todayId: string
let planId: string
let handle: string

beforeAll(async () => {
  ;({ house, handle, todayId, planId } = await openReportHouse('client-report'))
}, 120_000)
afterAll(() => house.core.close())

const wanted = (over: Partial<ReportRequest> = {}): ReportRequest => ({
  todayId,
  planId,
  comparedIds: [],
  goalMonth: 5390,
  parts: reportParts.filter((part) => part !== 'cover' && part !== 'scenarios'),
  paper: 'letter',
  masked: true,
  ...over,
})

const paper = async (over: Partial<ReportRequest> = {}): Promise<readonly string[]> =>
  paperOf((await house.must('report.pdf', wanted(over))).bytes)
const answerOf = (id: string): Promise<Answer> => verbatimAnswer(house, id)

describe('the report’s figures', { timeout: 120_000 }, () => {
  let sheets: readonly string[]
  beforeAll(async () => {
    sheets = await paper()
  }, 120_000)

  test('on the first page match the answers (incomes in three markets, differences and savings)', async () => {
    const [today, plan] = [await answerOf(todayId), await answerOf(planId)]
    const [first = '', second = ''] = sheets
    const [before, after] = [month(today, 'Current', 50), month(plan, 'Current', 50)]
    for (const [answer, type] of [
      [today, 'Current'],
      [plan, 'Current'],
      [plan, 'Revised'],
    ] as const) {
      for (const percentage of [10, 50, 90])
        expect(first).toContain(money(month(answer, type, percentage)))
    }
    expect(first).toContain(
      `Today, in average markets, you would have about ${money(before)} a month. In the first year, at 65: Social Security`,
    )
    expect(first).toContain('Your goal is $5,390 a month')
    expect(first).toContain(`Saving 11% adds ${money(after - before)} a month`)
    const [poorBefore, poorAfter] = [
      5390 - month(today, 'Current', 10),
      5390 - month(plan, 'Current', 10),
    ]
    expect(poorAfter).toBeGreaterThan(0)
    expect(first).toContain(
      `In poor markets it adds ${money(poorBefore - poorAfter)} a month and narrows the shortfall from ${money(poorBefore)} to ${money(poorAfter)}.`,
    )
    expect(`${first} ${second}`).toContain(
      `Income, average markets ${money(before)} a month ${money(after)} a month +${money(after - before)}`,
    )
    const saved = (answer: Answer) =>
      strategyIn(answer, 'Current')
        .SavingsRateDetail.flatMap(({ SavingsComponent }) => SavingsComponent)
        .find(({ Type }) => /pretax/i.test(Type))
    const [was, is] = [saved(today), saved(plan)]
    expect(`${first} ${second}`).toContain(
      `You save before tax ${was?.Value}% · ${money(was?.DollarAmount ?? 0)} a year ${is?.Value}% · ${money(is?.DollarAmount ?? 0)} a year +${money((is?.DollarAmount ?? 0) - (was?.DollarAmount ?? 0))}`,
    )
  })

  test('in the income table add up at each age, from the sources to the income after tax', async () => {
    const answer = await answerOf(planId)
    const entry = entryIn(answer, 'Current', 50)
    const sheet = sheets.find((each) => each.includes('Income by source'))
    const paying = entry.IncomeSources.filter(({ Type }) => Type !== 'Taxes')
    for (const age of [65, 70, 80, 95]) {
      const sources = paying.map(({ Values }) => at(Values, age) / 12).filter((value) => value > 0)
      const tax = at(entry.Taxes.Values, age) / 12
      const row = new RegExp(`(?<= )${age} ((?:−?\\$[\\d,]+ ?)+)`, 'g')
      const found =
        [...(sheet ?? '').matchAll(row)]
          .map(([, cells = '']) => cells.trim().split(' '))
          .find((cells) => cells.length > 2) ?? []
      const shown = found.map((cell) => Number(cell.replace(/[$,]/g, '').replace('−', '-')))
      const [before = 0, less = 0, keeps = 0] = shown.slice(-3)
      const parts = shown
        .slice(0, -3)
        .filter((value) => value > 0)
        .toSorted((a, b) => a - b)
      expect(parts).toHaveLength(sources.length)
      // Each part may be a dollar off, because rounding makes the shown amounts add up.
      for (const [index, value] of sources.toSorted((a, b) => a - b).entries())
        expect(Math.abs((parts[index] ?? 0) - value)).toBeLessThan(1.5)
      expect(parts.reduce((sum, value) => sum + value, 0)).toBe(before)
      expect(less).toBe(-Math.round(tax))
      expect(before + less).toBe(keeps)
      expect(keeps).toBe(month(answer, 'Current', 50))
    }
  })

  test('for savings over the years show total wealth at three percentiles, and today’s total wealth', async () => {
    const [today, plan] = [await answerOf(todayId), await answerOf(planId)]
    const sheet = sheets.find((each) => each.includes('Savings over the years')) ?? ''
    for (const age of [65, 75, 95]) {
      const columns = [10, 50, 90].map((percentage) =>
        at(entryIn(plan, 'Current', percentage).TotalWealth.Values, age),
      )
      expect(sheet).toContain(
        `${age} ${[...columns, at(entryIn(today, 'Current', 50).TotalWealth.Values, age)].map(money).join(' ')}`,
      )
    }
  })

  test('use the service’s goal if the advisor has entered none', async () => {
    const goal = strategyIn(await answerOf(todayId), 'Current').NetRetirementIncomeGoal / 12
    const own = await paper({ goalMonth: null, planId: null })
    expect(own[0]).toContain(`Your goal is ${money(goal)} a month`)
    expect(own.join(' ')).toContain(`Your goal ${money(goal)} a month set by the service`)
    expect(own[0]).not.toContain('What you chose')
  })
})

describe('the accepted recommendation', { timeout: 120_000 }, () => {
  test('is printed in the report and recorded in the activity log', async () => {
    expect((await paper()).join(' ')).toContain(
      'Nothing has been enrolled or implemented from here.',
    )
    const enrollmentInfo = [
      { PlanId: 'STEELCITY401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
    ]
    const review = await house.must('submission.review', {
      operation: 'enroll',
      handle,
      enrollmentInfo,
      inputs: lindaSaves,
    })
    const receipt = await house.must('submission.send', {
      submissionId: review.submissionId,
      sendsUnusual: true,
    })
    expect(receipt.outcome).toBe('accepted')
    const all = (await paper()).join(' ')
    expect(all).toContain('Enrollment accepted, ')
    // The rate is the client's own choice, so it does not count as an accepted part of the
    // recommendation.
    expect(all).not.toMatch(/What was accepted of it .*Pre-?tax 9% 11%/i)
    expect(all).toContain('Savings rates STEELCITY401K, type Pretax: 11%')
    expect(all).toContain(receipt.receiptNumber)
    expect(all).not.toContain(receipt.subject.participantId)
    const { records } = await house.must('activity.list', { limit: 50 })
    expect(
      records.some(
        ({ action, outcome, id }) => action === 'export' && outcome === 'prepared' && id === planId,
      ),
    ).toBe(true)
  })
})

describe('a report', { timeout: 120_000 }, () => {
  test('can use today’s forecast or a plan', async () => {
    const { participant, todays, plans } = await house.must('report.sources', {
      forecastId: planId,
    })
    expect([
      participant,
      todays.map(({ id }) => id),
      plans.map(({ id, name }) => [id, name]),
    ]).toEqual(['Linda Kowalski', [todayId], [[planId, 'Saving 11%']]])
  })

  test('never combines forecasts of two people', async () => {
    const other = await forecast(house, await openExample(house, 'maya-torres'), {})
    const refused = await house.call('report.preview', wanted({ todayId: other }))
    expect(refused).toMatchObject({ ok: false, error: { code: 'report.otherPerson' } })
    const { todays, plans } = await house.must('report.sources', { forecastId: other })
    expect([todays.map(({ id }) => id), plans]).toEqual([[other], []])
  })

  test('needs at least one forecast', async () => {
    expect(
      await house.call('report.preview', wanted({ todayId: null, planId: null })),
    ).toMatchObject({ ok: false, error: { code: 'report.notForecast' } })
    const about = await house.must('forecast.caseInformation', {
      inputs: { Salary: 60_000, RetirementAge: 67, DOB: '1980-02-29' },
      jobId: 'case',
    })
    expect(await house.call('report.pdf', wanted({ planId: about.id }))).toMatchObject({
      ok: false,
      error: { code: 'report.notForecast' },
    })
  })

  test('without today’s forecast says that today is left out, and shows no figures of today', async () => {
    const { pages, warnings } = await house.must('report.preview', wanted({ todayId: null }))
    expect(warnings.join(' ')).toContain('leaves out today')
    const texts =
      pages[0]?.blocks.flatMap(({ marks }) =>
        marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])),
      ) ?? []
    expect(texts).not.toContain('TODAY')
  })
})

test(
  'the preview and the printed report have the same text on the same pages',
  { timeout: 60_000 },
  async () => {
    const { pages } = await house.must('report.preview', wanted())
    const sheets = await paper()
    expect(sheets).toHaveLength(pages.length)
    for (const [index, { blocks }] of pages.entries()) {
      const printed = (sheets[index] ?? '').replaceAll(' ', '')
      for (const mark of blocks.flatMap(({ marks }) => marks))
        if (mark.kind === 'text') expect(printed).toContain(mark.text.replace(/\s/g, ''))
    }
  },
)

test(
  'the firm’s settings are saved, and its logo file is deleted when the logo is removed',
  { timeout: 60_000 },
  async () => {
    const report = {
      firmName: 'Harbor & Pine Advisors',
      disclosure: 'Our own words.',
      paper: 'a4',
    } as const
    expect((await house.must('settings.change', { report })).report).toEqual(report)
    expect(
      await house.call('settings.change', { report: { ...report, disclosure: 'x'.repeat(1601) } }),
    ).toMatchObject({ ok: false })
    const [first = ''] = await paper()
    expect(first).toContain('HARBOR & PINE ADVISORS')
    expect(first).toContain('Our own words.')
    expect(
      await house.call('report.saveLogo', { bytes: new TextEncoder().encode('<svg/>') }),
    ).toMatchObject({ ok: false, error: { code: 'report.logo' } })
    const kept = await house.must('report.saveLogo', { bytes: Uint8Array.from(pngOf(40, 10)) })
    expect(kept.logo?.format).toBe('png')
    expect(readdirSync(house.dataDir)).toContain('report-logo')
    await house.must('report.removeLogo', {})
    expect(readdirSync(house.dataDir)).not.toContain('report-logo')
  },
)

test('several identical runs are offered as one forecast, with their number and the time of the last', async () => {
  const sourcesOf = async () => (await house.must('report.sources', { forecastId: todayId })).todays
  const [before] = await sourcesOf()
  await forecast(house, await openExample(house, 'linda-kowalski'), {})
  const [after, ...others] = await sourcesOf()
  expect(others).toEqual([])
  expect(after).toMatchObject({ id: todayId, runs: 2 })
  expect(Date.parse(after?.madeAt ?? '')).toBeGreaterThan(Date.parse(before?.madeAt ?? ''))
}, 60_000)
