import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import type { ProxyCredentials } from '#electron/core/platform/ports.ts'
import { ProxyFailure, signInFailure } from './proxy-failure.ts'
import { openTcp } from './tcp-connection.ts'

interface SocksOptions {
  /** `socks5://`; port 1080 by default. */
  readonly proxy: URL
  /**
   * Host of the service. The proxy resolves it, because sometimes only the proxy can resolve
   * outside names.
   */
  readonly host: string
  readonly port: number
  readonly credentials: ProxyCredentials | null
  readonly timeoutMs: number
}

const failureOf = (cause: unknown, { proxy, host, port, credentials }: SocksOptions) => {
  const said = cause instanceof Error ? cause.message : ''
  const where = `The SOCKS proxy ${proxy.host}`
  if (/auth/i.test(said)) return signInFailure(where, credentials !== null, cause)
  const reason = /rejected connection\s*-\s*(\w+)/i.exec(said)?.[1]
  if (reason !== undefined)
    return new ProxyFailure('refused', `${where} opened no way to ${host}:${port}: ${reason}.`, {
      cause,
    })
  const why = /timed out/i.test(said) ? 'did not answer in time' : 'could not be reached'
  return new ProxyFailure('unreachable', `${where} ${why}.`, { cause })
}

/** Connects to the service through a SOCKS 5 proxy. Rejects with {@link ProxyFailure}. */
export const openSocksTunnel = async (options: SocksOptions): Promise<Socket> => {
  const { proxy, host, port, credentials, timeoutMs } = options
  try {
    const proxyHost = proxy.hostname.replace(/^\[|\]$/g, '')
    const proxyPort = proxy.port === '' ? 1080 : Number(proxy.port)
    const toProxy = await openTcp({ host: proxyHost, port: proxyPort, timeoutMs })
    const { socket } = await SocksClient.createConnection({
      existing_socket: toProxy,
      proxy: {
        host: proxyHost,
        port: proxyPort,
        type: 5,
        ...(credentials && { userId: credentials.user, password: credentials.password }),
      },
      command: 'connect',
      destination: { host, port },
      timeout: timeoutMs,
    })
    return socket
  } catch (cause) {
    throw failureOf(cause, options)
  }
}
