import type { EnvironmentView } from '#shared/environments/environment.ts'
import { ok } from '#shared/result.ts'
import { anEnvironment, anotherEnvironment, someSettings } from './scripted-world.ts'
import type { Scripts } from '../doubles/scripted-bridge.ts'

/** Answers from a host in which this environment is in use, or Training if it is `null`. */
export const inUse = (over: Partial<EnvironmentView> | null): Scripts => {
  const environment = over === null ? anEnvironment() : anotherEnvironment(over)
  return {
    'settings.get': () => ok(someSettings({ activeEnvironmentId: environment.id })),
    'environments.list': () =>
      ok(
        environment.id === 'training'
          ? [environment, anotherEnvironment()]
          : [anEnvironment(), environment],
      ),
  }
}
