import type { OperationName } from '#shared/express/operations.ts'
import { enroll, implement } from './enrollment.ts'
import { caseInformation, forecast, forecastCurrent } from './forecasts.ts'
import { optout } from './optout.ts'

export const trainingOperations: Readonly<Record<OperationName, typeof enroll>> = {
  enroll,
  implement,
  optout,
  forecast,
  forecastCurrent,
  caseInformation,
}
