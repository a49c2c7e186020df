import type { Session } from 'electron'
import { parsePacResult } from '../core/environments/network/pac-result.ts'
import type { ProxyResolver } from '../core/platform/ports.ts'

/** Asks Chromium, which knows system settings, PAC files and WPAD. Sends nothing to the URL itself. */
export const createProxyResolver = (session: Pick<Session, 'resolveProxy'>): ProxyResolver => ({
  source: 'system',
  resolve: async (url) => parsePacResult(await session.resolveProxy(url)),
})
