import type { OperationName } from '#shared/express/operations.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import type { AcceptedCase } from './operations/case-information.ts'
import type { ParticipantRequest } from './request-checks.ts'

/** A worker's task. `today` is YYYY-MM-DD. */
export type ProjectionJob =
  | {
      readonly kind: 'participant'
      readonly operation: OperationName
      readonly request: ParticipantRequest
      readonly today: string
      /** The places of values in the participant file. */
      readonly mapping: ParticipantMapping
    }
  | { readonly kind: 'caseInformation'; readonly request: AcceptedCase; readonly today: string }

/** A fund's share of an account before and after, percent 0–100. */
export interface FundMove {
  readonly fundId: string
  readonly name: string
  readonly from: number
  readonly to: number
}

/** A fund's share of new money, percent 0–100. */
export interface Election {
  readonly fundId: string
  readonly name: string
  readonly percent: number
}

/** The advised changes in one plan. */
export interface PlanMoves {
  readonly planId: string
  readonly funds: readonly FundMove[]
  /** Empty if today's elections stay. */
  readonly elections: readonly Election[]
}

export interface ParticipantFacts {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly planIds: readonly string[]
  /** Participants in the file; the answer is about the first. */
  readonly inFile: number
}

/** Strategies as JSON text, so that the service's thread neither clones nor serializes bulk numbers. */
export interface Projected {
  readonly kind: 'projected'
  readonly participant: ParticipantFacts
  readonly strategyOutputJson: string
  readonly accountMappingsJson: string
  readonly moves: readonly PlanMoves[]
  /** The basis of the figures, one sentence each. */
  readonly notes: readonly string[]
  /** Dollars a year at the middle percentile, by strategy type. */
  readonly sustainableIncome: readonly { readonly strategyType: string; readonly amount: number }[]
}

export type ProjectionResult =
  | Projected
  | { readonly kind: 'caseInformation'; readonly json: string }
  /** The participant file cannot be used; `message` says why and where. */
  | { readonly kind: 'unusableXml'; readonly message: string }

/** The worker's reply: a result, or the message of a bug's exception. */
export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly result: ProjectionResult }
  | { readonly id: number; readonly ok: false; readonly message: string }

export interface WorkerRequest {
  readonly id: number
  readonly job: ProjectionJob
}
