import type { Dispatcher } from 'undici'
import { BodyFailure } from './response-body.ts'

/** An answer as received, before its content encoding is undone. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

interface ExchangeOptions {
  readonly maxBytes: number
  /** Ends the exchange at once and drops its connection. */
  readonly signal: AbortSignal
  /** Called before the first byte is written. Until then, nothing was sent. */
  readonly onStart: () => void
}

type Handler = Dispatcher.DispatchHandler
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0]
type Headers = Parameters<NonNullable<Handler['onResponseStart']>>[2]

const flat = (headers: Headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )

/**
 * Sends one request and collects the answer. Unlike undici's `request`, it ends at once when
 * aborted while it waits for a connection, and it reports when the request begins. Rejects with
 * {@link BodyFailure} if the answer exceeds `maxBytes`, with the signal's reason, or with undici's
 * errors.
 */
export const exchange = (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { maxBytes, signal, onStart }: ExchangeOptions,
): Promise<RawResponse> => {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: RawResponse['headers'] = {}
  let controller: Controller | null = null

  const end = (error: Error) => {
    reject(error)
    controller?.abort(error)
  }
  const stop = () => end(new Error('the exchange was given up', { cause: signal.reason }))
  dispatcher.dispatch(options, {
    onRequestStart: (started) => {
      controller = started
      if (signal.aborted) stop()
      else onStart()
    },
    onResponseStart: (_controller, statusCode, sent) => {
      status = statusCode
      headers = flat(sent)
    },
    onResponseData: (_controller, chunk) => {
      length += chunk.length
      if (length > maxBytes) end(new BodyFailure('tooLarge', `more than ${maxBytes} bytes`))
      else chunks.push(chunk)
    },
    onResponseEnd: () => resolve({ status, headers, bytes: Buffer.concat(chunks) }),
    onResponseError: (_controller, error) => reject(error),
  })
  signal.addEventListener('abort', stop, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}
