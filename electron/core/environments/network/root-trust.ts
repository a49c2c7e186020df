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

/** The certificate authorities that a person confirmed. Fingerprints are SHA-256, hexadecimal with colons. */
interface RootTrust {
  /** Only `confirmed` means trusted. */
  standingOf(fingerprint: string): Promise<RootStanding>
  /** Notes that a person entered it in the program, unless it is already confirmed. Fails with `keychain.*`. */
  offer(fingerprint: string): Promise<Result<void>>
  /** Fails with `keychain.*`. */
  confirm(fingerprint: string): Promise<Result<void>>
  /**
   * Ends the trust. After a failure with `keychain.*` this holds only for this run, because the keychain still has the
   * earlier entry.
   */
  forget(fingerprint: string): Promise<Result<void>>
  /** Declares every listed authority known: any later one comes from outside. */
  allKnown(): void
}

const accountOf = (fingerprint: string): string =>
  `network/root/${fingerprint.replaceAll(':', '').toLowerCase()}`
/** Decides only a word on screen, not trust, so it may lie in the settings. */
const knownKey = 'extraRootsKnown'

/** Each authority has its own keychain item, so that confirmations made without the keychain can join those in it. */
export const createRootTrust = ({
  store,
  keychain,
  settingsFile,
  logger,
}: RootTrustNeeds): RootTrust => {
  /** A cache, because every call needs it and the keychain is slow. */
  const confirmed = new Set<string>()
  /** Removed in this run: untrusted until confirmed again, whatever the keychain still holds. */
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
