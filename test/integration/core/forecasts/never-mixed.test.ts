import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePersonXml, type PersonSpec } from '#electron/training/people/person-xml.ts'
import type { ReportRequest } from '#shared/report/channels.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** Two Carols: results, receipts and reports of one never appear with the other. */

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
const enroll = async (handle: string) => {
  const { submissionId } = await house.must('submission.review', {
    operation: 'enroll',
    handle,
    enrollmentInfo: [
      { PlanId: carol.plans[0]?.planId ?? '', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
    ],
    inputs: {},
  })
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
  'two people with the same %s keep their results apart',
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
      needMonth: null,
      parts: [...reportParts],
      paper: 'letter',
      masked: false,
    }
    expect(await house.call('report.preview', mixed)).toMatchObject({
      ok: false,
      error: { code: 'report.otherPerson' },
    })
    await enroll(others.handle)
    const { pages } = await house.must('report.preview', { ...mixed, planId: plan.id })
    expect(JSON.stringify(pages)).toMatch(/Nothing has been enrolled or implemented/)
  },
)
