import type { RootStanding } from '#shared/settings/network.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeychainState } from '#shared/settings/settings.ts'
import type { Logger, SecretStore, SettingsFile } from '../../ports.ts'

export interface RootTrustNeeds {
  readonly store: SecretStore
  readonly keychain: () => KeychainState
  readonly settingsFile: SettingsFile
  readonly logger: Logger
}

/** Which certificate authorities a person has confirmed. Fingerprints are SHA-256, hexadecimal with colons. */
export interface RootTrust {
  /** For everything but `confirmed` it is not trusted. */
  standingOf(fingerprint: string): Promise<RootStanding>
  /** Keeps that it was entered in the program, unless it is confirmed already. Fails with `keychain.*`. */
  offer(fingerprint: string): Promise<Result<void>>
  /** Fails with `keychain.*`. */
  confirm(fingerprint: string): Promise<Result<void>>
  /**
   * It is not trusted any more. Where the keychain fails with `keychain.*`, that holds for this run alone: what it was before
   * still lies there.
   */
  forget(fingerprint: string): Promise<Result<void>>
  /** Every authority in the settings is one the program knows: whatever else turns up there came from outside. */
  allKnown(): void
}

const accountOf = (fingerprint: string): string =>
  `network/root/${fingerprint.replaceAll(':', '').toLowerCase()}`
/** Decides a word on the screen and no trust, hence it may lie in the settings. */
const knownKey = 'extraRootsKnown'

/**
 * One item of the keychain for each authority, so that what was confirmed while the keychain could not be used joins what
 * lies in it.
 */
export const createRootTrust = ({
  store,
  keychain,
  settingsFile,
  logger,
}: RootTrustNeeds): RootTrust => {
  /** Asked for with every call; the keychain is slow. */
  const confirmed = new Set<string>()
  /** Removed in this run, and not trusted before they are confirmed anew, whatever the keychain still holds of them. */
  const unwanted = new Set<string>()

  const standingOf: RootTrust['standingOf'] = async (fingerprint) => {
    if (confirmed.has(fingerprint)) return 'confirmed'
    const item = await store.get(accountOf(fingerprint))
    if (!item.ok) {
      logger.warn(`certificate authorities: ${item.error.message}`)
      return 'unread'
    }
    if (item.value === 'confirmed' && !unwanted.has(fingerprint)) {
      confirmed.add(fingerprint)
      return 'confirmed'
    }
    if (item.value === 'offered' || item.value === 'confirmed') return 'offered'
    if (keychain().kind === 'memory') return 'unread'
    return settingsFile.get(knownKey) === true ? 'outside' : 'earlier'
  }

  return {
    standingOf,
    offer: async (fingerprint) =>
      (await standingOf(fingerprint)) === 'confirmed'
        ? ok(undefined)
        : store.set(accountOf(fingerprint), 'offered'),
    confirm: async (fingerprint) => {
      const kept = await store.set(accountOf(fingerprint), 'confirmed')
      if (kept.ok) {
        confirmed.add(fingerprint)
        unwanted.delete(fingerprint)
      }
      return kept
    },
    forget: (fingerprint) => {
      confirmed.delete(fingerprint)
      unwanted.add(fingerprint)
      return store.delete(accountOf(fingerprint))
    },
    allKnown: () => {
      if (settingsFile.get(knownKey) !== true) settingsFile.set(knownKey, true)
    },
  }
}
