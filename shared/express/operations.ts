import type { z } from 'zod'
import {
  caseInformationRequestSchema,
  enrollRequestSchema,
  forecastCurrentRequestSchema,
  forecastRequestSchema,
  optoutRequestSchema,
} from './requests.ts'

/** One operation of the service that takes a bearer token. */
export interface Operation {
  /** The service's own name, as shown on screen and in logs. */
  readonly title: string
  /** Appended to the environment's base URL. */
  readonly path: string
  readonly request: z.ZodObject
  /** True when the operation only computes, so that it may be sent again after a failure. False makes it a submission. */
  readonly resendable: boolean
}

/** The token endpoint; the only call without a bearer token of its own issue. */
export const tokenPath = '/oauth2/accesstoken'

/** The one table of operations: everything that knows an operation by name looks it up here. */
export const operations = {
  enroll: {
    title: 'Express Enroll',
    path: '/rm/v1/express/enroll',
    request: enrollRequestSchema,
    resendable: false,
  },
  implement: {
    title: 'Express Implement',
    path: '/rm/v1/express/enroll/implement',
    request: enrollRequestSchema,
    resendable: false,
  },
  optout: {
    title: 'Express Optout',
    path: '/rm/v1/express/optout',
    request: optoutRequestSchema,
    resendable: false,
  },
  forecast: {
    title: 'Express Forecast',
    path: '/rm/v1/express/forecast',
    request: forecastRequestSchema,
    resendable: true,
  },
  forecastCurrent: {
    title: 'Express Forecast Current',
    path: '/rm/v1/express/forecast/current',
    request: forecastCurrentRequestSchema,
    resendable: true,
  },
  caseInformation: {
    title: 'Express Forecast Case Information',
    path: '/rm/v1/express/forecast/caseinformation',
    request: caseInformationRequestSchema,
    resendable: true,
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
const isOperationName = (name: string): name is OperationName => Object.hasOwn(operations, name)
/** In the order of the table. */
export const operationNames: readonly OperationName[] =
  Object.keys(operations).filter(isOperationName)

/** Operations that only compute. */
export type ComputeOperation = {
  [N in OperationName]: (typeof operations)[N]['resendable'] extends true ? N : never
}[OperationName]

/** Operations that change a participant's retirement savings: every one that may not be sent again. */
export type SubmissionOperation = Exclude<OperationName, ComputeOperation>
const isSubmission = (name: OperationName): name is SubmissionOperation =>
  !operations[name].resendable
/** In the order of the table. */
export const submissionOperations: readonly SubmissionOperation[] =
  operationNames.filter(isSubmission)

/** The typed request of operation `N`. */
export type RequestOf<N extends OperationName> = z.infer<(typeof operations)[N]['request']>
