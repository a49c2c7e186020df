import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { AppInfo, EnvironmentView, Settings } from '#shared/ipc/views.ts'
import { useClient } from '../../ipc/client.ts'

/** What the whole window needs to know: the program, its settings, and the environments. */
export const useSession = defineStore('session', () => {
  const client = useClient()
  const info = shallowRef<AppInfo | null>(null)
  const settings = shallowRef<Settings | null>(null)
  const environments = shallowRef<readonly EnvironmentView[]>([])
  const loading = ref(false)
  const problem = shallowRef<AppError | null>(null)

  const active = computed(
    () => environments.value.find((environment) => environment.id === settings.value?.activeEnvironmentId) ?? null,
  )

  const note = (error: AppError): AppError => {
    problem.value = error
    return error
  }

  const reloadEnvironments = async (): Promise<void> => {
    const [list, about] = await Promise.all([client.call('environments.list', {}), client.call('app.info', {})])
    if (list.ok) environments.value = list.value
    if (about.ok) info.value = about.value
  }

  const load = async (): Promise<void> => {
    loading.value = true
    problem.value = null
    const [about, chosen, list] = await Promise.all([
      client.call('app.info', {}),
      client.call('settings.get', {}),
      client.call('environments.list', {}),
    ])
    if (about.ok) info.value = about.value
    else note(about.error)
    if (chosen.ok) settings.value = chosen.value
    else note(chosen.error)
    if (list.ok) environments.value = list.value
    else note(list.error)
    loading.value = false
  }

  /** Changes settings; the failure, or `null`. */
  const change = async (patch: Partial<Settings>): Promise<AppError | null> => {
    const changed = await client.call('settings.change', patch)
    if (!changed.ok) return changed.error
    settings.value = changed.value
    return null
  }

  /** Makes an environment the active one; the failure, or `null`. */
  const select = async (environmentId: string): Promise<AppError | null> => {
    const selected = await client.call('environments.select', { environmentId })
    if (!selected.ok) return selected.error
    settings.value = selected.value
    await reloadEnvironments()
    return null
  }

  /** Has the program look for the keychain again; the failure, or `null`. Whether it was found is in `info`. */
  const reopenKeychain = async (): Promise<AppError | null> => {
    const reopened = await client.call('keychain.reopen', {})
    if (!reopened.ok) return reopened.error
    info.value = reopened.value
    await reloadEnvironments()
    return null
  }

  /** Takes over the new state of one environment. */
  const replace = (environment: EnvironmentView): void => {
    const known = environments.value.some(({ id }) => id === environment.id)
    environments.value = known
      ? environments.value.map((each) => (each.id === environment.id ? environment : each))
      : [...environments.value, environment]
  }

  client.on('environments.changed', () => void reloadEnvironments())

  return { info, settings, environments, active, loading, problem, load, change, select, reopenKeychain, replace, reloadEnvironments }
})
