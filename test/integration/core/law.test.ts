import { afterAll, expect, test } from 'vitest'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { lawOf } from '#shared/law/law-of.ts'
import { sentRows } from '#shared/receipt/receipt-words.ts'
import { onScreen } from '#test/support/screens/as-on-screen.ts'
import { openRealCore, type Around } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import type { SentField } from '#shared/express/changes.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests the year's legal limits and the rule for catch-up contributions, from the review to the
 * receipt.
 */

const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers.splice(0)) await close()
})

const openOn = async (day: string, around: Around = {}) => {
  const clock = { ...createSystemClock(), now: () => Date.parse(`${day}T17:00:00Z`) }
  const house = await openRealCore(temporaryFolder('law'), { clock, ...around })
  closers.push(() => house.core.close())
  return house
}
type House = Awaited<ReturnType<typeof openOn>>

/** Opens Jonathan Weiss, born in 1974, who saves 8.4% of $385,000. */
const openWeiss = async ({ must }: House) => {
  const xml = examplePeople.find(({ id }) => id === 'jonathan-weiss')?.xml ?? ''
  const { handle } = await must('participant.open', {
    kind: 'file',
    name: 'weiss.xml',
    bytes: new TextEncoder().encode(xml),
  })
  return handle
}
const placeOf = ({ call }: House) =>
  onScreen({
    environments: () => call('environments.list', {}),
    settings: () => call('settings.get', {}),
  })
const reviewed = async (house: House, wagesBefore?: number, forecastId?: string) => {
  const handle = await openWeiss(house)
  return house.must('submission.review', {
    to: await placeOf(house),
    draft: {
      operation: 'enroll',
      handle,
      enrollmentInfo: [
        { PlanId: 'EMPIRE401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      ],
      ...(forecastId === undefined ? {} : { forecastId }),
      inputs: {
        SavingsRateDetails: [{ PlanId: 'EMPIRE401K', SavingsType: 'Pretax', Value: '8.4' }],
      },
    },
    ...(wagesBefore === undefined ? {} : { wagesBefore }),
  })
}
const lawIn = (sent: readonly SentField[]) =>
  sent.find(({ name }) => name === 'SavingsRateDetails')?.law?.map(plain)
const lawOfReview = async (house: House, wagesBefore?: number) => {
  const { sent } = await reviewed(house, wagesBefore)
  return lawIn(sent)
}

const limits = '2026 limits (IRS Notice 2025-67).'
const savedAsRoth = 'savings above $24,500 go in as Roth'
const ifAbove =
  'If FICA wages of 2025 from this employer were above $150,000 (the pay here is $385,000), '

test('a review and its receipt state the Roth catch-up rule as far as the facts are known', async () => {
  const house = await openOn('2026-11-27')
  expect(await lawOfReview(house)).toEqual([
    limits,
    `${ifAbove}${savedAsRoth}; a plan without Roth takes none of them.`,
  ])
  expect(await lawOfReview(house, 100_000)).toEqual([limits])

  await house.must('settings.change', { rothCatchUp: 'yes' })
  const review = await reviewed(house, 385_000)
  const receipt = await house.must('submission.send', { submissionId: review.submissionId })
  expect(receipt.outcome).toBe('accepted')
  const said = `The law: ${limits} With FICA wages of 2025 from this employer above $150,000, ${savedAsRoth}.`
  expect(sentRows(receipt).flat().join('\n')).toContain(said)

  await house.must('settings.change', { rothCatchUp: 'no' })
  const without = await reviewed(house)
  expect(without.unusual.map(plain).join()).toContain(
    '$24,500 a year is the legal limit for deferrals (2026 limits)',
  )
  expect(without.sent.flatMap(({ law }) => law?.map(plain) ?? [])).toContain(
    `${ifAbove}at most $24,500 goes in: these plans take no Roth catch-up.`,
  )
}, 60_000)

test('wages entered for a forecast apply in a review of that forecast until other wages are entered', async () => {
  const house = await openOn('2026-11-27')
  const forecast = await house.must('forecast.run', {
    handle: await openWeiss(house),
    operation: 'forecast',
    inputs: {},
    wagesBefore: 100_000,
    to: await placeOf(house),
    jobId: 'wages',
  })
  expect(lawIn((await reviewed(house, undefined, forecast.id)).sent)).toEqual([limits])
  expect(lawIn((await reviewed(house, 385_000, forecast.id)).sent)?.[1]).toContain(savedAsRoth)
}, 60_000)

test('a firm’s figures for a later year’s law apply, and are sent to the page', async () => {
  const { figures } = lawOf('contributionLimits', 2026)
  const source = 'Firm memo 7'
  const firmLaw = [
    { year: 2027, contributionLimits: { ...figures, electiveDeferral: { value: 25_500, source } } },
  ]
  const without = await openOn('2027-03-01')
  expect((await lawOfReview(without))?.[0]).toBe(
    '2026 limits; 2027’s are not in this version (IRS Notice 2025-67).',
  )
  const house = await openOn('2027-03-01', { firmLaw })
  expect((await house.must('app.info', {})).firmLaw).toEqual(firmLaw)
  expect(await lawOfReview(house, 385_000)).toEqual([
    `2027 limits, from your firm (${source}).`,
    'With FICA wages of 2026 from this employer above $150,000, savings above $25,500 go in as Roth; a plan without Roth takes none of them.',
  ])
}, 60_000)
