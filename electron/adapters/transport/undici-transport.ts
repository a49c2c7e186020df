import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import type {
  ExtraRoots,
  HttpRequest,
  HttpTransport,
  NetworkPort,
  ProxyRoute,
  TransportFailure,
} from '#electron/core/platform/ports.ts'
import { exchange } from './exchange.ts'
import { ProxyFailure } from './proxy-failure.ts'
import { acceptedEncodings, BodyFailure, readBody } from './response-body.ts'
import { connectFailure, exchangeFailure } from './transport-errors.ts'
import { dispatcherFor, isWorthAnotherWay, tunnelFailure, type WayOut } from './ways-out.ts'

interface TransportOptions {
  /** Trusted root certificates in PEM form; if absent, Node's own list. */
  readonly certificateAuthorities?: readonly string[]
  /** Proxies and additional roots; if absent, connections are direct. */
  readonly network?: NetworkPort
}

const noRoots: ExtraRoots = { pem: '', waiting: [] }

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

/**
 * Returns the TLS context for extra roots, which are added to `certificateAuthorities` or Node's
 * own list. Calls `onOthers` when the roots change.
 */
const createTrust = (
  certificateAuthorities: TransportOptions['certificateAuthorities'],
  onOthers: () => void,
) => {
  let trusted: { readonly extra: string; readonly context: SecureContext | undefined } | undefined
  /** Reading hundreds of roots is slow, so it happens on first use, and again only when the roots change. */
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

/** Ends an attempt when the person cancels it or its total time is over. */
const createStop = ({ signal, timeouts }: HttpRequest) => {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  const timer = setTimeout(cancel, timeouts.totalMs)
  // The connection keeps the program alive; this timer must not.
  timer.unref()
  signal?.addEventListener('abort', cancel, { once: true })
  return {
    signal: stop.signal,
    done: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    },
  }
}

const wayOf = async (route: ProxyRoute, network: NetworkPort | undefined): Promise<WayOut> => {
  if (route.kind === 'direct') return { proxy: null, credentials: null }
  if (route.kind === 'unsupported') {
    throw new ProxyFailure(
      'unreachable',
      route.why ??
        `The connection through ${route.name} is of a kind this program does not support: it connects directly or through HTTP, HTTPS and SOCKS 5 proxies.`,
    )
  }
  const proxy = new URL(route.uri)
  const stored = route.credentials ?? (await network?.proxyCredentials(proxy.host))
  return { proxy, credentials: stored ?? null }
}

/**
 * HTTP through undici, one attempt per call: no retry, redirect, cookie, cache or HTTP/2 (whose GOAWAY would requeue).
 *
 * A failure is `notSent` only if undici never began the request, that is, if the DNS lookup, the
 * connection, the TLS handshake or a proxy's CONNECT failed. After that nobody can tell whether the
 * service read nothing or everything, so every other failure is `unknown`.
 */
export const createUndiciTransport = (options: TransportOptions = {}): HttpTransport => {
  /** Connection pools to reuse, by time limit and route. */
  const kept = new Map<string, Dispatcher>()
  const fresh = new Set<Dispatcher>()
  const { network } = options
  let closed = false
  const trust = createTrust(options.certificateAuthorities, () => {
    // The trusted roots changed, so each open connection finishes its exchange and then closes.
    for (const dispatcher of kept.values()) dispatcher.close().catch(() => undefined)
    kept.clear()
  })

  const keptFor = (way: WayOut, timeoutMs: number, context: SecureContext | undefined) => {
    const key = JSON.stringify([timeoutMs, way])
    const dispatcher = kept.get(key) ?? dispatcherFor(way, { timeoutMs, trust: context })
    kept.set(key, dispatcher)
    return dispatcher
  }

  /**
   * Runs `work` on a new connection and then destroys it. Asking the service to close the
   * connection could make the service cut the answer short.
   */
  const withFresh = async <T>(dispatcher: Dispatcher, work: (on: Dispatcher) => Promise<T>) => {
    fresh.add(dispatcher)
    try {
      return await work(dispatcher)
    } finally {
      fresh.delete(dispatcher)
      await dispatcher.destroy()
    }
  }

  const attempt = async (
    request: HttpRequest,
    context: SecureContext | undefined,
    waiting: readonly string[],
  ): Promise<Sent> => {
    const { origin, pathname, search, host, hostname, port, protocol } = new URL(request.url)
    const { connectMs, headersMs, totalMs } = request.timeouts
    const service = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    const stop = createStop(request)
    const progress = { isStarted: false }

    const sendOn = (dispatcher: Dispatcher) =>
      exchange(
        dispatcher,
        {
          origin,
          path: `${pathname}${search}`,
          method: request.method,
          headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
          body: request.body,
          headersTimeout: headersMs,
          bodyTimeout: headersMs,
        },
        {
          maxBytes: request.maxResponseBytes,
          signal: stop.signal,
          onStart: () => (progress.isStarted = true),
        },
      )
    const go = async (route: ProxyRoute) => {
      const way = await wayOf(route, network)
      stop.signal.throwIfAborted()
      if (closed) throw new Error('the program is ending')
      try {
        return request.freshConnection
          ? await withFresh(dispatcherFor(way, { timeoutMs: connectMs, trust: context }), sendOn)
          : await sendOn(keptFor(way, connectMs, context))
      } catch (error) {
        const failure = progress.isStarted ? error : tunnelFailure(error, way, service)
        if (way.proxy && failure instanceof ProxyFailure && failure.kind === 'credentials')
          network?.proxyAsked(way.proxy.host)
        throw failure
      }
    }
    /** Tries the routes in order. A request that was begun on one route is never sent on another. */
    const goAnyWay = async () => {
      const routes = (await network?.waysTo(`${origin}/`)) ?? [{ kind: 'direct' }]
      for (const [index, route] of routes.entries()) {
        try {
          return await go(route)
        } catch (error) {
          const isLast = index === routes.length - 1
          if (progress.isStarted || isLast || stop.signal.aborted || !isWorthAnotherWay(error))
            throw error
        }
      }
      throw new ProxyFailure('unreachable', 'This computer’s proxy settings allow no connection.')
    }

    try {
      const raw = await goAnyWay()
      const { status, headers } = raw
      const body = await readBody(raw.bytes, headers, {
        maxBytes: request.maxResponseBytes,
        signal: stop.signal,
        // An error page is only shown, so an invalid byte in it must not hide the status.
        strict: status < 300,
      })
      return { ok: true, response: { status, headers, ...body } }
    } catch (error) {
      const phase = progress.isStarted ? 'unknown' : 'notSent'
      if (request.signal?.aborted)
        return failed(phase, 'job.cancelled', `The call to ${host} was cancelled.`)
      if (stop.signal.aborted)
        return failed(
          phase,
          'service.timeout',
          `${host} did not answer within ${totalMs / 1000} s.`,
        )
      if (error instanceof BodyFailure) return { ok: false, failure: bodyFailure(error, host) }
      return {
        ok: false,
        failure: progress.isStarted
          ? exchangeFailure(error, host)
          : connectFailure(error, host, waiting),
      }
    } finally {
      stop.done()
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
      return attempt(request, trust(roots.pem), roots.waiting)
    },
    close: async () => {
      closed = true
      await Promise.all([...kept.values(), ...fresh].map((dispatcher) => dispatcher.destroy()))
    },
  }
}
