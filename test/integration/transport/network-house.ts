import { createServer as createSecureServer } from 'node:https'
import { createUndiciTransport } from '#electron/adapters/transport/undici-transport.ts'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { createNetwork } from '#electron/core/environments/network/network.ts'
import { parsePacResult } from '#electron/core/environments/network/pac-result.ts'
import type { HttpRequest, ProxyResolver } from '#electron/core/platform/ports.ts'
import { createAuthority, type KeyAndCertificate } from '#test/support/servers/certificates.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { answerJson, bodyOf, listen, type Loopback } from '#test/support/servers/loopback-server.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { trustRoots } from '#test/support/servers/trusted-roots.ts'
import type { ProxyServer } from '#test/support/servers/proxy-server.ts'

/**
 * Real proxies and certificates on loopback. The service is called service.example, a name that
 * only the proxies can resolve.
 */

export const authority = createAuthority('Office inspection')
export const pair = authority.issue('service.example')

const closers: (() => Promise<void>)[] = []

/** Call this in `afterEach`. */
export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close()
}

export const track = <T extends Loopback>(loopback: T): T => {
  closers.push(loopback.stop)
  return loopback
}

export const startService = async (certificate: KeyAndCertificate = pair) => {
  const bodies: string[] = []
  const server = createSecureServer(certificate, (request, response) => {
    void bodyOf(request).then((body) => {
      bodies.push(body)
      answerJson(response, 200, { ok: true })
    })
  })
  return { bodies, ...track(await listen(server, 'https')) }
}

export const setUp = async (resolver: ProxyResolver, roots = authority.cert) => {
  const secrets = createMemorySecrets()
  const settingsFile = createMemorySettings()
  const { logger, lines } = createListeningLogger()
  const network = createNetwork({
    resolver,
    store: secrets,
    keychain: () => ({ kind: 'system' }),
    settingsFile,
    clock: createManualClock(),
    logger,
  })
  if (roots !== '') await trustRoots(network, roots)
  const transport = createUndiciTransport({ network })
  closers.push(() => transport.close())
  return { network, transport, secrets, settingsFile, lines }
}

export const through = (proxy: Pick<ProxyServer, 'url'>): ProxyResolver =>
  createEnvironmentProxy({ HTTPS_PROXY: proxy.url })

export const byPac = (text: string): ProxyResolver => ({
  source: 'system',
  resolve: async () => parsePacResult(text),
})

export const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  url: 'https://service.example/rm/v1/express/enroll',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer abc' },
  body: '{"ClientId":"ABCD"}',
  timeouts: { connectMs: 2000, headersMs: 2000, totalMs: 5000 },
  maxResponseBytes: 1_000_000,
  freshConnection: true,
  ...more,
})
