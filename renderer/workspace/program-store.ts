import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import { usualRules, type SavingRules } from '#shared/savings/saving-year.ts'
import type { AppInfo, Settings } from '#shared/environments/settings.ts'
import {
  defaultLimits,
  type EnvironmentStamp,
  type EnvironmentView,
} from '#shared/environments/environment.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import { useClient } from '../ipc/client.ts'
import { destinationOf } from './destination.ts'

/**
 * Data shared by the whole window: the program, its settings and the environments. Functions that
 * change something resolve to the failure, or `null`.
 */
export const useProgram = defineStore('program', () => {
  const client = useClient()
  const info = shallowRef<AppInfo | null>(null)
  const settings = shallowRef<Settings | null>(null)
  const environments = shallowRef<readonly EnvironmentView[]>([])
  const loading = ref(false)
  const problem = shallowRef<AppError | null>(null)

  const active = computed(
    () =>
      environments.value.find(
        (environment) => environment.id === settings.value?.activeEnvironmentId,
      ) ?? null,
  )

  /** The environment on screen as the destination of every request; null until known. */
  const destination = computed(() => active.value && destinationOf(active.value))

  /** True if a result was made in the environment on screen at its current address. */
  const isHere = (stamp: EnvironmentStamp) =>
    active.value !== null && isSamePlace(stamp, active.value)

  /** True if the setting lets a change run a forecast automatically. */
  const runsByItself = computed(() => {
    const when = settings.value?.runOnChange ?? 'exceptProduction'
    return when === 'always' || (when === 'exceptProduction' && active.value?.kind !== 'production')
  })

  /** Seconds within which an environment must start to answer. */
  const answerSeconds = (environmentId: string) =>
    (environments.value.find(({ id }) => id === environmentId)?.limits ?? defaultLimits)
      .headersSeconds

  /** The law and the firm's facts from which savings limits are computed. */
  const savingRules = computed<SavingRules>(() => ({
    firmLaw: info.value?.firmLaw ?? usualRules.firmLaw,
    rothCatchUp: settings.value?.rothCatchUp ?? usualRules.rothCatchUp,
    higherCatchUp: settings.value?.higherCatchUp ?? usualRules.higherCatchUp,
  }))

  let asked = 0
  /** True while {@link load} is waiting. A failure of the newest answer is then reported. */
  let telling = false
  /** Fetches program, settings and environments together. A late answer never replaces a newer one. */
  const fetchAll = async () => {
    asked += 1
    const mine = asked
    const [about, chosen, list] = await Promise.all([
      client.call('app.info', {}),
      client.call('settings.get', {}),
      client.call('environments.list', {}),
    ])
    if (mine !== asked) return
    if (about.ok) info.value = about.value
    if (chosen.ok) settings.value = chosen.value
    if (list.ok) environments.value = list.value
    if (!telling) return
    telling = false
    loading.value = false
    const failed = [about, chosen, list].findLast((each) => !each.ok)
    problem.value = failed?.ok === false ? failed.error : null
  }

  /** Fetches everything again; `problem` is set on failure. */
  const load = async () => {
    telling = true
    loading.value = true
    problem.value = null
    await fetchAll()
  }

  const change = async (patch: Partial<Omit<Settings, 'activeEnvironmentId' | 'backupFolder'>>) => {
    const changed = await client.call('settings.change', patch)
    if (!changed.ok) return changed.error
    settings.value = changed.value
    return null
  }

  const select = async (environmentId: string) => {
    const selected = await client.call('environments.select', { environmentId })
    await fetchAll()
    return selected.ok ? null : selected.error
  }

  /** Makes main look for the keychain again; `info` says whether it was found. */
  const reopenKeychain = async () => {
    const reopened = await client.call('keychain.reopen', {})
    if (!reopened.ok) return reopened.error
    info.value = reopened.value
    await fetchAll()
    return null
  }

  const replace = (environment: EnvironmentView) => {
    const known = environments.value.some(({ id }) => id === environment.id)
    environments.value = known
      ? environments.value.map((each) => (each.id === environment.id ? environment : each))
      : [...environments.value, environment]
  }

  client.on('environments.changed', () => void fetchAll())
  // Another window changed the environment or a setting.
  client.on('settings.changed', () => void fetchAll())
  // A notice reports whether the last backup failed.
  client.on('backup.changed', () => void fetchAll())

  return {
    info,
    settings,
    environments,
    active,
    destination,
    isHere,
    runsByItself,
    savingRules,
    loading,
    problem,
    answerSeconds,
    load,
    change,
    select,
    reopenKeychain,
    replace,
  }
})
