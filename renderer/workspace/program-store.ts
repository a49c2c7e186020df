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

/** Shared by the whole window: the program, its settings, and the environments. Changes resolve to the failure, or `null`. */
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

  /** The environment on screen, for every request that leaves; null until known. */
  const destination = computed(() => active.value && destinationOf(active.value))

  /** Whether a result was made in the environment on screen, as it is now. */
  const isHere = (stamp: EnvironmentStamp) =>
    active.value !== null && isSamePlace(stamp, active.value)

  /** Whether a change runs a forecast by itself, by the setting. */
  const runsByItself = computed(() => {
    const when = settings.value?.runOnChange ?? 'exceptProduction'
    return when === 'always' || (when === 'exceptProduction' && active.value?.kind !== 'production')
  })

  /** Seconds until the answer of a call to the environment must begin. */
  const answerSeconds = (environmentId: string) =>
    (environments.value.find(({ id }) => id === environmentId)?.limits ?? defaultLimits)
      .headersSeconds

  /** The law and the facts by which limits of savings are counted. */
  const savingRules = computed<SavingRules>(() => ({
    firmLaw: info.value?.firmLaw ?? usualRules.firmLaw,
    rothCatchUp: settings.value?.rothCatchUp ?? usualRules.rothCatchUp,
    higherCatchUp: settings.value?.higherCatchUp ?? usualRules.higherCatchUp,
  }))

  let asked = 0
  /** Somebody waits for {@link load}, so whichever answer counts reports the failure. */
  let telling = false
  /** Fetches program, settings and environments together; a late answer never replaces a newer one. */
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

  /** Fetches all again; `problem` has a failure. */
  const load = async () => {
    telling = true
    loading.value = true
    problem.value = null
    await fetchAll()
  }

  const change = async (patch: Partial<Omit<Settings, 'activeEnvironmentId'>>) => {
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

  /** Has main look for the keychain again; `info` says whether it was found. */
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
  // Another window chose an environment, or changed a setting.
  client.on('settings.changed', () => void fetchAll())

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
