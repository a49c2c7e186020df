import { createListeners } from '#shared/listeners.ts'
import type { Result } from '#shared/result.ts'
import { isLoopback } from '../base-url.ts'
import type { Network, ProxyResolver } from '../../platform/ports.ts'
import { createListedRoots, type ListedRootsNeeds } from './listed-roots.ts'
import { createProxyCredentials } from './proxy-credentials.ts'

interface NetworkNeeds extends ListedRootsNeeds {
  readonly resolver: ProxyResolver
  /** Names for the screen; none if absent. */
  readonly ignoredVariables?: readonly string[]
}

export const createNetwork = (needs: NetworkNeeds): Network => {
  const { resolver, keychain, ignoredVariables = [] } = needs
  const credentials = createProxyCredentials(needs.store, needs.logger)
  const roots = createListedRoots(needs)
  const changes = createListeners()
  let asking = ''

  const changedWhere = (result: Result<void>) => {
    if (result.ok) changes.tell()
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
      changes.tell()
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
        ignoredVariables: [...ignoredVariables],
      }
    },
    saveProxyCredentials: async (input) => {
      const saved = await credentials.save(input)
      if (saved.ok) asking = ''
      return changedWhere(saved)
    },
    forgetProxyCredentials: () => credentials.forget().finally(changes.tell),
    addRoots: async (pem) => changedWhere(await roots.add(pem)),
    confirmRoot: async (fingerprint) => changedWhere(await roots.confirm(fingerprint)),
    removeRoot: (fingerprint) => roots.remove(fingerprint).finally(changes.tell),
    onChange: changes.on,
  }
}
