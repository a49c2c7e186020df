import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import type { ProxyCredentials } from '#electron/core/platform/ports.ts'
import { InterimFailure, skipInterimAnswers } from './interim-answers.ts'
import { ProxyFailure, signInFailure } from './proxy-failure.ts'
import { openSocksTunnel } from './socks-tunnel.ts'
import { openTcp } from './tcp-connection.ts'
import { tlsFailure } from './tls-reasons.ts'
import { codeOf } from './transport-errors.ts'

/** A route to the service: through `proxy`, or direct if there is none. */
export interface WayOut {
  readonly proxy: URL | null
  readonly credentials: ProxyCredentials | null
}

interface ConnectOptions {
  readonly timeoutMs: number
  /** If absent, Node's own roots. */
  readonly trust: SecureContext | undefined
}

type Connector = buildConnector.connector

const isConnector = (value: unknown): value is Connector => typeof value === 'function'

const withoutInterim =
  (connect: Connector): Connector =>
  (target, callback) =>
    connect(target, (...outcome) => {
      if (outcome[0] === null) skipInterimAnswers(outcome[1])
      callback(...outcome)
    })

const asError = (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause)))

const unreachable = ({ host }: URL, why: string, cause: unknown) =>
  new ProxyFailure('unreachable', `The proxy ${host} ${why}.`, { cause })

const notConnected = (proxy: URL, cause: unknown) => {
  const insecure = tlsFailure(codeOf(cause), `the proxy ${proxy.host}`)
  return insecure === null
    ? unreachable(proxy, 'could not be reached', cause)
    : new ProxyFailure('unreachable', insecure, { cause })
}

/** HTTP/1.1, one request at a time on a connection: {@link skipInterimAnswers} needs both. Gateways may send many cookies. */
const plain = { pipelining: 1, allowH2: false, maxHeaderSize: 256 * 1024 } as const

/** Connects by `open`, and sets up TLS on that connection where the target asks for it. */
const over =
  (open: (host: string, port: number) => Promise<Socket>, secure: Connector): Connector =>
  (target, callback) => {
    const isSecure = target.protocol === 'https:'
    const port = Number(target.port) || (isSecure ? 443 : 80)
    open(target.hostname.replace(/^\[|\]$/g, ''), port).then(
      (httpSocket) =>
        isSecure ? secure({ ...target, httpSocket }, callback) : callback(null, httpSocket),
      (cause: unknown) => callback(asError(cause), null),
    )
  }

/**
 * Returns a dispatcher whose connections take the route `way`. Through a proxy, TLS still ends at
 * the service, so the proxy sees the host but no content. A failure to connect never starts a
 * request.
 */
export const dispatcherFor = (way: WayOut, { timeoutMs, trust }: ConnectOptions): Dispatcher => {
  const tls = {
    timeout: timeoutMs,
    allowH2: false,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(trust ? { secureContext: trust } : {}),
  } as const
  const secure = buildConnector(tls)
  const direct = over((host, port) => openTcp({ host, port, timeoutMs }), secure)
  const { proxy, credentials } = way
  if (proxy === null) return new Agent({ ...plain, connect: withoutInterim(direct) })
  if (proxy.protocol === 'socks5:') {
    const viaSocks = over(
      (host, port) => openSocksTunnel({ proxy, host, port, credentials, timeoutMs }),
      secure,
    )
    return new Agent({ ...plain, connect: withoutInterim(viaSocks) })
  }

  const toProxy: Connector = ({ servername: _withAddresses, ...target }, callback) =>
    direct(target, (...outcome) =>
      outcome[0] === null ? callback(...outcome) : callback(notConnected(proxy, outcome[0]), null),
    )
  const token =
    credentials &&
    `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
  return new ProxyAgent({
    ...plain,
    uri: proxy.origin,
    proxyTunnel: true,
    requestTls: tls,
    ...(token && { token }),
    // Limits the wait for the answer to CONNECT.
    clientFactory: (origin) =>
      new Pool(origin, { ...plain, connect: withoutInterim(toProxy), headersTimeout: timeoutMs }),
    factory: (origin, options) => {
      const tunnel: unknown = Reflect.get(options, 'connect')
      if (!isConnector(tunnel)) throw new Error('undici gives its tunnel no connector')
      return new Pool(origin, Object.assign({}, options, { connect: withoutInterim(tunnel) }))
    },
  })
}

/**
 * Turns `error` into a proxy failure if CONNECT failed. The service's own TLS errors are returned
 * unchanged.
 */
export const tunnelFailure = (error: unknown, { proxy, credentials }: WayOut, to: string) => {
  if (proxy === null || error instanceof ProxyFailure || !(error instanceof Error)) return error
  const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1]
  const where = `The proxy ${proxy.host}`
  if (status === '407') return signInFailure(where, credentials !== null, error)
  if (status !== undefined)
    return new ProxyFailure('refused', `${where} answered ${status} and opened no way to ${to}.`, {
      cause: error,
    })
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return unreachable(proxy, 'did not answer in time', error)
  const isImproper = error.name === 'HTTPParserError' || error instanceof InterimFailure
  return isImproper || code === 'UND_ERR_PRX_CONN'
    ? unreachable(proxy, 'could not be reached', error)
    : error
}

/**
 * True if this route could not be used at all, so that another route may help. A bad certificate or
 * a refusal by the proxy counts as an answer, so no other route is tried.
 */
export const isWorthAnotherWay = (error: unknown): boolean =>
  error instanceof ProxyFailure
    ? error.kind === 'unreachable'
    : tlsFailure(codeOf(error), '') === null
