import type { ProxyResolver } from '#electron/core/ports.ts'

/** A computer without proxy settings. */
export const straightOut: ProxyResolver = {
  source: 'environment',
  resolve: async () => [{ kind: 'direct' }],
}
