import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { ProxyCredentials } from '#electron/core/ports.ts'
import { skipInterimAnswers } from './interim-answers.ts'

/** No route through a proxy worked. Nothing was sent except the proxy's own CONNECT request. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly kind: 'unreachable' | 'credentials' | 'refused'

  constructor(kind: ProxyFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

export interface TunnelOptions {
  readonly proxy: URL
  /** Host and port of the service. */
  readonly target: string
  readonly credentials: ProxyCredentials | null
  readonly timeoutMs: number
  readonly trust: SecureContext | undefined
}

const basic = ({ user, password }: ProxyCredentials) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const refusal = (status: number, asks: string, { proxy, target, credentials }: TunnelOptions) => {
  const where = `The proxy ${proxy.host}`
  if (status !== 407)
    return new ProxyFailure(
      'refused',
      `${where} answered ${status} and opened no way to ${target}.`,
    )
  if (!/\bbasic\b/i.test(asks)) {
    // Any other word may repeat what was sent.
    const known = /^(?:Negotiate|NTLM|Kerberos|Digest|Bearer)\b/i.exec(asks)
    const scheme = known?.[0] ?? 'a kind of sign-in'
    return new ProxyFailure(
      'refused',
      `${where} asks for ${scheme}, which this program does not offer it: it signs in with a user name and password (Basic) only.`,
    )
  }
  return new ProxyFailure(
    'credentials',
    credentials === null
      ? `${where} asks for a user name and password: enter them under Settings, Network.`
      : `${where} did not accept the stored user name and password: enter them again under Settings, Network.`,
  )
}

/** Connects to `target` through a proxy, by CONNECT. Rejects with {@link ProxyFailure}. */
export const openTunnel = (options: TunnelOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { proxy, target, credentials, timeoutMs, trust } = options
    const secure = proxy.protocol === 'https:'
    const unreachable = (why: string, cause?: unknown): ProxyFailure =>
      new ProxyFailure('unreachable', `The proxy ${proxy.host} ${why}.`, { cause })
    const host = proxy.hostname.replace(/^\[|\]$/g, '')
    const settings: RequestOptions = {
      host,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: {
        host: target,
        ...(credentials && { 'proxy-authorization': basic(credentials) }),
      },
    }
    const request = secure
      ? httpsRequest({
          ...settings,
          // Otherwise node:https would expect the service's certificate from the proxy, by the name in the header.
          servername: isIP(host) === 0 ? host : '',
          minVersion: 'TLSv1.2',
          ...(trust ? { secureContext: trust } : {}),
        })
      : httpRequest(settings)
    const timer = setTimeout(
      () => request.destroy(unreachable('did not answer in time')),
      timeoutMs,
    )
    // node:http takes the first answer of any kind for the proxy's, even a 100.
    let leaveAlone = (): void => undefined
    request.once('socket', (socket) => {
      leaveAlone = skipInterimAnswers(socket)
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(error instanceof ProxyFailure ? error : unreachable('could not be reached', error))
    })
    request.once('connect', (response, socket, head) => {
      leaveAlone()
      clearTimeout(timer)
      const status = response.statusCode ?? 0
      if (status >= 200 && status <= 299) {
        socket.unshift(head)
        resolve(socket)
        return
      }
      socket.destroy()
      reject(refusal(status, response.headers['proxy-authenticate']?.toString() ?? '', options))
    })
    request.end()
  })
