import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { AppInfo, Destination, EnvironmentView, Settings } from '#shared/ipc/views.ts'
import { useClient } from '../../ipc/client.ts'
import { destinationOf } from './destination.ts'

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

  /** What is on screen, for whatever leaves; null until it is known. */
  const destination = computed<Destination | null>(() => (active.value === null ? null : destinationOf(active.value)))

  const note = (error: AppError): AppError => {
    problem.value = error
    return error
  }

  let asked = 0
  /** Settings and environments as they are now, both at once; an answer that came late does not undo a later one. */
  const reload = async (): Promise<void> => {
    asked += 1
    const mine = asked
    const [chosen, list, about] = await Promise.all([
      client.call('settings.get', {}),
      client.call('environments.list', {}),
      client.call('app.info', {}),
    ])
    if (mine !== asked) return
    if (chosen.ok) settings.value = chosen.value
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
  const change = async (patch: Partial<Omit<Settings, 'activeEnvironmentId'>>): Promise<AppError | null> => {
    const changed = await client.call('settings.change', patch)
    if (!changed.ok) return changed.error
    settings.value = changed.value
    return null
  }

  /** Makes an environment the active one; the failure, or `null`. */
  const select = async (environmentId: string): Promise<AppError | null> => {
    const selected = await client.call('environments.select', { environmentId })
    await reload()
    return selected.ok ? null : selected.error
  }

  /** Has the program look for the keychain again; the failure, or `null`. Whether it was found is in `info`. */
  const reopenKeychain = async (): Promise<AppError | null> => {
    const reopened = await client.call('keychain.reopen', {})
    if (!reopened.ok) return reopened.error
    info.value = reopened.value
    await reload()
    return null
  }

  /** Takes over the new state of one environment. */
  const replace = (environment: EnvironmentView): void => {
    const known = environments.value.some(({ id }) => id === environment.id)
    environments.value = known
      ? environments.value.map((each) => (each.id === environment.id ? environment : each))
      : [...environments.value, environment]
  }

  client.on('environments.changed', () => void reload())
  // Another window chose another environment, or changed a setting.
  client.on('settings.changed', () => void reload())

  return { info, settings, environments, active, destination, loading, problem, load, change, select, reopenKeychain, replace }
})
