import { z } from 'zod'
import {
  proxyCredentialsInputSchema,
  type NetworkView,
  type ProxyCredentialsInput,
} from '#shared/ipc/network-views.ts'
import type { KeychainState } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isLoopback } from '../environments/base-url.ts'
import type { Clock, Logger, NetworkPort, ProxyResolver, SecretStore, SettingsFile } from '../ports.ts'
import { createEnteredRoots } from './entered-roots.ts'
import { readRoots } from './extra-roots.ts'

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
  /** Trusts the certificates in PEM text besides the system's; none for empty text. Fails with `input.invalid` or `keychain.*`. */
  saveRoots(pem: string): Promise<Result<void>>
  /** A proxy asked for credentials, or what is set here changed. */
  onChange(listener: () => void): () => void
}

const account = 'proxy/credentials'
const rootsKey = 'extraRootsPem'
const recordSchema = z.strictObject({ version: z.literal(1), ...proxyCredentialsInputSchema.shape })

export const createNetwork = (needs: NetworkNeeds): Network => {
  const { resolver, store, keychain, settingsFile, clock, logger } = needs
  const listeners = new Set<() => void>()
  const entered = createEnteredRoots({ store, logger })
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

  const storedRoots = (): string => {
    const pem = settingsFile.get(rootsKey)
    return typeof pem === 'string' ? pem : ''
  }
  const extraRoots = async (): Promise<string> => {
    const pem = storedRoots()
    return pem !== '' && (await entered.has(pem)) ? pem : ''
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
      const pem = storedRoots()
      const isTrusted = (await extraRoots()) === pem
      const roots = readRoots(pem, clock.now())
      return {
        ways: ways.map((way) =>
          way.kind === 'direct' ? 'direct' : way.kind === 'proxy' ? new URL(way.uri).host : way.name,
        ),
        source: resolver.source,
        proxy: {
          asking,
          storedFor: found?.proxy ?? '',
          stored: found === null ? 'none' : keychain().kind === 'system' ? 'keychain' : 'session',
        },
        roots: roots.ok && isTrusted ? roots.value.certificates : [],
        foundRoots: roots.ok && !isTrusted ? roots.value : null,
      }
    },
    saveProxyCredentials: async (input) => {
      if (input.user.includes(':')) {
        return fail({ code: 'input.invalid', message: 'A user name for a proxy cannot hold a colon.', field: 'user' })
      }
      const record = { version: 1, ...input } as const
      const saved = await store.set(account, Buffer.from(JSON.stringify(record), 'utf8').toString('base64'))
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
    saveRoots: async (pem) => {
      const read = readRoots(pem, clock.now())
      if (!read.ok) return read
      const before = storedRoots()
      const after = read.value.pem
      if (after !== '') {
        const added = await entered.add(after)
        if (!added.ok) return added
      }
      settingsFile.set(rootsKey, after)
      if (before !== '' && before !== after) {
        const removed = await entered.remove(before)
        if (!removed.ok) logger.warn(`certificate authorities: ${removed.error.message}`)
      }
      changed()
      return ok(undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
