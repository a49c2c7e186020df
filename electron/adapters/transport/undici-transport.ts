import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import type {
  ExtraRoots,
  HttpRequest,
  HttpResponse,
  HttpTransport,
  NetworkPort,
  TransportFailure,
} from '#electron/core/ports.ts'
import { startExchange, type RawResponse } from './exchange.ts'
import { skipInterimAnswers } from './interim-answers.ts'
import { proxiedConnector } from './proxied-connector.ts'
import { acceptedEncodings, BodyFailure, decodeContent, decodeText } from './response-body.ts'
import { connectFailure, exchangeFailure } from './transport-errors.ts'

interface TransportOptions {
  /** Trusted root certificates in PEM form; if absent, Node's own list. */
  readonly certificateAuthorities?: readonly string[]
  /** Proxies and additional roots; if absent, connections are direct. */
  readonly network?: NetworkPort
}

const noRoots: ExtraRoots = { pem: '', waiting: [] }

/** Ends a connection after its one exchange; created once, because creating an error captures a stack. */
const exchangeOver = new Error('the exchange is over')

/** Tells errors of connecting, after which nothing can have been sent, from all later errors. */
const watchConnector = (
  connectMs: number,
  trust: SecureContext | undefined,
  network: NetworkPort | undefined,
) => {
  const raised = new WeakSet<object>()
  let connected = false
  const straight = buildConnector({
    timeout: connectMs,
    allowH2: false,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(trust ? { secureContext: trust } : {}),
  })
  const inner = network ? proxiedConnector(straight, network, connectMs, trust) : straight
  const connect: buildConnector.connector = (target, callback) =>
    inner(target, (...outcome) => {
      if (outcome[0]) raised.add(outcome[0])
      else {
        connected = true
        skipInterimAnswers(outcome[1])
      }
      callback(...outcome)
    })
  return {
    connect,
    /** Whether the error came from connecting. */
    raised: (error: unknown) => typeof error === 'object' && error !== null && raised.has(error),
    /** Whether any connection was established. */
    connected: () => connected,
  }
}
type WatchedConnector = ReturnType<typeof watchConnector>

const targetOf = (address: string) => {
  const { origin, pathname, search, host } = new URL(address)
  return { origin, path: `${pathname}${search}`, host }
}
type Target = ReturnType<typeof targetOf>

/** Parses each address once: only a few are called, and parsing costs a twentieth of a small call. */
const createTargets = () => {
  const known = new Map<string, Target>()
  return (address: string) => {
    const target = known.get(address) ?? targetOf(address)
    known.set(address, target)
    return target
  }
}

const decoded = ({ status, headers }: RawResponse, plain: Buffer): HttpResponse => ({
  status,
  headers,
  // An error page is only shown, so an invalid byte in it must not hide the status.
  text: decodeText(plain, headers['content-type'] ?? '', status < 300),
  bytes: plain.byteLength,
})

const bodyFailure = (failure: BodyFailure, host: string): TransportFailure => ({
  phase: 'unknown',
  code: failure.kind === 'tooLarge' ? 'service.tooLarge' : 'service.unreadable',
  message:
    failure.kind === 'tooLarge'
      ? `The answer of ${host} is larger than the program accepts.`
      : `The answer of ${host} could not be read as text.`,
  details: failure.message,
})

type Sent = Awaited<ReturnType<HttpTransport['send']>>

const failed = (
  phase: TransportFailure['phase'],
  code: TransportFailure['code'],
  message: string,
): Sent => ({ ok: false, failure: { phase, code, message, details: '' } })

/** The trust in addition to Node's own list, or instead of it. `onOthers` is called before the trust changes. */
const createTrust = (
  certificateAuthorities: TransportOptions['certificateAuthorities'],
  onOthers: () => void,
) => {
  let trusted: { readonly extra: string; readonly context: SecureContext | undefined } | undefined
  /** Reading hundreds of roots takes time: it happens on first use, and again only when the trust changes. */
  return (extra: string) => {
    if (trusted?.extra === extra) return trusted.context
    onOthers()
    const known =
      certificateAuthorities ?? (extra === '' ? undefined : getCACertificates('default'))
    const ca = known && [...known, ...(extra === '' ? [] : [extra])]
    trusted = { extra, context: ca && createSecureContext({ ca, minVersion: 'TLSv1.2' }) }
    return trusted.context
  }
}

/** One attempt on a connection of `dispatcher`; `watch` observes the connecting. */
const attempt = async (
  dispatcher: Dispatcher,
  watch: WatchedConnector,
  request: HttpRequest,
  { origin, path, host }: Target,
  waiting: readonly string[],
): Promise<Sent> => {
  const { method, headers, body, timeouts } = request
  const exchange = startExchange(
    dispatcher,
    {
      origin,
      path,
      method,
      headers: { 'accept-encoding': acceptedEncodings, ...headers },
      body,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.headersMs,
    },
    request.maxResponseBytes,
  )
  /** The decoding, which takes its time after the exchange. */
  let decoding: AbortController | undefined
  const end = (why: Error) => {
    exchange.abort(why)
    decoding?.abort(why)
  }
  const cancel = () => end(new Error('cancelled'))
  const total = { over: false }
  const timer = setTimeout(() => {
    total.over = true
    end(new Error('too late'))
  }, timeouts.totalMs)
  // Only the connection keeps the program alive, not its time limit.
  timer.unref()
  request.signal?.addEventListener('abort', cancel, { once: true })
  const stopped = () => (request.freshConnection && !watch.connected() ? 'notSent' : 'unknown')
  try {
    const raw = await exchange.done
    const encodings = raw.headers['content-encoding'] ?? ''
    if (encodings === '') return { ok: true, response: decoded(raw, raw.bytes) }
    decoding = new AbortController()
    const { signal } = decoding
    const plain = await decodeContent(raw.bytes, encodings, request.maxResponseBytes, signal)
    return { ok: true, response: decoded(raw, plain) }
  } catch (error) {
    if (request.signal?.aborted)
      return failed(stopped(), 'job.cancelled', `The call to ${host} was cancelled.`)
    if (total.over) {
      const message = `${host} did not answer within ${timeouts.totalMs / 1000} s.`
      return failed(stopped(), 'service.timeout', message)
    }
    if (error instanceof BodyFailure) return { ok: false, failure: bodyFailure(error, host) }
    const early = watch.raised(error) || stopped() === 'notSent'
    return {
      ok: false,
      failure: early ? connectFailure(error, host, waiting) : exchangeFailure(error, host),
    }
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', cancel)
  }
}

/**
 * HTTP through undici, one attempt per call: no retry, redirect, cookie, cache or HTTP/2 (whose GOAWAY would requeue).
 *
 * A failure is `notSent` only if it came from connecting (lookup, refusal, connect time-out, TLS, proxy) or, on a
 * separate connection, before that connection was established. After a later close or reset nobody can tell whether the
 * service read nothing or everything, so everything else is `unknown`.
 */
export const createUndiciTransport = (options: TransportOptions = {}): HttpTransport => {
  const pools = new Map<number, { readonly agent: Agent; readonly watch: WatchedConnector }>()
  const fresh = new Set<Client>()
  const targetAt = createTargets()
  const { network } = options
  let closed = false
  const trust = createTrust(options.certificateAuthorities, () => {
    // Connections under other roots end after their current exchanges.
    for (const { agent } of pools.values()) agent.close().catch(() => undefined)
    pools.clear()
  })

  const poolFor = (connectMs: number, context: SecureContext | undefined) => {
    const known = pools.get(connectMs)
    if (known) return known
    const watch = watchConnector(connectMs, context, network)
    const made = { agent: new Agent({ connect: watch.connect, pipelining: 1 }), watch }
    pools.set(connectMs, made)
    return made
  }

  const onFreshConnection = async (
    request: HttpRequest,
    context: SecureContext | undefined,
    waiting: readonly string[],
  ): Promise<Sent> => {
    const watch = watchConnector(request.timeouts.connectMs, context, network)
    const target = targetAt(request.url)
    // The program ends the connection itself, below: a service that is asked to close may end its answer by closing,
    // which looks like a cut.
    const client = new Client(target.origin, { connect: watch.connect, pipelining: 1 })
    fresh.add(client)
    try {
      return await attempt(client, watch, request, target, waiting)
    } finally {
      fresh.delete(client)
      await client.destroy(exchangeOver)
    }
  }

  return {
    send: async (request) => {
      const roots = (await network?.extraRoots()) ?? noRoots
      if (request.signal?.aborted || closed) {
        const message = closed
          ? 'The program is ending, so the call was not made.'
          : 'The call was cancelled before it began.'
        return failed('notSent', 'job.cancelled', message)
      }
      const context = trust(roots.pem)
      if (request.freshConnection) return onFreshConnection(request, context, roots.waiting)
      const { agent, watch } = poolFor(request.timeouts.connectMs, context)
      return attempt(agent, watch, request, targetAt(request.url), roots.waiting)
    },
    close: async () => {
      closed = true
      const open = [...[...pools.values()].map((pool) => pool.agent), ...fresh]
      await Promise.all(open.map((dispatcher) => dispatcher.destroy()))
    },
  }
}
