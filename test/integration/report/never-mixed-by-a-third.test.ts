import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePersonXml, type PersonSpec } from '#electron/training/people/person-xml.ts'
import type { ReportPage } from '#shared/report/page-model.ts'
import type { ReportRequest } from '#shared/report/channels.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/**
 * Alice and Bob have the same id and last name, and different dates of birth. A third file with the
 * same id and no date of birth may be about either of them, and must not bring the figures of one
 * into a report about the other.
 */

let house: RealCore
beforeAll(async () => {
  house = await openRealCore(temporaryFolder('never-mixed-by-a-third'))
})
afterAll(() => house.core.close())

const [example] = personSpecs
if (example === undefined) throw new Error('no example person')
const person = (firstName: string, dateOfBirth: string): PersonSpec => ({
  ...example,
  userId: 'CR-7',
  firstName,
  lastName: 'Reyes',
  dateOfBirth,
})
const alice = person('Alice', '1970-01-01')
const bob = person('Bob', '1990-01-01')

const openFile = (xml: string) =>
  house.must('participant.open', {
    kind: 'file',
    name: 'reyes.xml',
    bytes: new TextEncoder().encode(xml),
  })
const forecast = async (xml: string) => {
  const { handle } = await openFile(xml)
  const { id } = await house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: handle,
  })
  return { handle, id }
}
const withoutBirth = (each: PersonSpec) => writePersonXml(each).replace(/ DOB="[^"]*"/, '')
const report = (over: Partial<ReportRequest>): ReportRequest => ({
  todayId: null,
  planId: null,
  comparedIds: [],
  goalMonth: null,
  parts: [...reportParts],
  paper: 'letter',
  masked: false,
  ...over,
})
const wordsOf = (pages: readonly ReportPage[]) =>
  pages
    .flatMap(({ blocks }) => blocks.flatMap(({ marks }) => marks))
    .flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
    .join(' ')

const marked = async (xml: string) => {
  const { handle } = await openFile(xml)
  const marks = await house.must('records.marks', { of: 'open', handle })
  return marks.map(({ operation }) => operation)
}

test('a report never compares two people, even if a third file could be about either of them', async () => {
  const unknown = await forecast(withoutBirth(person('Carla', '')))
  const [hers, his] = [await forecast(writePersonXml(alice)), await forecast(writePersonXml(bob))]
  const mixed = report({ todayId: unknown.id, planId: hers.id, comparedIds: [his.id] })
  expect(await house.call('report.preview', mixed)).toMatchObject({
    ok: false,
    error: { code: 'report.otherPerson' },
  })
  // A report must not compare one person with a result that may be about the other.
  const unclear = report({ todayId: hers.id, planId: unknown.id })
  expect(await house.call('report.preview', unclear)).toMatchObject({
    ok: false,
    error: { code: 'report.otherPerson' },
  })
  const sources = await house.must('report.sources', { forecastId: hers.id })
  expect([...sources.todays, ...sources.plans].map(({ id }) => id)).toEqual([hers.id])
  expect(sources.notOffered).toMatch(
    '2 results of a person who may be another with the same id are not offered.',
  )
})

test('a receipt that may be about either of two people brings no figures of one into the other’s report', async () => {
  const his = await forecast(writePersonXml(bob))
  const hers = await forecast(writePersonXml(alice))
  const { handle } = await openFile(withoutBirth(person('Carla', '')))
  const { submissionId, changes } = await house.must('submission.review', {
    operation: 'enroll',
    handle,
    enrollmentInfo: [
      {
        PlanId: example.plans[0]?.planId ?? '',
        PlanType: '401K',
        ServiceOption: 'ManagedAccounts',
      },
    ],
    inputs: {},
    forecastId: hers.id,
  })
  expect(changes).not.toMatchObject({ forecastId: hers.id })
  const receipt = await house.must('submission.send', { submissionId, sendsUnusual: true })
  expect(receipt.outcome).toBe('accepted')
  const { pages } = await house.must('report.preview', report({ todayId: his.id }))
  const words = wordsOf(pages)
  expect(words).toContain('Bob Reyes')
  expect(words).not.toContain('Alice')
  expect(await marked(writePersonXml(alice))).toEqual([])
  expect(await marked(writePersonXml(bob))).toEqual([])
  expect(await marked(withoutBirth(person('Carla', '')))).toEqual(['enroll'])
})
