import { caseInformation } from '#electron/training/engine/case-information.ts'
import { forecast } from '#electron/training/engine/forecast.ts'
import { ageAt } from '#shared/age-at.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import type { Claim } from '#shared/records/claim.ts'
import { claimedAt, inputsWithClaim } from '#shared/strategy/claim-approximation.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { americanWriter } from '#shared/strategy/statement/said.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import { statementOf, type Rules } from '#shared/strategy/statement/statement.ts'

/**
 * Statements made from the training engine's answers for any participant, with the levers in three
 * positions.
 */

export const today = '2026-11-27'

export { americanWriter }

export const usualRules: Rules = {
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  unitsOf: () => ({ readAs: usualReadAs, source: 'Training' }),
}

export const profileIn = (xml: string): ParticipantProfile => {
  const reading = readParticipantXml(xml, {})
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (profile === undefined) throw new Error('no participant')
  return profile
}

interface Answered {
  readonly saved: SavedAnswer
  /** The answer as sent. */
  readonly raw: unknown
}

export const answerFor = (
  profile: ParticipantProfile,
  inputs: Pick<ForecastInputs, 'RetirementAge'> = {},
  claim: Claim | null = null,
  paths?: number,
): Answered => {
  const { ExcludeSocialSecurity, PensionTypes } = inputsWithClaim(inputs, claim, profile)
  const text = JSON.stringify(
    forecast({
      ...inputs,
      ...(ExcludeSocialSecurity && { ExcludeSocialSecurity }),
      ...(PensionTypes && {
        PensionTypes: PensionTypes.map(
          ({ Amount = 0, Cola = false, IsFromRecordKeeper = false, StartYear = '' }) => ({
            Amount,
            Cola,
            IsFromRecordKeeper,
            StartYear,
          }),
        ),
      }),
      profile,
      today,
      ...(paths && { paths }),
    }),
  )
  const reading = readForecast(text)
  if (!reading.ok) throw new Error(reading.error.message)
  const saved: SavedAnswer = {
    id: JSON.stringify([profile.userId, inputs, claim?.age ?? null]),
    savedAt: `${today}T15:00:00.000Z`,
    environment: { id: 'training', name: 'Training', kind: 'training', place: 'here' },
    profile,
    inputs,
    reading: reading.value,
    subject: { name: profile.firstName, participantId: profile.userId },
    ...(claim && { claim }),
  }
  return { saved, raw: JSON.parse(text) }
}

/**
 * A Social Security claim at the latest age, from Case information; `null` for a participant
 * without pay.
 */
const lastClaim = (profile: ParticipantProfile, retirementAge: number): Claim | null => {
  const { salary, dateOfBirth, gender } = profile
  if (salary === null || salary <= 0) return null
  const { SocialSecurity } = caseInformation({
    Salary: salary,
    RetirementAge: retirementAge,
    DOB: dateOfBirth,
    ...(gender && { Gender: gender }),
    SSAgeOverride: [70],
    today,
  })
  const benefit = SocialSecurity.find(({ Age }) => Age === 70)
  return benefit === undefined
    ? null
    : claimedAt(70, benefit.Amount, {
        ageNow: ageAt(dateOfBirth, new Date(`${today}T12:00:00`)) ?? 0,
        thisYear: Number(today.slice(0, 4)),
        priceGrowth: 2.4,
      })
}

/**
 * Statements for today's retirement age, for retiring two years later, and for retiring two years
 * later with Social Security from 70, without those that are impossible.
 */
export const statementsFor = (profile: ParticipantProfile, paths?: number) => {
  const base = answerFor(profile, {}, null, paths)
  const age = base.saved.reading.strategies[0]?.retirementAge ?? 65
  const later = age + 2
  const claim = later < 70 ? lastClaim(profile, later) : null
  const runs = [
    base,
    answerFor(profile, { RetirementAge: later }, null, paths),
    ...(claim === null ? [] : [answerFor(profile, { RetirementAge: later }, claim, paths)]),
  ]
  return runs.map(({ saved, raw }) => ({
    statement: statementOf({ saved, today: base.saved, typedGoal: null }, usualRules),
    answers: [raw, base.raw],
  }))
}
