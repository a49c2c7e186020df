import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnrollInputs } from '#shared/express/requests.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { plainSentences } from '#shared/receipt/plain-words.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { money, month, paperOf, verbatimAnswer } from './report-figures.ts'
import { forecast, openExample } from './report-house.ts'

/**
 * Tests a report after an enrollment, an implementation or an opt-out: the report is about
 * submissions that still apply.
 */

let house: RealCore
beforeAll(async () => {
  const dataDir = path.join(temporaryFolder('sent-report'), 'data')
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
}, 120_000)
afterAll(() => house.core.close())

const requested = (todayId: string | null, planId: string | null) => ({
  todayId,
  planId,
  comparedIds: [],
  goalMonth: null,
  parts: [...reportParts],
  paper: 'letter' as const,
  masked: true,
})
const paper = async (todayId: string | null, planId: string | null) =>
  paperOf((await house.must('report.pdf', requested(todayId, planId))).bytes)

interface Sending {
  readonly operation?: 'enroll' | 'implement'
  readonly handle: string
  readonly planId: string
  readonly inputs: EnrollInputs
  readonly forecastId?: string
}

const send = async ({ operation = 'enroll', handle, planId, inputs, forecastId }: Sending) => {
  const review = await house.must('submission.review', {
    operation,
    handle,
    enrollmentInfo: [{ PlanId: planId, PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
    inputs,
    ...(forecastId === undefined ? {} : { forecastId }),
  })
  return house.must('submission.send', {
    submissionId: review.submissionId,
    sendsUnusual: true,
    ...(review.earlier?.needsReason ? { overrideReason: 'A further step.' } : {}),
  })
}

const optOut = async (planId: string, receipt: Receipt) => {
  const [firstName = '', ...last] = receipt.subject.name.split(' ')
  const review = await house.must('submission.review', {
    operation: 'optout',
    participantId: receipt.subject.participantId,
    firstName,
    lastName: last.join(' '),
    optoutInfo: [{ PlanId: planId, PlanType: '401K' }],
    reason: 'Asked for it',
  })
  return house.must('submission.send', { submissionId: review.submissionId })
}

const carolsPlan = 'LOWCOUNTRY401K'
const savesSix = [{ PlanId: carolsPlan, SavingsType: 'Pretax', Value: '6' }]

describe('after accepting and sending,', { timeout: 120_000 }, () => {
  test('every page of the report is about what was sent, not what was tried, and a note says so if another forecast is chosen', async () => {
    const handle = await openExample(house, 'carol-nguyen')
    const todayId = await forecast(house, handle, {})
    const planId = await forecast(house, handle, { RetirementAge: 67 })
    const receipt = await send({
      handle,
      planId: carolsPlan,
      inputs: { RetirementAge: 67, SavingsRateDetails: savesSix },
      forecastId: planId,
    })
    const plan = await verbatimAnswer(house, planId)
    const [sent, tried] = [month(plan, 'Revised', 50), 2794]
    expect(money(sent)).toBe('$2,956')
    const sheets = await paper(todayId, planId)
    const all = sheets.join(' ')
    const [, first = '', second = ''] = sheets
    expect(first).toContain(
      'These 3 changes (retiring and claiming at 67, saving 6% and changing funds) add $565 a month.',
    )
    expect(first).toContain(`WHAT WAS ENROLLED`)
    expect(first).toContain(`receipt ${receipt.receiptNumber}.`)
    expect(first).not.toContain('managed account')
    expect(second).toMatch(/You save before tax 3% · \$1,926 a year 6% · \$3,852 a year \+\$1,926/)
    expect(second).toContain('Retirement age 65 67 +2 years')
    expect(second).toContain('Income, average markets $2,391 a month $2,956 a month +$565')
    expect(all).not.toContain('What you chose')
    // The tried values appear only in comparison with the recommendation.
    expect(first).not.toContain(money(tried))
    expect(all).toContain('Income, average markets $2,792 a month $2,956 a month +$164')
    expect(first).toContain(
      'Retiring at 67, your choice, adds $401 a month in average markets and $390 in poor markets; on top of that, the service’s recommendation adds $164 a month',
    )
    expect(all).not.toMatch(/(?<!\d)9%/)
    expect(all).toContain('What was enrolled, average markets (50th percentile')
    expect(all).toMatch(/Pre-tax 3% \(\$1,926 a year\) 6% \(\$3,852 a year\) enrolled/)
    expect(all).toContain(`What was enrolled receipt ${receipt.receiptNumber} of`)
    // The enrollment's own answer suggests 9% as a further step; nobody was shown that.
    expect(plainSentences(receipt).join(' ')).not.toMatch(/recommend|9%/i)
    const warnings = async (chosen: string | null) =>
      (await house.must('report.preview', requested(todayId, chosen))).warnings
    expect(await warnings(planId)).toEqual([])
    expect(await warnings(null)).toEqual([
      'The report is about what was sent since, from another forecast: Retiring at 67.',
    ])
  })

  test('an accepted part of the recommendation is reported as a part, with the strategy that contains exactly this part', async () => {
    const handle = await openExample(house, 'helen-petrov')
    const todayId = await forecast(house, handle, {})
    const receipt = await send({
      handle,
      planId: 'NUTMEG401K',
      inputs: {},
      forecastId: todayId,
    })
    const answer = await verbatimAnswer(house, todayId)
    const sheets = await paper(todayId, null)
    expect(sheets[1]).toContain(
      `What was enrolled leaves the gap at ${money(Math.round(5069.17) - Math.round(month(answer, 'Current', 50)))} a month`,
    )
    expect(sheets[1]).toContain('the managed account may still change investments.')
    expect(sheets.join(' ')).toMatch(
      /Pre-tax 6% \(\$5,214 a year\) 8% \(\$6,952 a year\) not accepted/,
    )
    expect(plainSentences(receipt)).toContain(
      'Recommended, and not sent: pre-tax savings of 8% of pay to NUTMEG401K 401(k) instead of 6% of pay and an annuity (GMWB) of 15%, $35,816, which cannot be sent from here; ask the recordkeeper.',
    )
  })

  test('a request has the same figures after a claim age was tried, and without it the recommendation is today’s', async () => {
    const nora = 'nora-jensen'
    const handle = await openExample(house, nora)
    const todayId = await forecast(house, handle, {})
    const today = await verbatimAnswer(house, todayId)
    const claim = { age: 70, benefit: 40_000, amount: 52_000, startYear: '2040' }
    const claimId = await forecast(house, handle, { ExcludeSocialSecurity: true }, claim)
    await send({
      handle,
      planId: 'HEARTLAND401K',
      inputs: {
        SavingsRateDetails: [{ PlanId: 'HEARTLAND401K', SavingsType: 'Pretax', Value: '11' }],
      },
      forecastId: claimId,
    })
    const sent = money(month(today, 'Revised', 50))
    for (const planId of [null, claimId]) {
      const [, first = '', second = ''] = await paper(todayId, planId)
      expect(first).toContain(sent)
      expect(first).toContain('Saving 11% and changing funds')
      expect(first).not.toContain('managed account')
      expect(`${first}${second}`.includes('claiming at 70')).toBe(planId === claimId)
    }
  })

  test('a value that the advisor chose is reported even if no answer projects it year by year, and no other projection replaces it', async () => {
    const handle = await openExample(house, 'maya-torres')
    const todayId = await forecast(house, handle, {})
    const receipt = await send({
      handle,
      planId: 'NORTHWIND401K',
      inputs: { RetirementAge: 66 },
      forecastId: todayId,
    })
    expect(receipt.outcome).toBe('accepted')
    const all = (await paper(todayId, null)).join(' ')
    expect(all).toContain(
      'For retiring at 66 the answer has one figure for all years, not each year.',
    )
    expect(all).not.toContain('Recommended, average markets')
  })
})

describe(
  'the report lists submissions that still apply, whenever they were sent:',
  { timeout: 120_000 },
  () => {
    test('an enrollment from before the forecast is listed until a later opt-out ends the enrollment', async () => {
      const handle = await openExample(house, 'jonathan-weiss')
      const before = await forecast(house, handle, {})
      const receipt = await send({ handle, planId: 'EMPIRE401K', inputs: {}, forecastId: before })
      expect(plainSentences(receipt).join(' ')).toContain(
        'By law, catch-up contributions of people with wages above $150,000 are Roth: 2.04% of the 8.4% goes in as Roth.',
      )
      expect(plainSentences(receipt).join(' ')).not.toMatch(/recommended/i)
      const todayId = await forecast(house, handle, {})
      const again = (await paper(todayId, null)).join(' ')
      expect(again).toContain('Enrollment accepted, ')
      expect(again).toContain(receipt.receiptNumber)
      // An equal run is added to the same saved result, so the report is still about what was sent
      // from that result.
      expect(todayId).toBe(before)
      expect(again).toContain('WHAT WAS ENROLLED')
      expect(again).not.toMatch(/Nothing has been enrolled|What was accepted of it/)
      const implemented = await send({
        operation: 'implement',
        handle,
        planId: 'EMPIRE401K',
        inputs: {},
        forecastId: todayId,
      })
      const both = (await paper(todayId, null)).join(' ')
      expect(both).toContain('WHAT WAS IMPLEMENTED')
      const at = [implemented, receipt].map((each) => both.indexOf(`Receipt ${each.receiptNumber}`))
      expect(at[0]).toBeGreaterThan(0)
      expect(at[0]).toBeLessThan(at[1] ?? 0)
      const out = await optOut('EMPIRE401K', receipt)
      expect(out.outcome).toBe('accepted')
      const ended = (await paper(todayId, null)).join(' ')
      expect(ended).toContain('Nothing that was enrolled or implemented from here still stands.')
      expect(ended).toContain(`receipt ${receipt.receiptNumber}: ended by the opt-out of`)
      expect(ended).not.toContain('WHAT WAS')
    })
  },
)
