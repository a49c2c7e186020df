/** The projection engine: pure functions from a participant and a request to the service's answers. */
export {
  caseInformation,
  type CaseInformation,
  type CaseInformationInput,
} from './case-information.ts'
export { forecast, forecastCurrent, type FullForecast, type ReducedForecast } from './forecast.ts'
export { fundCatalogue, fundOf, type Fund } from './funds.ts'
export type { ForecastInput } from './input.ts'
export { nextFraction, seededState, type RandomState } from './random.ts'
export type { AccountMapping, FullStrategyOutput, ReducedStrategyOutput } from './service-shapes.ts'
