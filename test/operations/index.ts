import type { OperationName, SubmissionOperation } from '#shared/express/operations.ts'
import { caseInformation } from './case-information.ts'
import { enroll } from './enroll.ts'
import { forecastCurrent } from './forecast-current.ts'
import { forecast } from './forecast.ts'
import { implement } from './implement.ts'
import type { SpecifiedComputation, SpecifiedSubmission } from './operation.ts'
import { optout } from './optout.ts'

/** The service's operations, typed by hand from the specification. */
export const specified: {
  readonly [N in OperationName]: N extends SubmissionOperation
    ? SpecifiedSubmission
    : SpecifiedComputation
} = {
  enroll,
  implement,
  optout,
  forecast,
  forecastCurrent,
  caseInformation,
}
