import { z } from 'zod'
import type { OperationName } from '#shared/express/operations.ts'
import { isObject } from '#shared/is-object.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { caseInformation } from './engine/case-information.ts'
import { forecast, forecastCurrent, keepingLast, type FullForecast } from './engine/forecast.ts'
import type { ParticipantRequest } from './operations/operation.ts'
import type { AcceptedCase } from './operations/forecasts.ts'

interface JobOfDay {
  /** YYYY-MM-DD */
  readonly today: string
  readonly firmLaw: FirmLaw
}

/** A worker's task. */
export type ProjectionJob =
  | (JobOfDay & {
      readonly kind: 'participant'
      readonly operation: OperationName
      readonly request: ParticipantRequest
      readonly mapping: ParticipantMapping
    })
  | (JobOfDay & { readonly kind: 'caseInformation'; readonly request: AcceptedCase })

/** Not checked in detail: only the pool sends jobs, and their requests were checked when they arrived. */
export const projectionJobSchema = z.custom<ProjectionJob>(isObject)

/**
 * The changes from Current to Revised by plan, as a transaction names them, in percent (0–100): shares of the account,
 * and of new money if elections change.
 */
export const planMoves = ({ StrategyOutput, AccountMappings }: FullForecast) => {
  const [current, revised] = StrategyOutput
  return AccountMappings.map(({ AccountId, PlanId: planId }) => {
    const from = new Map(
      current?.InvestmentSelections[AccountId]?.map((row) => [row.FundId, row.Percent]),
    )
    const rows = new Map(revised?.InvestmentSelections[AccountId]?.map((row) => [row.FundId, row]))
    const moves = [...rows.values()].map(
      ({ FundId: CusFundID, FundName: Name, Percent, FuturePercent = 0 }) => ({
        fund: { CusFundID, Name, FromPercent: from.get(CusFundID) ?? 0, ToPercent: Percent },
        election: { CusFundID, Name, ToPercent: FuturePercent },
      }),
    )
    return {
      planId,
      funds: moves.flatMap(({ fund }) =>
        fund.FromPercent > 0 || fund.ToPercent > 0 ? [fund] : [],
      ),
      elections: moves.flatMap(({ election }) => (election.ToPercent > 0 ? [election] : [])),
    }
  })
}
export type PlanMoves = ReturnType<typeof planMoves>[number]

/**
 * The ForecastType that requests ten times the usual number of paths. The service's own codes are
 * not published.
 */
const detailedForecastType = 'Detailed'
const detailedPaths = 10_000

/** Maximum length of a file to keep, in characters: enough for one person's file, with a margin. */
const mostKept = 200_000
const lastReading = keepingLast<ReturnType<typeof readParticipantXml>>()

const unusable = (message: string) => ({ kind: 'unusableXml', message }) as const

/**
 * Runs one job; for a file with several participants, it answers for the first. Strategies are returned as JSON text,
 * so that the service's thread neither clones nor serializes large amounts of data.
 */
export const runProjection = (job: ProjectionJob) => {
  const { today, firmLaw } = job
  if (job.kind === 'caseInformation') {
    const json = JSON.stringify(caseInformation({ ...job.request, today, firmLaw }))
    return { kind: 'caseInformation', json } as const
  }

  const { mapping } = job
  const { ClientId: _clientId, ParticipantXML: xml, ...changes } = job.request
  const read = () => readParticipantXml(xml, { mapping })
  // Does not keep a large file, because it may not be needed again.
  const reading =
    xml.length > mostKept ? read() : lastReading(`${JSON.stringify(mapping)} ${xml}`, read)
  if (!reading.ok) {
    const { message, line } = reading.error
    return unusable(line === undefined ? message : `Line ${line}: ${message}`)
  }
  const { participants } = reading.value
  const [profile] = participants
  if (profile === undefined) return unusable('There is no participant.')
  const paths = changes.ForecastType === detailedForecastType ? detailedPaths : undefined
  const input = { ...changes, profile, today, firmLaw, paths }
  const full = job.operation === 'forecastCurrent' ? null : forecast(input)
  const answer = full ?? forecastCurrent(input)
  return {
    kind: 'projected',
    participant: {
      person: { UserID: profile.userId, FirstName: profile.firstName, LastName: profile.lastName },
      planIds: profile.accounts.map(({ planId }) => planId),
      inFile: participants.length,
    },
    strategyOutputJson: JSON.stringify(answer.StrategyOutput),
    accountMappingsJson: JSON.stringify(answer.AccountMappings),
    moves: full ? planMoves(full) : [],
    /** The assumptions behind the figures, one sentence each. */
    notes: answer.notes,
    /** Whole dollars a year in average markets. */
    sustainableIncome: answer.StrategyOutput.map(({ StrategyType: Type, Percentile }) => ({
      Type,
      SustainableRetirementIncome: Math.round(Percentile[1]?.SustainableRetirementIncome ?? 0),
    })),
  } as const
}
export type ProjectionResult = ReturnType<typeof runProjection>
export type Projected = Extract<ProjectionResult, { kind: 'projected' }>
