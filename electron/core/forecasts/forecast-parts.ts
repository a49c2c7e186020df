import { createForecasts, type ForecastNeeds, type Forecasts } from './forecasts.ts'
import { createScenarios, type ScenarioNeeds, type Scenarios } from './scenarios.ts'
import { createUnkeptForecasts } from './unkept.ts'

/** Creates forecasts, and the scenarios that are made from them. */
export const createForecastParts = (
  needs: Omit<ForecastNeeds & ScenarioNeeds, 'unkept'>,
): Forecasts & { readonly scenarios: Scenarios } => {
  const unkept = createUnkeptForecasts()
  return {
    ...createForecasts({ ...needs, unkept }),
    scenarios: createScenarios({ ...needs, unkept }),
  }
}
