import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { indexPlans, type PlanEntry, type PlanIndex } from '#shared/plans/directory.ts'
import { useClient, useEvent } from '../../ipc/client.ts'

/** The plan directory of an environment, updated live. */
interface OpenPlanDirectory {
  /** Ordered by id; null until loaded. */
  readonly plans: ShallowRef<readonly PlanEntry[] | null>
  /** For `findPlans`; empty until the plans are loaded. */
  readonly index: ComputedRef<PlanIndex>
  readonly problem: ShallowRef<AppError | null>
  readonly load: () => Promise<void>
}

/** `environmentId` may change; undefined or empty for none yet. */
export const usePlanDirectory = (environmentId: () => string | undefined): OpenPlanDirectory => {
  const client = useClient()
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
  return { plans, index: computed(() => indexPlans(plans.value ?? [])), problem, load }
}
