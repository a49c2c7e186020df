import { caseInformation } from '#electron/training/engine/case-information.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { ageAt } from '#shared/age-at.ts'
import { claimedAt, inputsWithClaim } from '#shared/strategy/claim-approximation.ts'
import { asObject } from '../as-object.ts'

/** Saved forecasts of Training's example participants, computed here without a service. */

const day = '2026-11-27'

export const exampleProfile = (id: string): ParticipantProfile => {
  const read = readParticipantXml(examplePeople.find((each) => each.id === id)?.xml ?? '')
  const profile = read.ok ? read.value.participants[0] : undefined
  if (profile === undefined) throw new Error(`no example ${id}`)
  return profile
}

/** A claim at `age` from Case information, for a plan that retires at `retirementAge`. */
export const claimOf = (profile: ParticipantProfile, retirementAge: number, age: number): Claim => {
  const { SocialSecurity } = caseInformation({
    Salary: profile.salary ?? 0,
    RetirementAge: retirementAge,
    DOB: profile.dateOfBirth,
    SSAgeOverride: [age],
    today: day,
  })
  return claimedAt(age, SocialSecurity[0]?.Amount ?? 0, {
    ageNow: ageAt(profile.dateOfBirth, new Date(`${day}T12:00:00`)) ?? 0,
    thisYear: 2026,
    priceGrowth: 2.4,
  })
}

interface Asked {
  readonly inputs?: ForecastInputs
  readonly claim?: Claim | undefined
  /** Number of simulated markets; 200 by default. */
  readonly paths?: number
}

/** A participant's saved forecast, and the answer as sent. */
export const trainingForecast = (
  profile: ParticipantProfile,
  { inputs = {}, claim, paths = 200 }: Asked = {},
): { readonly saved: SavedForecast; readonly raw: unknown } => {
  // The inputs as the service receives them, without fields that were not sent.
  const sent = asObject(JSON.parse(JSON.stringify(inputsWithClaim(inputs, claim ?? null, profile))))
  const text = JSON.stringify(forecast({ ...sent, profile, today: day, paths }))
  const answer = readForecast(text)
  if (!answer.ok) throw new Error(answer.error.message)
  const saved: SavedForecast = {
    id: `${profile.userId} ${JSON.stringify([inputs, claim?.age])}`,
    kind: 'forecast',
    savedAt: `${day}T15:42:00.000Z`,
    environment: { id: 'training', name: 'Training', kind: 'training' },
    subject: { participantId: profile.userId, name: `${profile.firstName} ${profile.lastName}` },
    appVersion: '0.1.0',
    profile,
    inputs,
    ...(claim === undefined ? {} : { claim }),
    reading: answer.value,
    communication: { text: '', encoding: 'base64' },
    durationMs: 800,
    fileSha256: '0'.repeat(64),
  }
  return { saved, raw: JSON.parse(text) }
}

/** The saved forecast of an example participant. */
export const exampleForecast = (id: string, asked: Asked = {}): SavedForecast =>
  trainingForecast(exampleProfile(id), asked).saved
