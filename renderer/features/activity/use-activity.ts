import { computed, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  activityActions,
  type ActivityPage,
  type ActivityRecord,
} from '#shared/activity/activity.ts'
import { useClient } from '../../ipc/client.ts'

export const everything = 'all'
const pageSize = 200

/**
 * The activity log in pages, newest first, filtered by main. Scrolling close to the end fetches the
 * next page.
 */
export const useActivity = () => {
  const client = useClient()
  const action = ref(everything)
  const environment = ref(everything)
  const day = ref('')
  const records = shallowRef<readonly ActivityRecord[]>([])
  const latest = shallowRef<ActivityPage | null>(null)
  const problem = shallowRef<AppError | null>(null)
  const loading = ref(false)
  const verifying = ref(false)
  let asked = 0

  const fetchPage = async (cursor?: string) => {
    asked += 1
    const mine = asked
    loading.value = true
    const page = await client.call('activity.list', {
      limit: pageSize,
      cursor,
      action: activityActions.find((each) => each === action.value),
      environment: environment.value === everything ? undefined : environment.value,
      day: day.value || undefined,
    })
    if (mine !== asked) return
    loading.value = false
    problem.value = page.ok ? null : page.error
    if (!page.ok) return
    latest.value = page.value
    records.value =
      cursor === undefined ? page.value.records : [...records.value, ...page.value.records]
  }
  const load = () => fetchPage()
  const more = async () => {
    const next = latest.value?.next
    if (!loading.value && typeof next === 'string') await fetchPage(next)
  }

  const verify = async () => {
    verifying.value = true
    const check = await client.call('activity.verify', {})
    verifying.value = false
    if (check.ok) await load()
    else problem.value = check.error
  }

  watch([action, environment, day], load, { immediate: true })
  const filtered = computed(
    () => action.value !== everything || environment.value !== everything || day.value !== '',
  )
  const showAll = () => {
    action.value = everything
    environment.value = everything
    day.value = ''
  }
  return {
    action,
    environment,
    day,
    records,
    latest,
    problem,
    verifying,
    filtered,
    load,
    more,
    verify,
    showAll,
  }
}
