import { computed, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { indexPlans, type PlanEntry } from '#shared/plans/directory.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'

/** The plan directory of an environment, updated live. `environmentId` may change; undefined or empty for none yet. */
export const usePlanDirectory = (environmentId: () => string | undefined) => {
  const client = useClient()
  /** Ordered by id; null until loaded. */
  const plans = shallowRef<readonly PlanEntry[] | null>(null)
  const problem = shallowRef<AppError | null>(null)
  let latest = 0

  const load = async (): Promise<void> => {
    latest += 1
    const mine = latest
    const id = environmentId() ?? ''
    if (id === '') return
    const listed = await client.call('plans.list', { environmentId: id })
    if (mine !== latest) return
    problem.value = listed.ok ? null : listed.error
    if (listed.ok) plans.value = listed.value
  }
  watch(
    environmentId,
    () => {
      plans.value = null
      problem.value = null
      void load()
    },
    { immediate: true },
  )
  useEvent('plans.changed', () => void load())
  /** For `findPlans`; empty until the plans are loaded. */
  const index = computed(() => indexPlans(plans.value ?? []))
  return { plans, index, problem, load }
}
