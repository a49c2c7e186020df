import type { Dispatcher } from 'undici'
import { BodyFailure } from './response-body.ts'

/** An answer as received, still encoded. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

type Handler = Dispatcher.DispatchHandler
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0]
type Headers = Parameters<NonNullable<Handler['onResponseStart']>>[2]

/** A loop is faster than pairs, and every answer has headers. */
const flat = (headers: Headers) => {
  const result: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    result[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return result
}

/**
 * One exchange through `dispatcher`, collected whole. It avoids the stream and the signals of undici's `request`, which
 * cost as much as a small exchange. Rejects with {@link BodyFailure} beyond `maxBytes`, otherwise with undici's errors.
 */
export const startExchange = (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  maxBytes: number,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: RawResponse['headers'] = {}
  let controller: Controller | null = null
  let ended: Error | null = null

  /** Ends the exchange at once: `done` rejects with the error, and the connection is dropped. */
  const abort = (error: Error): void => {
    if (ended) return
    ended = error
    reject(error)
    controller?.abort(error)
  }
  const handler: Handler = {
    onRequestStart: (started) => {
      controller = started
      // It ended while it waited for a connection: nothing must be written.
      if (ended) started.abort(ended)
    },
    onResponseStart: (_controller, statusCode, sent) => {
      status = statusCode
      headers = flat(sent)
    },
    onResponseData: (_controller, chunk) => {
      length += chunk.length
      if (length > maxBytes) abort(new BodyFailure('tooLarge', `more than ${maxBytes} bytes`))
      else chunks.push(chunk)
    },
    onResponseEnd: () => {
      // Most answers come in one chunk, which needs no copy.
      const [first] = chunks
      const bytes = first?.length === length ? first : Buffer.concat(chunks, length)
      resolve({ status, headers, bytes })
    },
    onResponseError: (_controller, error) => reject(error),
  }
  dispatcher.dispatch(options, handler)
  return { done: promise, abort }
}
