import { computed } from 'vue'
import { indexPlans } from '#shared/environments/plan-directory.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'

/** The plan directory of an environment, updated live. `environmentId` may change; undefined or empty for none yet. */
export const usePlanDirectory = (environmentId: () => string | undefined) => {
  const client = useClient()
  /** `plans` are ordered by id; null until loaded. */
  const {
    value: plans,
    error: problem,
    load,
  } = useLoaded(() => {
    const id = environmentId() ?? ''
    return id === '' ? null : client.call('plans.list', { environmentId: id })
  }, environmentId)
  useEvent('plans.changed', () => void load())
  const index = computed(() => indexPlans(plans.value ?? []))
  return { plans, index, problem, load }
}
