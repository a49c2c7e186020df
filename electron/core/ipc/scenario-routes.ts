import { forecastChannels } from '#shared/forecasts/channels.ts'
import type { Scenarios } from '../forecasts/scenarios.ts'
import { route, type Route } from './route.ts'

/** The channels of the tray. */
export const scenarioRoutes = (
  scenarios: Scenarios,
): Readonly<Record<keyof typeof forecastChannels & `scenario.${string}`, Route>> => ({
  'scenario.list': route(forecastChannels['scenario.list'], ({ handle }) => scenarios.list(handle)),
  'scenario.describe': route(forecastChannels['scenario.describe'], ({ id, scenario }) =>
    scenarios.describe(id, scenario),
  ),
  'scenario.duplicate': route(forecastChannels['scenario.duplicate'], ({ id, scenario }) =>
    scenarios.duplicate(id, scenario),
  ),
  'scenario.unkept': route(forecastChannels['scenario.unkept'], ({ handle }) =>
    scenarios.unkept(handle),
  ),
  'scenario.openUnkept': route(forecastChannels['scenario.openUnkept'], ({ id }) =>
    scenarios.openUnkept(id),
  ),
})
