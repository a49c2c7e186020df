import { fail, ok } from '#shared/result.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Clock } from '../platform/ports.ts'
import { doing, type Routes } from '../platform/route.ts'
import type { Calling } from './calling.ts'
import { testConnection } from './connection-test.ts'

export const expressRoutes = ({
  jobs,
  ...calling
}: Calling & { readonly jobs: Jobs; readonly clock: Clock }) => {
  const { environments, traffic } = calling
  return {
    'session.test': ({ to, jobId }) =>
      jobs.run(jobId, async ({ tell, signal }) => {
        const whyNot = () => environments.whyMoved(to)
        const moved = whyNot()
        if (moved !== null) return fail(moved)
        return ok(await testConnection({ ...calling, whyNot }, to.environmentId, tell, signal))
      }),
    'traffic.list': () => ok(traffic.list()),
    'traffic.open': ({ id }) => traffic.open(id),
    'traffic.clear': doing(traffic.clear),
    'traffic.export': () => ok({ text: traffic.export() }),
  } satisfies Partial<Routes>
}
