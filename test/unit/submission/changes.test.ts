import { expect, test } from 'vitest'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import { findChanges } from '#electron/core/submission/reviews/changes.ts'
import { fail, ok } from '#shared/result.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { caseRecord, forecastRecord } from '#test/support/samples/saved-records.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { sentBeforeWords } from '#shared/strategy/changes/sent-before.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/**
 * Tests which forecast a review shows, and what the review says if no forecast has the same inputs.
 */

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
const enrolling = (inputs: SavedForecast['inputs'], forecastId?: string): SubmissionDraft => ({
  operation: 'enroll',
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs,
  forecastId,
})

const reviewed = async (
  forecasts: readonly SavedForecast[],
  inputs: SavedForecast['inputs'],
  now: ParticipantProfile = profile,
) => {
  const records = new Map<string, SavedRecord>(forecasts.map((record) => [record.id, record]))
  const { submissions } = house({ participant: { text: '<P/>', profile: now }, records })
  const { changes, warnings } = unwrap(await submissions.review(enrolling(inputs)))
  return { forecastId: changes.kind === 'forecast' ? changes.forecastId : changes.kind, warnings }
}

const plain = forecast('plain', '2026-11-20T10:00:00.000Z', {})
const tried = forecast('tried', '2026-11-20T11:00:00.000Z', { inputs: whatIf })

test('the review shows a forecast with exactly the sent inputs rather than a newer trial', async () => {
  expect(await reviewed([plain, tried], {})).toEqual({ forecastId: 'plain', warnings: [] })
  expect(await reviewed([plain, tried], whatIf)).toEqual({ forecastId: 'tried', warnings: [] })
})

test('the review prefers the forecast on screen, whose recommendation was accepted, to any with the sent inputs', async () => {
  const records = new Map<string, SavedRecord>([plain, tried].map((record) => [record.id, record]))
  const { submissions } = house({ participant: { text: '<P/>', profile }, records })
  const shown = async (forecastId: string) => {
    const { changes } = unwrap(await submissions.review(enrolling(whatIf, forecastId)))
    return changes.kind === 'forecast' ? changes.forecastId : changes.kind
  }
  expect(await shown('plain')).toBe('plain')
  // A forecast of somebody else, or one no longer kept, counts as none.
  expect(await shown('gone')).toBe('tried')
})

test('the review shows no forecast if the file fits forecasts of two people, and says so', async () => {
  const born = (dateOfBirth: string) => ({ ...plain.subject, dateOfBirth })
  const [hers, his] = [
    forecast('hers', '2026-11-20T10:00:00.000Z', { subject: born('1970-01-01') }),
    forecast('his', '2026-11-20T11:00:00.000Z', { subject: born('1990-01-01') }),
  ]
  const undated = { ...profile, dateOfBirth: '' }
  expect(await reviewed([hers, his], {}, undated)).toEqual({
    forecastId: 'noForecast',
    warnings: [
      'Saved forecasts with this id may be of another person: the dates of birth and names in their files and this one leave it open. None of them is compared here.',
    ],
  })
  expect((await reviewed([hers], {}, undated)).forecastId).toBe('hers')
})

test('if no forecast has the sent inputs, the review shows the newest one, with the differences', async () => {
  const { forecastId, warnings } = await reviewed([plain, tried], { RetirementAge: 66 })
  expect(forecastId).toBe('tried')
  expect(warnings).toEqual([
    'The forecast was run with the service’s own retirement age; this is sent with retirement age 66.',
    'The forecast was run with savings rates ACME401K, type 0: 12%; this leaves savings rates to the service.',
  ])
})

test('the review points out a changed file, but not mere differences in line breaks or field order', async () => {
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

const here = { id: 'env', place: 'p-1', name: 'Env', readAs: usualReadAs }
const unreadable = { code: 'records.damaged', message: 'damaged' } as const

/**
 * Which of `forecasts` the review shows. Those in `damaged` cannot be opened; with `null`, saved
 * results cannot be listed at all.
 */
const shownOf = async (
  forecasts: readonly SavedRecord[] | null,
  {
    participantId = profile.userId,
    dateOfBirth,
    damaged = [],
  }: {
    readonly participantId?: string
    readonly dateOfBirth?: string
    readonly damaged?: readonly string[]
  } = {},
) => {
  const { changes } = await findChanges(
    {
      list: async () => (forecasts === null ? fail(unreadable) : ok(forecasts.map(summaryLineOf))),
      open: async (id) => {
        const record = forecasts?.find((each) => each.id === id)
        return record && !damaged.includes(id) ? ok(record) : fail(unreadable)
      },
    },
    here,
    { subject: { ...plain.subject, participantId, dateOfBirth } },
    { kind: 'asForecast', inputs: {}, forecastId: null },
    profile,
  )
  return changes.kind === 'forecast' ? changes.forecastId : changes.kind
}

test('a forecast counts only for its participant, environment and address', async () => {
  const at = (environment: Partial<SavedForecast['environment']>) =>
    forecast('f', plain.savedAt, { environment: { ...plain.environment, ...environment } })
  expect(await shownOf([at({})])).toBe('f')
  expect(await shownOf([at({ place: 'p-1' })])).toBe('f')
  expect(await shownOf([at({ place: 'p-2' })])).toBe('noForecast')
  expect(await shownOf([at({ id: 'other' })])).toBe('noForecast')
  expect(await shownOf([at({})], { participantId: 'p-100482' })).toBe('f')
  expect(await shownOf([at({})], { participantId: 'P-2' })).toBe('noForecast')
  const other = { ...plain.subject, dateOfBirth: '1999-01-01' }
  const namesake = forecast('f', plain.savedAt, { subject: other })
  expect(await shownOf([namesake], { dateOfBirth: '1981-04-02' })).toBe('noForecast')
  const nobody = forecast('f', plain.savedAt, { subject: { participantId: '', name: '' } })
  expect(await shownOf([nobody], { participantId: '' })).toBe('noForecast')
  expect(await shownOf(null)).toBe('noForecast')
})

test('a forecast with a recommendation is preferred to a newer one without, which is used only if no other exists', async () => {
  const current = { ...tried, id: 'current', inputs: {}, kind: 'forecastCurrent' } as SavedForecast
  expect(await shownOf([current, plain])).toBe('plain')
  expect(await shownOf([current])).toBe('current')
  const estimates = Array.from({ length: 8 }, (_, index) => ({
    ...caseRecord(`case${index}`, '2026-11-20T23:00:00.000Z'),
    environment: current.environment,
    subject: current.subject,
  }))
  expect(await shownOf([current, ...estimates])).toBe('current')
})

test('a damaged forecast counts as none', async () => {
  const older = forecast('older', '2026-11-20T09:00:00.000Z', {})
  expect(await shownOf([older, plain], { damaged: ['plain'] })).toBe('older')
})

test('the review searches the eight newest forecasts for one with the sent inputs', async () => {
  const whatIfs = Array.from({ length: 8 }, (_, index) =>
    forecast(`tried${index}`, `2026-11-20T12:0${index}:00.000Z`, { inputs: whatIf }),
  )
  expect(await shownOf([plain, ...whatIfs.slice(1)])).toBe('plain')
  expect(await shownOf([plain, ...whatIfs])).toBe('tried7')
})

test('an opt-out has no forecast to show', async () => {
  const { submissions } = house({})
  expect(unwrap(await submissions.review(optout)).changes).toEqual({
    kind: 'stated',
    begins: 'The advice service stops for this plan:',
    ends: 'Nothing else is asked of the service.',
  })
})

test('a rate that an accepted receipt of the same person sent is compared with the new one', async () => {
  const rate = (Value: string) => [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value }]
  const receipt = aReceipt({
    environment: plain.environment,
    subject: plain.subject,
    sentAt: '2026-11-28T09:30:00.000Z',
    inputs: { SavingsRateDetails: rate('11') },
  })
  const said = async (outcome: Receipt['outcome'], percent: string) => {
    const items = [summaryLineOf(plain), summaryLineOf({ ...receipt, outcome })]
    const { changes } = await findChanges(
      { list: async () => ok(items), open: async () => ok(plain) },
      here,
      plain,
      { kind: 'asForecast', inputs: { SavingsRateDetails: rate(percent) }, forecastId: null },
      profile,
    )
    return changes.kind === 'forecast'
      ? sentBeforeWords(changes, (iso) => iso.slice(0, 10)).map((words) =>
          written(words, americanWriter),
        )
      : null
  }
  expect(await said('accepted', '10')).toEqual([
    'Pre-tax, ACME401K: 11% was sent on 2026-11-28; this lowers it to 10%.',
  ])
  expect(await said('accepted', '12')).toEqual([
    'Pre-tax, ACME401K: 11% was sent on 2026-11-28; this raises it to 12%.',
  ])
  expect(await said('accepted', '11')).toEqual([])
  expect(await said('declined', '10')).toEqual([])
})
