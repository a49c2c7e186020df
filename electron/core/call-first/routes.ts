import type { Jobs } from '../platform/jobs.ts'
import { doing, orNothing, type Routes } from '../platform/route.ts'
import type { CallLists } from './call-lists.ts'

export const callFirstRoutes = ({
  callLists,
  jobs,
}: {
  readonly callLists: CallLists
  readonly jobs: Jobs
}) =>
  ({
    'callFirst.openFile': ({ handle }) => callLists.openFile(handle),
    'callFirst.openFolder': ({ jobId }) => jobs.run(jobId, callLists.openFolder),
    'callFirst.begin': ({ name }) => callLists.begin(name),
    'callFirst.addFile': async ({ callListId, ...file }) =>
      orNothing(await callLists.addFile(callListId, file)),
    'callFirst.get': ({ callListId }) => callLists.get(callListId),
    'callFirst.run': ({ callListId, scope, to, jobId }) =>
      jobs.run(jobId, (job) => callLists.run(callListId, scope, to, job)),
    'callFirst.openOnly': ({ callListId, row }) => callLists.openOnly(callListId, row),
    'callFirst.close': doing(({ callListId }) => callLists.close(callListId)),
  }) satisfies Partial<Routes>
