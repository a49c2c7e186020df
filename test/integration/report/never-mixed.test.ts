import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePersonXml, type PersonSpec } from '#electron/training/people/person-xml.ts'
import type { ReportPage } from '#shared/report/page-model.ts'
import type { ReportRequest } from '#shared/report/channels.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import type { Asked } from '#test/support/screens/as-on-screen.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Tests two people called Carol: results, receipts and reports of one never appear with the other,
 * and a doubt about a file stays with everything made from that file.
 */

let house: RealCore
beforeAll(async () => {
  house = await openRealCore(temporaryFolder('never-mixed'))
})
afterAll(() => house.core.close())

const [first] = personSpecs
if (first === undefined) throw new Error('no example person')
const carol = { ...first, userId: 'CR-1', firstName: 'Carol', lastName: 'Reyes' }

const openFile = async (person: PersonSpec) => {
  const bytes = new TextEncoder().encode(writePersonXml(person))
  return house.must('participant.open', { kind: 'file', name: 'carol.xml', bytes })
}
const forecast = (handle: string, RetirementAge?: number) =>
  house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: RetirementAge === undefined ? {} : { RetirementAge },
    jobId: `${handle} ${RetirementAge ?? ''}`,
  })
/** All text of the pages, with wrapped lines joined. */
const wordsOf = (pages: readonly ReportPage[]) =>
  pages
    .flatMap(({ blocks }) => blocks.flatMap(({ marks }) => marks))
    .flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
    .join(' ')
const enrollment = (handle: string): Asked<'submission.review'> => ({
  operation: 'enroll',
  handle,
  enrollmentInfo: [
    { PlanId: carol.plans[0]?.planId ?? '', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
  ],
  inputs: {},
})
const enroll = async (handle: string) => {
  const { submissionId } = await house.must('submission.review', enrollment(handle))
  return house.must('submission.send', { submissionId })
}

test.each<[alike: string, one: PersonSpec, other: PersonSpec]>([
  ['id', carol, { ...carol, dateOfBirth: '1961-02-03' }],
  ['id', { ...carol, userId: 'CR-2' }, { ...carol, userId: 'CR-2', lastName: 'Hall' }],
  [
    'name',
    { ...carol, userId: '', dateOfBirth: '1970-01-01' },
    { ...carol, userId: '', dateOfBirth: '1961-02-03' },
  ],
])(
  'the results of two people with the same %s are kept apart',
  { timeout: 60_000 },
  async (alike, one, other) => {
    const [hers, others] = [await openFile(one), await openFile(other)]
    const [today, plan] = [await forecast(hers.handle), await forecast(hers.handle, 67)]
    const strange = await forecast(others.handle, 68)
    const sources = await house.must('report.sources', { forecastId: plan.id })
    expect(sources.todays.map(({ id }) => id)).toEqual([today.id])
    expect(sources.plans.map(({ id }) => id)).toEqual([plan.id])
    expect(sources.notOffered).toMatch(
      `1 result of another person with the same ${alike} is not offered.`,
    )
    expect(await house.must('scenario.today', { id: strange.id })).toBeNull()
    expect(
      (await house.must('scenario.list', { handle: hers.handle })).map(({ id }) => id),
    ).toEqual([plan.id])
    const mixed: ReportRequest = {
      todayId: today.id,
      planId: strange.id,
      comparedIds: [],
      goalMonth: null,
      parts: [...reportParts],
      paper: 'letter',
      masked: false,
    }
    expect(await house.call('report.preview', mixed)).toMatchObject({
      ok: false,
      error: { code: 'report.otherPerson' },
    })
    // Training refuses a file without an id.
    const count = alike === 'id' ? 1 : 0
    await enroll(others.handle)
    const marks = (handle: string) => house.must('records.marks', { of: 'open', handle })
    expect((await marks(others.handle)).map(({ operation }) => operation)).toEqual(
      Array(count).fill('enroll'),
    )
    expect(await marks(hers.handle)).toEqual([])
    expect(await house.must('records.marks', { of: 'record', id: strange.id })).toHaveLength(count)
    expect(await house.must('records.marks', { of: 'record', id: plan.id })).toEqual([])
    const { pages } = await house.must('report.preview', { ...mixed, planId: plan.id })
    expect(JSON.stringify(pages)).toMatch(/Nothing has been enrolled or implemented/)
  },
)

test('a doubt about a file is shown with its forecast, review, receipt, report and list row', async () => {
  const doubts = [
    'The participant has a date of birth in the future, Mar 2, 2031.',
    'The participant has a negative salary, −$5.',
  ]
  const strange = { ...carol, userId: 'CR-3', dateOfBirth: '2031-03-02', salary: -5 }
  const { handle } = await openFile(strange)
  const result = await forecast(handle)
  const review = await house.must('submission.review', enrollment(handle))
  expect(review.unusual.map(plain)).toEqual(expect.arrayContaining(doubts))
  const { submissionId } = review
  expect(await house.call('submission.send', { submissionId })).toMatchObject({
    ok: false,
    error: { code: 'submission.confirmation', field: 'sendsUnusual' },
  })
  const receipt = await house.must('submission.send', { submissionId, sendsUnusual: true })
  expect(receipt.doubts).toEqual(review.unusual)
  const items = await house.must('records.list', {})
  const said = items.filter(({ id }) => [result.id, receipt.id].includes(id))
  expect(said.map((item) => item.doubts?.map(plain))).toEqual([receipt.doubts.map(plain), doubts])
  const { pages } = await house.must('report.preview', {
    todayId: result.id,
    planId: null,
    comparedIds: [],
    goalMonth: null,
    parts: ['assumptions'],
    paper: 'letter',
    masked: false,
  })
  for (const doubt of doubts) {
    expect(wordsOf(pages.slice(0, 1))).toContain(`Doubtful: ${doubt}`)
    expect(wordsOf(pages.slice(1))).toContain(doubt)
  }
  const { callListId } = await house.must('callFirst.begin', { name: 'Folder' })
  const bytes = new TextEncoder().encode(writePersonXml(strange))
  await house.must('callFirst.addFile', { callListId, name: 'carol.xml', bytes })
  const { rows } = await house.must('callFirst.get', { callListId })
  expect(rows.map((row) => row.doubts.map(plain))).toEqual([doubts])
  expect(rows).toMatchObject([
    { marks: [{ operation: 'enroll', receiptId: receipt.id, planIds: [] }] },
  ])
})
