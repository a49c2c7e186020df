import { forecastRoutes, participantRoutes, rosterRoutes } from './advising-routes.ts'
import { activityRoutes, exportRoutes, recordRoutes, reportRoutes } from './keeping-routes.ts'
import { nothing, type Routes } from './route.ts'
import { deskRoutes, listRoutes, submissionRoutes } from './sending-routes.ts'
import {
  lockRoutes,
  planRoutes,
  settingsRoutes,
  trafficRoutes,
  trainingRoutes,
} from './settings-routes.ts'
import type { RouteNeeds } from './route-needs.ts'

/** An answer for every channel of the contract. */
export const createRoutes = (needs: RouteNeeds): Routes => ({
  ...settingsRoutes(needs),
  ...lockRoutes(needs),
  ...trafficRoutes(needs),
  ...participantRoutes(needs),
  ...rosterRoutes(needs),
  ...forecastRoutes(needs),
  'job.cancel': ({ jobId }) => {
    needs.jobs.cancel(jobId)
    return nothing
  },
  ...submissionRoutes(needs),
  ...deskRoutes(needs),
  ...planRoutes(needs),
  ...listRoutes(needs),
  ...recordRoutes(needs),
  ...reportRoutes(needs),
  ...exportRoutes(needs),
  ...trainingRoutes(needs),
  ...activityRoutes(needs),
})
