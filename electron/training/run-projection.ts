import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import {
  caseInformation,
  forecast,
  forecastCurrent,
  type ForecastInput,
  type ReducedForecast,
} from './engine/index.ts'
import { keepingLast } from './keeping-last.ts'
import { planMoves } from './plan-moves.ts'
import type { PlanMoves, ProjectionJob, ProjectionResult } from './projection-job.ts'
import type { ParticipantRequest } from './request-checks.ts'

/** ForecastType for ten times the usual paths. The service's own codes are not published. */
const detailedForecastType = 'Detailed'
const detailedPaths = 10_000

/** The engine's input: the request without client, participant and plans. */
const inputOf = (
  request: ParticipantRequest,
  profile: ParticipantProfile,
  today: string,
): ForecastInput => {
  const { ClientId: _clientId, ParticipantXML: _participantXml, ...inputs } = request
  return {
    ...inputs,
    profile,
    today,
    paths: inputs.ForecastType === detailedForecastType ? detailedPaths : undefined,
  }
}

const incomes = ({ StrategyOutput }: ReducedForecast) =>
  StrategyOutput.map(({ StrategyType, Percentile }) => ({
    strategyType: StrategyType,
    amount:
      Percentile.find(({ Percentage }) => Percentage === 50)?.SustainableRetirementIncome ?? 0,
  }))

const projected = (
  profile: ParticipantProfile,
  inFile: number,
  answer: ReducedForecast,
  moves: readonly PlanMoves[],
): ProjectionResult => ({
  kind: 'projected',
  participant: {
    userId: profile.userId,
    firstName: profile.firstName,
    lastName: profile.lastName,
    planIds: profile.accounts.map(({ planId }) => planId),
    inFile,
  },
  strategyOutputJson: JSON.stringify(answer.StrategyOutput),
  accountMappingsJson: JSON.stringify(answer.AccountMappings),
  moves,
  notes: answer.notes,
  sustainableIncome: incomes(answer),
})

/** Characters of one person's file, with a margin. */
const mostKept = 200_000
const lastReading = keepingLast<ReturnType<typeof readParticipantXml>>()

/** Runs one job; a file with several participants is answered for the first. */
export const runProjection = (job: ProjectionJob): ProjectionResult => {
  if (job.kind === 'caseInformation')
    return {
      kind: 'caseInformation',
      json: JSON.stringify(caseInformation({ ...job.request, today: job.today })),
    }

  const { mapping } = job
  const xml = job.request.ParticipantXML
  const read = (): ReturnType<typeof readParticipantXml> => readParticipantXml(xml, { mapping })
  // A large file is not kept: it may not come again.
  const reading =
    xml.length > mostKept ? read() : lastReading(`${JSON.stringify(mapping)} ${xml}`, read)
  if (!reading.ok) {
    const { message, line } = reading.error
    return {
      kind: 'unusableXml',
      message: line === undefined ? message : `Line ${line}: ${message}`,
    }
  }
  const [profile] = reading.value.participants
  const inFile = reading.value.participants.length
  if (profile === undefined) return { kind: 'unusableXml', message: 'There is no participant.' }
  const input = inputOf(job.request, profile, job.today)
  if (job.operation === 'forecastCurrent')
    return projected(profile, inFile, forecastCurrent(input), [])
  const answer = forecast(input)
  return projected(profile, inFile, answer, planMoves(answer))
}
