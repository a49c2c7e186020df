import type { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import {
  proxyCredentialsInputSchema,
  type NetworkView,
  type ProxyCredentialsInput,
  type RootCertificate,
} from '#shared/settings/network.ts'
import type { KeychainState } from '#shared/settings/settings.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isLoopback } from '../base-url.ts'
import type {
  Clock,
  Logger,
  NetworkPort,
  ProxyResolver,
  SecretStore,
  SettingsFile,
} from '../../ports.ts'
import { certificatesIn, pemOf, readRoots, shownAs } from './extra-roots.ts'
import { createRootTrust } from './root-trust.ts'

export interface NetworkNeeds {
  readonly resolver: ProxyResolver
  readonly store: SecretStore
  readonly keychain: () => KeychainState
  readonly settingsFile: SettingsFile
  readonly clock: Clock
  readonly logger: Logger
}

/** Proxy and certificate authorities: {@link NetworkPort} for the transport, the rest for Settings. */
export interface Network extends NetworkPort {
  /** `url` is the address that the ways are shown for; empty for none. */
  view(url: string): Promise<NetworkView>
  /** Fails with `input.invalid` or `keychain.*`. */
  saveProxyCredentials(input: ProxyCredentialsInput): Promise<Result<void>>
  forgetProxyCredentials(): Promise<Result<void>>
  /** Lists the authorities in PEM text; none is trusted before it is confirmed. Fails with `input.invalid` or `keychain.*`. */
  addRoots(pem: string): Promise<Result<void>>
  /** Trusts a listed authority besides the system's. Fails with `input.invalid` or `keychain.*`. */
  confirmRoot(fingerprint: string): Promise<Result<void>>
  /** It is listed and trusted no longer. Fails with `keychain.*`: then it stays listed, and is not used in this run. */
  removeRoot(fingerprint: string): Promise<Result<void>>
  /** A proxy asked for credentials, or what is set here changed. */
  onChange(listener: () => void): () => void
}

const account = 'proxy/credentials'
const rootsKey = 'extraRootsPem'
const recordSchema = z.strictObject({ version: z.literal(1), ...proxyCredentialsInputSchema.shape })

export const createNetwork = (needs: NetworkNeeds): Network => {
  const { resolver, store, keychain, settingsFile, clock, logger } = needs
  const listeners = new Set<() => void>()
  let asking = ''

  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  const stored = async (): Promise<ProxyCredentialsInput | null> => {
    const item = await store.get(account)
    if (!item.ok) {
      logger.warn(`credentials of the proxy: ${item.error.message}`)
      return null
    }
    if (item.value === null) return null
    try {
      return recordSchema.parse(JSON.parse(Buffer.from(item.value, 'base64').toString('utf8')))
    } catch {
      logger.warn('what the keychain holds for the proxy could not be read')
      return null
    }
  }

  const trust = createRootTrust({ store, keychain, settingsFile, logger })
  let read: { readonly pem: string; readonly roots: readonly X509Certificate[] } = {
    pem: '',
    roots: [],
  }

  /** Those in the settings, whoever wrote them there. */
  const listed = (): readonly X509Certificate[] => {
    const pem = settingsFile.get(rootsKey)
    if (typeof pem !== 'string') return []
    if (read.pem !== pem) read = { pem, roots: certificatesIn(pem) }
    return read.roots
  }

  const standings = () =>
    Promise.all(
      listed().map(async (root) => ({
        root,
        standing: await trust.standingOf(root.fingerprint256),
      })),
    )

  const extraRoots: Network['extraRoots'] = async () => {
    const roots = await standings()
    const trusted = roots.filter(({ standing }) => standing === 'confirmed')
    const waiting = roots.filter(({ standing }) => standing !== 'confirmed')
    return {
      pem: pemOf(trusted.map(({ root }) => root)),
      waiting: waiting.map(({ root }) => shownAs(root, clock.now()).subject),
    }
  }

  /** The roots as Settings shows them. From the first time that all are known, others are said to come from outside. */
  const shownRoots = async (): Promise<RootCertificate[]> => {
    const roots = await standings()
    if (roots.every(({ standing }) => standing === 'confirmed' || standing === 'offered'))
      trust.allKnown()
    return roots.map(({ root, standing }) => ({ ...shownAs(root, clock.now()), standing }))
  }

  const waysTo: Network['waysTo'] = async (url) => {
    if (isLoopback(new URL(url).hostname)) return [{ kind: 'direct' }]
    return resolver.resolve(url)
  }

  return {
    extraRoots,
    waysTo,
    proxyCredentials: async (proxy) => {
      const found = await stored()
      return found?.proxy === proxy ? { user: found.user, password: found.password } : null
    },
    proxyAsked: (proxy) => {
      asking = proxy
      changed()
    },
    view: async (url) => {
      const found = await stored()
      const ways = url === '' ? [] : await waysTo(url)
      return {
        ways: ways.map((way) =>
          way.kind === 'direct'
            ? 'direct'
            : way.kind === 'proxy'
              ? new URL(way.uri).host
              : way.name,
        ),
        source: resolver.source,
        proxy: {
          asking,
          storedFor: found?.proxy ?? '',
          stored: found === null ? 'none' : keychain().kind === 'system' ? 'keychain' : 'memory',
        },
        roots: await shownRoots(),
      }
    },
    saveProxyCredentials: async (input) => {
      if (input.user.includes(':')) {
        return fail({
          code: 'input.invalid',
          message: 'A user name for a proxy cannot hold a colon.',
          field: 'user',
        })
      }
      const record = { version: 1, ...input } as const
      const saved = await store.set(
        account,
        Buffer.from(JSON.stringify(record), 'utf8').toString('base64'),
      )
      if (!saved.ok) return saved
      asking = ''
      changed()
      return ok(undefined)
    },
    forgetProxyCredentials: async () => {
      const forgotten = await store.delete(account)
      changed()
      return forgotten
    },
    addRoots: async (pem) => {
      const entered = readRoots(pem)
      if (!entered.ok) return entered
      for (const { fingerprint256 } of entered.value) {
        const offered = await trust.offer(fingerprint256)
        if (!offered.ok) return offered
      }
      settingsFile.set(rootsKey, pemOf(certificatesIn(pemOf([...listed(), ...entered.value]))))
      changed()
      return ok(undefined)
    },
    confirmRoot: async (fingerprint) => {
      if (!listed().some(({ fingerprint256 }) => fingerprint256 === fingerprint)) {
        return fail({
          code: 'input.invalid',
          message: 'This certificate authority is no longer in the list.',
          field: 'fingerprint',
        })
      }
      const confirmed = await trust.confirm(fingerprint)
      if (confirmed.ok) changed()
      return confirmed
    },
    removeRoot: async (fingerprint) => {
      const forgotten = await trust.forget(fingerprint)
      // Off the list with its confirmation left in the keychain, it would be trusted again once it is listed again.
      if (forgotten.ok)
        settingsFile.set(
          rootsKey,
          pemOf(listed().filter(({ fingerprint256 }) => fingerprint256 !== fingerprint)),
        )
      changed()
      return forgotten
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
