import type { Session } from 'electron'
import { parsePacResult } from '../core/environments/network/pac-result.ts'
import type { ProxyResolver } from '../core/platform/ports.ts'

/** Asks Chromium, which knows system settings, PAC files and WPAD. Sends nothing to the URL itself. */
export const createProxyResolver = (
  openSession: () => Pick<Session, 'resolveProxy' | 'forceReloadProxyConfig'>,
): ProxyResolver => {
  const open = async () => {
    const session = openSession()
    // A new session answers DIRECT until it has loaded the computer's settings.
    await session.forceReloadProxyConfig()
    return session
  }
  let opened: ReturnType<typeof open> | null = null
  return {
    source: 'system',
    resolve: async (url) => {
      opened ??= open()
      return parsePacResult(await (await opened).resolveProxy(url))
    },
  }
}
