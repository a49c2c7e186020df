import type { TransportFailure } from '#electron/core/platform/ports.ts'
import { certificateReason, lacksAuthority } from './certificate-reasons.ts'
import { InterimFailure } from './interim-answers.ts'
import { ProxyFailure } from './proxy-failure.ts'

const stringIn = (value: unknown, key: 'code' | 'message') => {
  if (typeof value !== 'object' || value === null) return ''
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : ''
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)

/** The code of an error, of its cause, or of the first address that was tried. */
export const codeOf = (error: unknown) => {
  const own = stringIn(error, 'code') || stringIn(causeOf(error), 'code')
  if (own !== '') return own
  return error instanceof AggregateError ? stringIn(error.errors[0], 'code') : ''
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'was not found; check the spelling of the address and the network',
  EAI_AGAIN: 'could not be looked up; the network or its name service is down',
  ENETUNREACH: 'cannot be reached from this network',
  EHOSTUNREACH: 'cannot be reached from this network',
}

const failing =
  (phase: TransportFailure['phase']) =>
  (code: TransportFailure['code'], message: string, error: unknown): TransportFailure => ({
    phase,
    code,
    message,
    details: [codeOf(error), stringIn(error, 'message')].filter((text) => text !== '').join(': '),
  })
const notSent = failing('notSent')
const inDoubt = failing('unknown')

/**
 * A failure to connect: no byte of the request can have left. `waiting` names the authorities that are listed but not
 * yet trusted, because one of them may have issued the rejected certificate.
 */
export const connectFailure = (
  error: unknown,
  host: string,
  waiting: readonly string[] = [],
): TransportFailure => {
  if (waiting.length > 0 && lacksAuthority(codeOf(error))) {
    const [first = '', ...others] = waiting
    const named = `“${first}”${others.length === 0 ? '' : ` or one of ${others.length} more`}`
    const unknown =
      error instanceof ProxyFailure
        ? `${error.message} The authority behind its certificate is unknown.`
        : `The authority behind the certificate of ${host} is unknown.`
    const message = `${unknown} It may be ${named}, which is listed but not trusted yet.`
    return notSent('service.authority', message, error)
  }
  if (error instanceof ProxyFailure) return notSent('service.proxy', error.message, error.cause)
  const code = codeOf(error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return notSent('service.timeout', `${host} did not accept a connection in time.`, error)
  const certificate = certificateReason(code)
  if (certificate !== null) {
    const message = `The identity of ${host} could not be verified: ${certificate}.`
    return notSent('service.tls', message, error)
  }
  const said = unreachable[code] ?? 'could not be reached'
  return notSent('service.unreachable', `${host} ${said}.`, error)
}

/** A failure after connecting: the service may have read nothing or everything. */
export const exchangeFailure = (error: unknown, host: string): TransportFailure => {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return inDoubt('service.timeout', `${host} did not answer in time.`, error)
  const improper = `${host} did not answer in proper HTTP`
  if (error instanceof Error && error.name === 'HTTPParserError')
    return inDoubt('service.unreadable', `${improper}.`, error)
  if (error instanceof InterimFailure)
    return inDoubt('service.unreadable', `${improper}: ${error.message}.`, error)
  const message = `The connection to ${host} broke before the answer was complete.`
  return inDoubt('service.connectionLost', message, error)
}
