import type { Environments } from '../environments.ts'
import { settingNames } from './setting-words.ts'
import type { SettingsStore } from './settings-store.ts'

const mostNamed = 5
const listed = (found: readonly string[]) =>
  found.length > mostNamed
    ? `${found.slice(0, mostNamed).join(', ')} and ${found.length - mostNamed} more`
    : found.join(', ')

export interface Noticed {
  readonly atStart: readonly string[] | undefined
  readonly settings: SettingsStore
  readonly environments: Environments
  /**
   * `damaged` says why the saved mapping for participant files is not used; empty if it is used.
   */
  readonly mapping: { readonly get: () => { readonly damaged: string } }
}

export const settingsNotices = (needs: Noticed): string[] => {
  const { atStart = [], settings, environments } = needs
  const { damaged } = needs.mapping.get()
  const left = environments.unread()
  const defaults = settings.unread().map((key) => settingNames[key])
  return [
    ...atStart,
    environments.isChosenGone()
      ? 'The environment that was in use is no longer there or cannot be read, so Training is in use.'
      : '',
    left.length > 0
      ? `Environments in the settings file that cannot be used are left out, and stay in it as they are: ${listed(left)}.`
      : '',
    defaults.length > 0
      ? `Settings that cannot be read have their usual values: ${listed(defaults)}.`
      : '',
    damaged === '' ? '' : `Participant files: ${damaged} The published outline is used instead.`,
  ].filter((notice) => notice !== '')
}
