import { computed } from 'vue'
import { indexPlans } from '#shared/environments/plan-directory.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'

/**
 * An environment's plan directory, updated live. `environmentId` may change; it returns undefined
 * or an empty text while no environment is chosen.
 */
export const usePlanDirectory = (environmentId: () => string | undefined) => {
  const client = useClient()
  /** `plans` is ordered by id; null until loaded. */
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
