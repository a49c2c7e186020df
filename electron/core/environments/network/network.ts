import type { NetworkView, ProxyCredentialsInput } from '#shared/settings/network.ts'
import type { Result } from '#shared/result.ts'
import { isLoopback } from '../base-url.ts'
import type { Clock, NetworkPort, ProxyResolver } from '../../ports.ts'
import { createListedRoots } from './listed-roots.ts'
import { createProxyCredentials } from './proxy-credentials.ts'
import type { RootTrustNeeds } from './root-trust.ts'

interface NetworkNeeds extends RootTrustNeeds {
  readonly resolver: ProxyResolver
  readonly clock: Clock
}

/** Proxy and certificate authorities: {@link NetworkPort} is for the transport, the rest is for Settings. */
export interface Network extends NetworkPort {
  /** Shows the routes for the address `url`; empty for none. */
  view(url: string): Promise<NetworkView>
  /** Fails with `input.invalid` or `keychain.*`. */
  saveProxyCredentials(input: ProxyCredentialsInput): Promise<Result<void>>
  forgetProxyCredentials(): Promise<Result<void>>
  /** Lists the authorities in PEM text without trusting them yet. Fails with `input.invalid` or `keychain.*`. */
  addRoots(pem: string): Promise<Result<void>>
  /** Trusts a listed authority in addition to the system's. Fails with `input.invalid` or `keychain.*`. */
  confirmRoot(fingerprint: string): Promise<Result<void>>
  /** Removes an authority and its trust. After a failure with `keychain.*` it stays listed, but unused in this run. */
  removeRoot(fingerprint: string): Promise<Result<void>>
  /** Reports that a proxy asked for credentials, or that a network setting changed. */
  onChange(listener: () => void): () => void
}

export const createNetwork = (needs: NetworkNeeds): Network => {
  const { resolver, keychain } = needs
  const credentials = createProxyCredentials(needs.store, needs.logger)
  const roots = createListedRoots(needs)
  const listeners = new Set<() => void>()
  let asking = ''

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const changedWhere = (result: Result<void>): Result<void> => {
    if (result.ok) changed()
    return result
  }

  const waysTo: Network['waysTo'] = async (url) => {
    if (isLoopback(new URL(url).hostname)) return [{ kind: 'direct' }]
    return resolver.resolve(url)
  }

  return {
    extraRoots: roots.trusted,
    waysTo,
    proxyCredentials: async (proxy) => {
      const found = await credentials.read()
      return found?.proxy === proxy ? { user: found.user, password: found.password } : null
    },
    proxyAsked: (proxy) => {
      asking = proxy
      changed()
    },
    view: async (url) => {
      const found = await credentials.read()
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
        roots: await roots.shown(),
      }
    },
    saveProxyCredentials: async (input) => {
      const saved = await credentials.save(input)
      if (saved.ok) asking = ''
      return changedWhere(saved)
    },
    forgetProxyCredentials: async () => {
      const forgotten = await credentials.forget()
      changed()
      return forgotten
    },
    addRoots: async (pem) => changedWhere(await roots.add(pem)),
    confirmRoot: async (fingerprint) => changedWhere(await roots.confirm(fingerprint)),
    removeRoot: async (fingerprint) => {
      const removed = await roots.remove(fingerprint)
      changed()
      return removed
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
