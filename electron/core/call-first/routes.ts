import type { Jobs } from '../platform/jobs.ts'
import { doing, orNothing, type Routes } from '../platform/route.ts'
import type { Rosters } from './rosters.ts'

export const callFirstRoutes = ({
  rosters,
  jobs,
}: {
  readonly rosters: Rosters
  readonly jobs: Jobs
}) =>
  ({
    'roster.openFile': ({ handle }) => rosters.openFile(handle),
    'roster.openFolder': ({ jobId }) => jobs.run(jobId, rosters.openFolder),
    'roster.begin': ({ name }) => rosters.begin(name),
    'roster.addFile': async ({ rosterId, ...file }) =>
      orNothing(await rosters.addFile(rosterId, file)),
    'roster.get': ({ rosterId }) => rosters.get(rosterId),
    'roster.run': ({ rosterId, scope, to, jobId }) =>
      jobs.run(jobId, (job) => rosters.run(rosterId, scope, to, job)),
    'roster.openOnly': ({ rosterId, row }) => rosters.openOnly(rosterId, row),
    'roster.close': doing(({ rosterId }) => rosters.close(rosterId)),
  }) satisfies Partial<Routes>
