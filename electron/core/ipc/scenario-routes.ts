import { scenarioChannels } from '#shared/ipc/scenario-channels.ts'
import type { Scenarios } from '../forecasts/scenarios.ts'
import { route, type Route } from './route.ts'

/** The channels of the tray. */
export const scenarioRoutes = (
  scenarios: Scenarios,
): Readonly<Record<keyof typeof scenarioChannels, Route>> => ({
  'scenario.list': route(scenarioChannels['scenario.list'], ({ handle }) => scenarios.list(handle)),
  'scenario.describe': route(scenarioChannels['scenario.describe'], ({ id, scenario }) =>
    scenarios.describe(id, scenario),
  ),
  'scenario.duplicate': route(scenarioChannels['scenario.duplicate'], ({ id, scenario }) =>
    scenarios.duplicate(id, scenario),
  ),
  'scenario.unkept': route(scenarioChannels['scenario.unkept'], ({ handle }) =>
    scenarios.unkept(handle),
  ),
  'scenario.openUnkept': route(scenarioChannels['scenario.openUnkept'], ({ id }) =>
    scenarios.openUnkept(id),
  ),
})
