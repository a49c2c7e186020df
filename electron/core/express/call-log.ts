import { randomUUID } from 'node:crypto'
import type { ServiceCall, ServiceCallDetail } from '#shared/ipc/call-views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, HttpRequest, HttpTransport } from '../ports.ts'
import { redactedBody } from './redacted-body.ts'
import { createScrubber } from './scrub.ts'
import { readServiceError } from './service-error.ts'
import { supportFile, type SupportFacts } from './support-file.ts'
import type { Scrubber } from './visible-fields.ts'

export const maxCalls = 200

/** What a request is, for the list. */
export interface CallAbout {
  readonly environment: { readonly id: string; readonly name: string }
  readonly operation: ServiceCall['operation']
  /** From 1. */
  readonly attempt: number
}

type Sent = Awaited<ReturnType<HttpTransport['send']>>

/**
 * The last 200 attempts, in memory only. Bodies are redacted while they pass: neither a secret nor a participant's value
 * is in here at any time.
 */
export interface CallLog {
  /** Sends, and puts how it went on the list. */
  readonly send: (request: HttpRequest, about: CallAbout) => Promise<Sent>
  /** Newest first. */
  list(): ServiceCall[]
  /** Fails with `library.notFound` when it is no longer on the list. */
  open(id: string): Result<ServiceCallDetail>
  readonly clear: () => void
  /** The whole list as text for whoever runs the service. */
  export(): string
}

export interface CallLogNeeds {
  readonly transport: HttpTransport
  readonly clock: Clock
  readonly facts: SupportFacts
  readonly onChange: () => void
}

const outcomeOf = (operation: ServiceCall['operation'], sent: Sent): ServiceCall['outcome'] => {
  if (!sent.ok) {
    if (sent.failure.code === 'job.cancelled') return 'cancelled'
    return sent.failure.phase === 'notSent' ? 'notSent' : 'lost'
  }
  const { status } = sent.response
  // A probe asks whether anything is there; being refused is the answer.
  if (operation === 'probe') return 'answered'
  if (status >= 200 && status <= 299) return 'answered'
  return status >= 400 && status <= 499 ? 'refused' : 'failed'
}

const formLine = (name: string, value: string): string =>
  `${name}=${value === 'client_credentials' ? value : `[text, ${value.length} characters]`}`

/** Form bodies carry credentials, so of them the names are kept and the one value that the specification gives. */
const redactedRequest = ({ headers, body }: HttpRequest, scrubber: Scrubber): string =>
  headers['content-type']?.includes('json')
    ? redactedBody(body, scrubber)
    : [...new URLSearchParams(body)].map(([name, value]) => formLine(name, value)).join('\n')

/** An answer as it may be kept. Of an error that is no JSON, what it says. */
const redactedAnswer = (status: number, text: string, scrubber: Scrubber): string => {
  const redacted = text === '' ? '' : redactedBody(text, scrubber)
  return redacted.startsWith('[') && status >= 400
    ? scrubber.message(readServiceError(text).message) || redacted
    : redacted
}

export const createCallLog = ({ transport, clock, facts, onChange }: CallLogNeeds): CallLog => {
  let calls: readonly ServiceCallDetail[] = []
  // Rows that belong to a list cleared meanwhile are dropped.
  let page = 0

  const row = (request: HttpRequest, about: CallAbout, sent: Sent, at: number, durationMs: number): ServiceCallDetail => {
    const scrubber = createScrubber(request.body)
    return {
      id: randomUUID(),
      at: new Date(at).toISOString(),
      environment: { id: about.environment.id, name: about.environment.name },
      operation: about.operation,
      url: request.url,
      attempt: about.attempt,
      outcome: outcomeOf(about.operation, sent),
      status: sent.ok ? sent.response.status : null,
      durationMs,
      requestBytes: Buffer.byteLength(request.body),
      responseBytes: sent.ok ? Buffer.byteLength(sent.response.text) : null,
      failure: sent.ok ? '' : sent.failure.message,
      request: redactedRequest(request, scrubber),
      response: sent.ok ? redactedAnswer(sent.response.status, sent.response.text, scrubber) : '',
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
        calls = [row(request, about, sent, at, durationMs), ...calls.slice(0, maxCalls - 1)]
        onChange()
      }
      return sent
    },
    list: () => calls.map(({ failure: _failure, request: _request, response: _response, ...call }) => call),
    open: (id) => {
      const call = calls.find((each) => each.id === id)
      return call
        ? ok(call)
        : fail({
            code: 'library.notFound',
            message: 'This call is no longer on the list.',
            advice: `The last ${maxCalls} are kept until the window is closed.`,
          })
    },
    clear: () => {
      calls = []
      page += 1
      onChange()
    },
    export: () => supportFile(facts, calls, clock.now()),
  }
}
