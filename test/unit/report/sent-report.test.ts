import { expect, test } from 'vitest'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { aFigure, aSaving } from '#test/support/figures/sides.ts'
import { aReceipt, noCautions } from '#test/support/samples/sample-receipt.ts'
import { currentStrategy, revisedStrategy, sampleForecast } from '../strategy/sample-forecast.ts'
import { claimOf, exampleProfile, trainingForecast } from '#test/support/people/training-answers.ts'
import { leftOutNote } from '#shared/training/assumptions.ts'
import { aForecast, draw, textsOf } from './made-report.ts'

/**
 * Tests edge cases of a report about what was sent: no answer matches, a part is in doubt, or there
 * are more receipts than a report lists.
 */

const saving = (strategy: Strategy, value: number): Strategy => ({
  ...strategy,
  retirementAge: 67,
  savingsRateDetail: [{ account: 'A1', components: [component(value)] }],
  accountSavingsRateDetail: [],
})
const component = (value: number): SavingsComponent => ({
  planId: 'ACME401K',
  type: 'Pretax',
  value,
  isRoth: false,
  numberOfYears: null,
  dollarAmount: null,
})
const answer = (now: number, then: number) => ({
  ...sampleForecast,
  strategies: [saving(currentStrategy, now), saving(revisedStrategy, then)],
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
})
const today = aForecast({ reading: answer(7, 10) })
const recommended = (
  became: 'sent' | 'replaced' | 'notSent',
): NonNullable<Receipt['recommended']> => ({
  forecastId: today.id,
  madeAt: today.savedAt,
  lines: [
    {
      kind: 'rate',
      became,
      why: '',
      values: [
        {
          account: 'ACME401K 401(k)',
          label: 'Pre-tax',
          today: 'file',
          from: aSaving(7),
          to: aSaving(10),
        },
      ],
    },
  ],
  annuities: [],
  rules: [],
  cautions: noCautions,
})
const enrolled = (Value: string, over: Partial<Receipt> = {}): Receipt =>
  aReceipt({
    sentAt: '2026-11-22T15:20:00.000Z',
    inputs: { SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value }] },
    recommended: recommended('sent'),
    ...over,
  })
const drawn = async (receipt: Receipt, isAbout = true, more = 0) =>
  textsOf(
    await draw({
      today,
      receipts: { standing: [receipt], more, ended: [] },
      sent: isAbout ? { receipt, reviewed: today } : null,
    }),
  ).join(' ')

test('if no answer has figures for exactly what was sent, the report shows only today’s figures and says so', async () => {
  const all = await drawn(
    enrolled('9', { forecast: answer(7, 10), recommended: recommended('replaced') }),
  )
  expect(all).toContain('No answer of the service has figures for exactly that')
  expect(all).toContain('only today’s are shown.')
  expect(all).toMatch(/What you do today leaves you \$1,047 a month short/)
  expect(all).not.toMatch(/RECOMMENDED|Recommended, average markets|What you chose/)
  expect(all).toMatch(/Pre-tax 7% 10% another value sent/)
})

test("if the answer's Current ignores what was sent, the report shows the strategy that includes what was sent", async () => {
  const all = await drawn(enrolled('10', { forecast: answer(7, 12) }))
  expect(all).toContain('Enrolled on November 22, 2026, receipt GP-20261120-7F3K2M.')
  expect(all).toMatch(/You save before tax 7% 10%/)
  expect(all).not.toMatch(/saving 12%|7% 12%/)
})

test('the sum for what was sent names every cause, and no figure is called “Plan”', async () => {
  const all = await drawn(enrolled('10', { forecast: answer(7, 10) }))
  expect(all).toMatch(/Saving 10% before tax and changing funds adds \$535 a month\./)
  expect(all).toMatch(/WHAT WAS ENROLLED \$4,855 a month · saving 10%, changing funds/)
  expect(all).toContain('What was enrolled less Today, a month.')
  expect(await drawn(enrolled('10'))).toContain('That is what the service recommends.')
  expect(all).not.toMatch(/\bPlan\b/)
  const alone = await drawn(enrolled('7', { inputs: {}, forecast: answer(7, 7) }))
  expect(alone).toMatch(/Changing funds adds \$535 a month\./)
})

test('the first page says that what was sent lowers the savings, and whether its figures keep or change the funds', async () => {
  const lowered = { from: aFigure(8), to: aFigure(5) }
  const cautions = { ...noCautions, lowered }
  const changed = await drawn(
    enrolled('10', {
      forecast: answer(7, 10),
      recommended: { ...recommended('sent'), lines: [], cautions },
    }),
  )
  const [first = ''] = changed.split('Recommended and accepted')
  expect(first).toContain('This lowers your savings from 8% to 5%.')
  expect(first).toMatch(/WHAT WAS ENROLLED \$[\d,]+ a month · saving 10%, changing funds/)
  const kept = await drawn(
    enrolled('7', { inputs: {}, forecast: answer(7, 10), recommended: recommended('notSent') }),
  )
  expect(kept).toMatch(/WHAT WAS ENROLLED \$[\d,]+ a month · saving 7%, keeping today’s funds/)
  expect(kept).toContain('These figures keep today’s funds; the managed account may')
  expect(kept).not.toContain('This lowers')
})

test("a rate that was tried and sent is not the service's recommendation", async () => {
  const inputs = {
    SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '12' }],
  }
  const tried = aForecast({ id: 'tried', inputs, reading: answer(12, 12) })
  const receipt = enrolled('12', { inputs, forecast: answer(12, 12), recommended: null })
  const pages = await draw({
    today,
    receipts: { standing: [receipt], more: 0, ended: [] },
    sent: { receipt, reviewed: tried },
  })
  const all = textsOf(pages).join(' ')
  expect(all).toMatch(/RECOMMENDED .{0,80}with saving 12%/)
  const [, recommends = ''] = all.split('What the service recommends')
  expect(recommends).toContain('Income, average markets')
  expect(recommends.split('Income, average markets')[0]).not.toContain('12%')
})

test('a submission settled as gone through is reported as such; a submission in doubt is only listed', async () => {
  const settled = {
    by: 'agent',
    at: '2026-11-23T10:00:00.000Z',
    saidBy: 'recordKeeper',
    wentThrough: true,
    transactionId: '',
  } as const
  const through = await drawn(enrolled('10', { settled, result: null }))
  expect(through).toMatch(/Enrolled on November 22, 2026, by what was found out afterward, receipt/)
  const doubtful = await drawn(enrolled('10', { outcome: 'inDoubt', result: null }), false)
  expect(doubtful).toContain('Enrollment in doubt')
  expect(doubtful).toMatch(/Pre-tax 7% 10% sent, not confirmed/)
  expect(doubtful).not.toMatch(/what was enrolled/i)
})

test('receipts beyond the limit are counted', async () => {
  expect(await drawn(enrolled('10'), true, 3)).toContain('3 earlier receipts are kept.')
})

test('a recommendation for a claim age that was not sent has the caveat of the screen and says what pays until the claim', async () => {
  const profile = exampleProfile('frank-delgado')
  const tried = trainingForecast(profile, { claim: claimOf(profile, 65, 70) }).saved
  const rate = { PlanId: 'ALAMO401K', SavingsType: 'Pretax', Value: '12' }
  const inputs = { SavingsRateDetails: [rate] }
  const receipt = enrolled('12', {
    inputs,
    sentAt: '2026-11-27T16:00:00.000Z',
    forecast: trainingForecast(profile, { inputs }).saved.reading,
  })
  const note = { text: `<Note>${leftOutNote}</Note>`, encoding: 'base64' as const }
  const made = await draw({
    today: trainingForecast(profile).saved,
    receipts: { standing: [receipt], more: 0, ended: [] },
    sent: { receipt, reviewed: { ...tried, communication: note } },
  })
  const [first = '', ...others] = textsOf(made)
  expect(first).toContain('Claiming at 70 is an estimate, not sent to the plan')
  expect(first).toContain('A pension is taxed differently')
  expect(first).toMatch(
    /Recommended, at 65: your 401\(k\) \$[\d,]+.*; from 70 on: Social Security, as a pension \$[\d,]+ and your 401\(k\)/,
  )
  const assumptions = others.join(' ')
  expect(assumptions).toContain('claimed at 70: Claiming at 70 is an estimate')
  expect(assumptions).toContain('Social Security is entered as a pension, to claim it at 70.')
  expect(assumptions).not.toContain(leftOutNote)
})

test('a rule of law that moved today’s savings is below the table of changes', async () => {
  const today = trainingForecast(exampleProfile('evelyn-hartmann')).saved
  const [first = '', second = ''] = textsOf(await draw({ today }))
  expect(`${first} ${second}`.replace(/\s+/g, ' ')).toMatch(
    /You save before tax 10% · \$24,500 a year .* By law, catch-up contributions of people with wages above \$150,000 are Roth: 1% of the 11% goes in as Roth\./,
  )
})

test('the table of changes names the funds if only they change', async () => {
  const profile = exampleProfile('victor-chen')
  const today = trainingForecast(profile).saved
  const receipt = enrolled('', {
    inputs: {},
    forecast: today.reading,
    sentAt: '2026-11-27T16:00:00.000Z',
  })
  const all = textsOf(
    await draw({
      today,
      receipts: { standing: [receipt], more: 0, ended: [] },
      sent: { receipt, reviewed: today },
    }),
  ).join(' ')
  expect(all.replace(/\s+/g, ' ')).toMatch(
    /What changes .* Retirement age 65 65 – Funds – 11 change Income/,
  )
})
