import type { ProxyResolver } from '#electron/core/platform/ports.ts'

/** A computer without proxy settings. */
export const straightOut: ProxyResolver = {
  source: 'environment',
  resolve: async () => [{ kind: 'direct' }],
}
