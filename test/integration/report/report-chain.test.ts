import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reportParts } from '#shared/report/report-parts.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { at, entryIn, money, month, paperOf, strategyIn, verbatimAnswer } from './report-figures.ts'
import { forecast, openExample } from './report-house.ts'

/** What a report says before and after sending, for several people: today's sources, what was sent, what still stands. */

let house: RealCore
beforeAll(async () => {
  const dataDir = path.join(temporaryFolder('report-chain'), 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
}, 120_000)
afterAll(() => house.core.close())

const request = (todayId: string, planId: string | null) => ({
  ...{ todayId, planId, comparedIds: [], goalMonth: null },
  parts: [...reportParts],
  paper: 'letter' as const,
  masked: true,
})
const paper = async (todayId: string, planId: string | null) =>
  paperOf((await house.must('report.pdf', request(todayId, planId))).bytes)

/** Sends the tried age with the savings that the forecast of it recommends. */
const sendRecommended = async (handle: string, plan: string, planId: string, age: number) => {
  const answer = await verbatimAnswer(house, planId)
  const rates = strategyIn(answer, 'Revised')
    .SavingsRateDetail.flatMap(({ SavingsComponent }) => SavingsComponent)
    .filter(({ Type }) => !/employer/i.test(Type))
    .map(({ Type, Value }) => ({ PlanId: plan, SavingsType: Type, Value: String(Value) }))
  const review = await house.must('submission.review', {
    operation: 'enroll',
    handle,
    enrollmentInfo: [{ PlanId: plan, PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
    inputs: { RetirementAge: age, SavingsRateDetails: rates },
    forecastId: planId,
  })
  return house.must('submission.send', { submissionId: review.submissionId, sendsUnusual: true })
}

describe.each([
  ['carol-nguyen', 'LOWCOUNTRY401K'],
  ['robert-hale', 'AUTOWORKS401K'],
  ['linda-kowalski', 'STEELCITY401K'],
] as const)('the report of %s', { timeout: 120_000 }, (person, plan) => {
  const age = 67
  const opened = async () => {
    const handle = await openExample(house, person)
    const todayId = await forecast(house, handle, {})
    return { handle, todayId, planId: await forecast(house, handle, { RetirementAge: age }) }
  }

  test('names each source of today’s income with its own amount, so that savings are not the whole', async () => {
    const { todayId } = await opened()
    const answer = await verbatimAnswer(house, todayId)
    const entry = entryIn(answer, 'Current', 50)
    const [, first = ''] = await paper(todayId, null)
    const said = /Today you would have about (\$[\d,]+) a month: (.*?)\./.exec(first)
    expect(said?.[1]).toBe(money(month(answer, 'Current', 50)))
    const amounts = [...(said?.[2] ?? '').matchAll(/\$([\d,]+)/g)].map(([, digits = '']) =>
      Number(digits.replaceAll(',', '')),
    )
    const retires = Math.min(...entry.TotalWealth.Values.map(({ Age }) => Number(Age)))
    const start = Array.from({ length: 60 }, (_, index) => retires + index).find((each) =>
      entry.IncomeSources.some(({ Values }) => at(Values, each) > 0),
    )
    const tax = at(entry.Taxes.Values, start ?? 0)
    const less = tax >= 6 ? (amounts.at(-1) ?? 0) : 0
    const sum = amounts.reduce((all, amount) => all + amount, 0) - 2 * less
    expect(money(sum)).toBe(said?.[1])
    expect(said?.[2]).toContain('Social Security $')
    expect(first).not.toMatch(/savings would pay/)
  })

  test('is about what was sent, not about the age that was tried, and says so if another forecast is chosen', async () => {
    const { handle, todayId, planId } = await opened()
    const receipt = await sendRecommended(handle, plan, planId, age)
    expect(receipt.outcome).toBe('accepted')
    const answer = await verbatimAnswer(house, planId)
    const sheets = await paper(todayId, planId)
    const [, first = ''] = sheets
    expect(first).toMatch(new RegExp(`WHAT WAS ENROLLED.*\\${money(month(answer, 'Revised', 50))}`))
    expect(first).toContain(`receipt ${receipt.receiptNumber}.`)
    expect(sheets.join(' ')).not.toContain('What you chose')
    // The chosen forecast is today's; what was sent came from the one at another age.
    const { warnings } = await house.must('report.preview', request(todayId, null))
    expect(warnings).toEqual([
      'The report is about what was sent since, from another forecast: Retiring at 67.',
    ])
    const own = await house.must('report.preview', request(todayId, planId))
    expect(own.warnings).toEqual([])
  })

  test('lists what was enrolled after a further forecast, too', async () => {
    const handle = await openExample(house, person)
    const again = await forecast(house, handle, { RetirementAge: age + 1 })
    const todayId = await forecast(house, handle, {})
    const all = (await paper(todayId, again)).join(' ')
    expect(all).toMatch(/Enrollment accepted, /)
    expect(all).toMatch(/Receipt GP-/)
    expect(all).not.toContain('Nothing has been enrolled')
  })
})
