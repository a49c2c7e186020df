import type { TrafficEntry, TrafficDetail } from '#shared/http/traffic.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, HttpRequest, HttpTransport, Sent } from '../../platform/ports.ts'
import { redactedBody } from './redacted-body.ts'
import { supportFile, type SupportFacts } from './support-file.ts'

export const maxCalls = 200

/** Describes a request in the list of service calls. */
export interface CallAbout {
  readonly environment: { readonly id: string; readonly name: string }
  readonly operation: TrafficEntry['operation']
  /** The number of the attempt, counted from 1. */
  readonly attempt: number
}

interface TrafficNeeds {
  readonly transport: HttpTransport
  readonly clock: Clock
  readonly facts: SupportFacts
  readonly onChange: () => void
}

const outcomeOf = (operation: TrafficEntry['operation'], sent: Sent): TrafficEntry['outcome'] => {
  if (!sent.ok) {
    if (sent.failure.code === 'job.cancelled') return 'cancelled'
    return sent.failure.phase === 'notSent' ? 'notSent' : 'lost'
  }
  const { status } = sent.response
  // A probe only checks whether anything answers, so even a refusal counts as an answer.
  if (operation === 'probe') return 'answered'
  if (status >= 200 && status <= 299) return 'answered'
  return status >= 400 && status <= 499 ? 'refused' : 'failed'
}

/**
 * The service call's bodies, redacted so that they may be kept. A form-encoded body contains
 * credentials, so only its field names and its grant are shown.
 */
const redactedBodies = ({ headers, body }: HttpRequest, answer: string) => {
  const isJson = headers['content-type']?.includes('json') ?? false
  const form = isJson ? [] : [...new URLSearchParams(body)]
  const lines = form.map(
    ([name, value]) =>
      `${name}=${value === 'client_credentials' ? value : `[text, ${value.length} characters]`}`,
  )
  const sent = isJson ? body : form.map(([, value]) => value).join(' ')
  const sign = headers['authorization'] ?? ''
  const basic = sign.startsWith('Basic ') ? Buffer.from(sign.slice(6), 'base64').toString() : ''
  return {
    request: isJson ? redactedBody(body, body) : lines.join('\n'),
    response: answer === '' ? '' : redactedBody(answer, `${sign} ${basic} ${sent}`),
  }
}

/**
 * The last 200 attempts, only in memory. Bodies are redacted as soon as the service call ends, so nobody can read a
 * secret or a participant's value here.
 */
export const createTraffic = ({ transport, clock, facts, onChange }: TrafficNeeds) => {
  /**
   * Newest last. Clearing replaces the array, so that a service call under way at that moment is
   * not added later.
   */
  let calls: TrafficDetail[] = []
  let made = 0
  const newestFirst = () => calls.toReversed()
  return {
    /** Sends a request and records the result in the list. */
    send: async (request: HttpRequest, about: CallAbout) => {
      const mine = calls
      const at = new Date(clock.now()).toISOString()
      const started = clock.monotonic()
      const sent = await transport.send(request)
      const durationMs = clock.monotonic() - started
      if (mine !== calls) return sent
      const { environment, operation, attempt } = about
      const answer = sent.ok ? sent.response.text : ''
      calls.push({
        id: String((made += 1)),
        at,
        environment: { id: environment.id, name: environment.name },
        operation,
        url: request.url,
        attempt,
        outcome: outcomeOf(operation, sent),
        status: sent.ok ? sent.response.status : null,
        durationMs,
        requestBytes: Buffer.byteLength(request.body),
        responseBytes: sent.ok ? (sent.response.bytes ?? Buffer.byteLength(answer)) : null,
        remark: sent.ok ? (sent.response.remark ?? '') : sent.failure.message,
        ...redactedBodies(request, answer),
      })
      if (calls.length > maxCalls) calls.shift()
      onChange()
      return sent
    },
    /** Newest first. */
    list: (): TrafficEntry[] =>
      newestFirst().map(
        ({ remark: _remark, request: _request, response: _response, ...call }) => call,
      ),
    /** Fails with `records.notFound` if the service call is no longer in the list. */
    open: (id: string): Result<TrafficDetail> => {
      const call = calls.find((each) => each.id === id)
      return call
        ? ok(call)
        : fail({
            code: 'records.notFound',
            message: 'This call is no longer on the list.',
            advice: `The last ${maxCalls} are kept until the window is closed.`,
          })
    },
    clear: () => {
      calls = []
      onChange()
    },
    /** The whole list as text, for the service's operator. */
    export: () => supportFile(facts, newestFirst(), clock.now()),
  }
}
export type Traffic = ReturnType<typeof createTraffic>
