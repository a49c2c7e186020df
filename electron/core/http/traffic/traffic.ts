import { randomUUID } from 'node:crypto'
import type { TrafficEntry, TrafficDetail } from '#shared/traffic/traffic.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, HttpRequest, HttpTransport } from '../../ports.ts'
import { createLaterList } from './later-list.ts'
import { redactedBody } from './redacted-body.ts'
import { createScrubber } from './scrub.ts'
import { readServiceError } from '../status-error.ts'
import { supportFile, type SupportFacts } from './support-file.ts'
import type { Scrubber } from './visible-fields.ts'

export const maxCalls = 200

/** Describes a request in the list of service calls. */
export interface CallAbout {
  readonly environment: { readonly id: string; readonly name: string }
  readonly operation: TrafficEntry['operation']
  /** Counts from 1. */
  readonly attempt: number
}

type Sent = Awaited<ReturnType<HttpTransport['send']>>

/** The inputs for the row of a call; nothing else is kept in memory until the row is made. */
interface Ended {
  readonly at: number
  readonly durationMs: number
  readonly environment: CallAbout['environment']
  readonly operation: CallAbout['operation']
  readonly attempt: number
  readonly url: string
  readonly outcome: TrafficEntry['outcome']
  readonly isJson: boolean
  readonly body: string
  /** Null if no answer came. */
  readonly status: number | null
  readonly answer: string
  readonly failure: string
}

/**
 * The last 200 attempts, only in memory. Bodies are kept redacted, so nobody can ever read a secret or a participant's
 * value here. Redaction follows within two seconds after the answer, so that no call waits for it; calls that are
 * cleared or fall off the list before that are never redacted.
 */
export interface Traffic {
  /** Sends a request and records the result in the list. */
  readonly send: (request: HttpRequest, about: CallAbout) => Promise<Sent>
  /** Newest first. */
  list(): TrafficEntry[]
  /** Fails with `records.notFound` if it is no longer in the list. */
  open(id: string): Result<TrafficDetail>
  readonly clear: () => void
  /** The whole list as text, for the service's operator. */
  export(): string
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
  // A probe asks only whether anything is there, so even a refusal answers it.
  if (operation === 'probe') return 'answered'
  if (status >= 200 && status <= 299) return 'answered'
  return status >= 400 && status <= 499 ? 'refused' : 'failed'
}

const formLine = (name: string, value: string): string =>
  `${name}=${value === 'client_credentials' ? value : `[text, ${value.length} characters]`}`

/** Form bodies hold credentials, so only the names are kept, and the one value that the specification fixes. */
const redactedRequest = (isJson: boolean, body: string, scrubber: Scrubber): string =>
  isJson
    ? redactedBody(body, scrubber)
    : [...new URLSearchParams(body)].map(([name, value]) => formLine(name, value)).join('\n')

/** The form of an answer that may be kept; for an error that is not JSON, its message. */
const redactedAnswer = (status: number, text: string, scrubber: Scrubber): string => {
  const redacted = text === '' ? '' : redactedBody(text, scrubber)
  return redacted.startsWith('[') && status >= 400
    ? scrubber.message(readServiceError(text).message) || redacted
    : redacted
}

export const createTraffic = ({ transport, clock, facts, onChange }: TrafficNeeds): Traffic => {
  const calls = createLaterList<TrafficDetail>(maxCalls, clock)
  // Rows from before the list was cleared are dropped.
  let page = 0

  const row = (call: Ended): TrafficDetail => {
    const { environment, operation, attempt, url, status, durationMs, answer } = call
    const scrubber = createScrubber(call.body)
    return {
      id: randomUUID(),
      at: new Date(call.at).toISOString(),
      environment: { id: environment.id, name: environment.name },
      operation,
      url,
      attempt,
      outcome: call.outcome,
      status,
      durationMs,
      requestBytes: Buffer.byteLength(call.body),
      responseBytes: status === null ? null : Buffer.byteLength(answer),
      failure: call.failure,
      request: redactedRequest(call.isJson, call.body, scrubber),
      response: status === null ? '' : redactedAnswer(status, answer, scrubber),
    }
  }

  return {
    send: async (request, about) => {
      const mine = page
      const at = clock.now()
      const started = clock.monotonic()
      const sent = await transport.send(request)
      const durationMs = clock.monotonic() - started
      if (mine === page) {
        const call: Ended = {
          at,
          durationMs,
          environment: about.environment,
          operation: about.operation,
          attempt: about.attempt,
          url: request.url,
          outcome: outcomeOf(about.operation, sent),
          isJson: request.headers['content-type']?.includes('json') ?? false,
          body: request.body,
          status: sent.ok ? sent.response.status : null,
          answer: sent.ok ? sent.response.text : '',
          failure: sent.ok ? '' : sent.failure.message,
        }
        calls.add(() => row(call), call.body.length + call.answer.length)
        onChange()
      }
      return sent
    },
    list: () =>
      calls
        .all()
        .map(({ failure: _failure, request: _request, response: _response, ...call }) => call),
    open: (id) => {
      const call = calls.all().find((each) => each.id === id)
      return call
        ? ok(call)
        : fail({
            code: 'records.notFound',
            message: 'This call is no longer on the list.',
            advice: `The last ${maxCalls} are kept until the window is closed.`,
          })
    },
    clear: () => {
      calls.clear()
      page += 1
      onChange()
    },
    export: () => supportFile(facts, calls.all(), clock.now()),
  }
}
