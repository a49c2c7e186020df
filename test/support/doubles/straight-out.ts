import type { ProxyResolver } from '#electron/core/platform/ports.ts'

/** A proxy resolver for a computer without proxy settings. */
export const straightOut: ProxyResolver = {
  source: 'environment',
  resolve: async () => [{ kind: 'direct' }],
}
