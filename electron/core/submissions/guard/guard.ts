import type { Environments } from '../../environments/environments.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import type { Guard } from './earlier.ts'
import type { GuardClock } from './guard-clock.ts'
import { serviceOf } from './likeness.ts'

/** The current settings of the guard. */
export const createGuard =
  (
    clock: Pick<GuardClock, 'now'>,
    settings: Pick<SettingsStore, 'get'>,
    environments: Pick<Environments, 'get'>,
  ) =>
  (): Guard => ({
    now: clock.now(),
    days: settings.get().duplicateGuardDays,
    serviceOf: (id) => {
      const environment = environments.get(id)
      return environment.ok ? serviceOf(environment.value) : null
    },
  })
