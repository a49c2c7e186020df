/** The projection engine: pure functions from a participant and a request to the service's answers. */
export { caseInformation } from './case-information.ts'
export { forecast, forecastCurrent, keepingLast, type FullForecast } from './forecast.ts'
export { fundCatalogue, fundOf, type Fund } from './funds.ts'
export type { ForecastInput } from './household.ts'
export type { FullStrategyOutput } from './output/strategy-output.ts'
export { nextFraction, seededState, type RandomState } from './random.ts'
