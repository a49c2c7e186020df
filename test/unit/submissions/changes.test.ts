import { expect, test } from 'vitest'
import type { LibraryRecord, SavedForecast, SubmissionDraft } from '#shared/ipc/views.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { forecastRecord } from '#test/support/library-records.ts'
import { aProfile } from '#test/support/scripted-world.ts'
import { house, unwrap } from '#test/support/submissions-house.ts'

/** Which forecast a review shows, and what it says where none was run as this is sent. */

const profile = aProfile()
const whatIf = { SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: '0', Value: '12' }] }

const forecast = (id: string, savedAt: string, over: Partial<SavedForecast>): SavedForecast => ({
  ...forecastRecord(id, savedAt),
  environment: { id: 'env', name: 'Env', kind: 'training' },
  subject: { participantId: profile.userId, name: 'Maria Alvarez' },
  profile,
  inputs: {},
  ...over,
})
const enrolling = (inputs: SavedForecast['inputs']): SubmissionDraft => ({
  operation: 'enroll',
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs,
})

const reviewed = async (
  forecasts: readonly SavedForecast[],
  inputs: SavedForecast['inputs'],
  now: ParticipantProfile = profile,
) => {
  const records = new Map<string, LibraryRecord>(forecasts.map((record) => [record.id, record]))
  const { submissions } = house({ participant: { text: '<P/>', profile: now }, records })
  const { changes, warnings } = unwrap(await submissions.review(enrolling(inputs)))
  return { forecastId: changes.kind === 'forecast' ? changes.forecastId : changes.kind, warnings }
}

const plain = forecast('plain', '2026-11-20T10:00:00.000Z', {})
const tried = forecast('tried', '2026-11-20T11:00:00.000Z', { inputs: whatIf })

test('the one that was run as this is sent, before a newer what-if', async () => {
  expect(await reviewed([plain, tried], {})).toEqual({ forecastId: 'plain', warnings: [] })
  expect(await reviewed([plain, tried], whatIf)).toEqual({ forecastId: 'tried', warnings: [] })
})

test('where none was, the newest, and what differs is said', async () => {
  const { forecastId, warnings } = await reviewed([plain, tried], { RetirementAge: 66 })
  expect(forecastId).toBe('tried')
  expect(warnings).toEqual([
    'The forecast was run with the service’s own retirement age; this is sent with retirement age 66.',
    'The forecast was run with savings rates ACME401K, type 0: 12%; this leaves savings rates to the service.',
  ])
})

test('a file that says something else now is pointed out; its lines and the order of its fields are not', async () => {
  const raised = {
    ...profile,
    contributions: profile.contributions.map((rule) => ({ ...rule, rate: 9 })),
  }
  expect((await reviewed([plain], {}, raised)).warnings.join()).toMatch(
    /says something else now than when the forecast was run/,
  )
  const turned = Object.fromEntries(Object.entries({ ...profile, line: 99 }).toReversed())
  expect(await reviewed([plain], {}, { ...profile, ...turned })).toEqual({
    forecastId: 'plain',
    warnings: [],
  })
})
