import type { X509Certificate } from 'node:crypto'
import type { RootCertificate, RootStanding } from '#shared/environments/network.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { invalidField, ok, type Result } from '#shared/result.ts'
import type { Clock, Logger, NetworkPort, SecretStore, SettingsFile } from '../../platform/ports.ts'
import { certificatesIn, pemOf, readRoots, shownAs } from './extra-roots.ts'

interface RootTrustNeeds {
  readonly store: SecretStore
  readonly keychain: () => KeychainState
  readonly logger: Logger
}

const accountOf = (fingerprint: string) =>
  `network/root/${fingerprint.replaceAll(':', '').toLowerCase()}`

/**
 * The certificate authorities that the user confirmed. Changes fail with `keychain.*`. Each has its
 * own keychain item, so that confirmations made while the keychain is unavailable can be added
 * later.
 */
const createRootTrust = ({ store, keychain, logger }: RootTrustNeeds) => {
  /** A cache: every service call needs the confirmed authorities, and the keychain is slow. */
  const confirmed = new Set<string>()
  /** Removed in this run: untrusted until confirmed again, even if the keychain still holds the confirmation. */
  const unwanted = new Set<string>()

  /** Only `confirmed` means trusted. */
  const standingOf = async (fingerprint: string): Promise<RootStanding> => {
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
    return keychain().kind === 'memory' ? 'unread' : 'outside'
  }

  return {
    standingOf,
    /** Records that the user entered the authority in the program, unless it is already confirmed. */
    offer: async (fingerprint: string): Promise<Result<void>> =>
      (await standingOf(fingerprint)) === 'confirmed'
        ? ok(undefined)
        : store.set(accountOf(fingerprint), 'offered'),
    confirm: async (fingerprint: string) => {
      const kept = await store.set(accountOf(fingerprint), 'confirmed')
      if (kept.ok) {
        confirmed.add(fingerprint)
        unwanted.delete(fingerprint)
      }
      return kept
    },
    /**
     * Ends the trust in an authority. After a failure, the trust ends only for this run, because the keychain still has
     * the entry.
     */
    forget: (fingerprint: string) => {
      confirmed.delete(fingerprint)
      unwanted.add(fingerprint)
      return store.delete(accountOf(fingerprint))
    },
  }
}

const rootsKey = 'extraRootsPem'

export interface ListedRootsNeeds extends RootTrustNeeds {
  readonly settingsFile: SettingsFile
  readonly clock: Clock
}

export const createListedRoots = (needs: ListedRootsNeeds) => {
  const { settingsFile, clock } = needs
  const trust = createRootTrust(needs)
  let read: { readonly pem: string; readonly roots: readonly X509Certificate[] } = {
    pem: '',
    roots: [],
  }

  const listed = () => {
    const pem = settingsFile.get(rootsKey)
    if (typeof pem !== 'string') return []
    if (read.pem !== pem) read = { pem, roots: certificatesIn(pem) }
    return read.roots
  }
  const list = (roots: readonly X509Certificate[]) => settingsFile.set(rootsKey, pemOf(roots))
  const standings = () =>
    Promise.all(
      listed().map(async (root) => ({
        root,
        standing: await trust.standingOf(root.fingerprint256),
      })),
    )

  return {
    trusted: async (): ReturnType<NetworkPort['extraRoots']> => {
      const roots = await standings()
      const confirmed = roots.filter(({ standing }) => standing === 'confirmed')
      const waiting = roots.filter(({ standing }) => standing !== 'confirmed')
      return {
        pem: pemOf(confirmed.map(({ root }) => root)),
        waiting: waiting.map(({ root }) => shownAs(root, clock.now()).subject),
      }
    },
    /** The list in Settings. */
    shown: async (): Promise<RootCertificate[]> => {
      const roots = await standings()
      return roots.map(({ root, standing }) => ({ ...shownAs(root, clock.now()), standing }))
    },
    add: async (pem: string): Promise<Result<void>> => {
      const entered = readRoots(pem)
      if (!entered.ok) return entered
      for (const { fingerprint256 } of entered.value) {
        const offered = await trust.offer(fingerprint256)
        if (!offered.ok) return offered
      }
      list(certificatesIn(pemOf([...listed(), ...entered.value])))
      return ok(undefined)
    },
    confirm: async (fingerprint: string): Promise<Result<void>> =>
      listed().some(({ fingerprint256 }) => fingerprint256 === fingerprint)
        ? trust.confirm(fingerprint)
        : invalidField('This certificate authority is no longer in the list.', 'fingerprint'),
    remove: async (fingerprint: string) => {
      const forgotten = await trust.forget(fingerprint)
      // If the keychain still held the confirmation, the removed authority would be trusted as soon as somebody listed
      // it again.
      if (forgotten.ok)
        list(listed().filter(({ fingerprint256 }) => fingerprint256 !== fingerprint))
      return forgotten
    },
  }
}
