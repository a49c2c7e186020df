import { fail, ok, type Result } from '#shared/result.ts'
import { isLoopback } from '../base-url.ts'
import type { Environment } from '../environment.ts'

const refused = (message: string, advice: string) =>
  fail({ code: 'submission.transUrl', message, advice, field: 'TransURL' })

/**
 * True if every program reads the same host from `text`: it is plain ASCII and spells the host as
 * the parser does. Programs interpret a backslash or a line end in different ways, and may then
 * reach different hosts.
 */
const isReadAlike = (text: string, { protocol, host, hostname }: URL) => {
  const written = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]?.toLowerCase()
  const withPort = `${hostname}:${protocol === 'https:' ? 443 : 80}`
  return /^[!-[\]-~]+$/.test(text) && (written === host || written === withPort)
}

/**
 * Origin of a TransURL, the recordkeeper's address to which the service hands a transaction. Fails with
 * `submission.transUrl` if it is not a web address, is ambiguous, holds a user name or password, or is not encrypted.
 * Training also allows plain http to this computer.
 */
export const receiverOf = (
  transUrl: string,
  { kind }: Pick<Environment, 'kind'>,
): Result<string> => {
  const text = transUrl.trim()
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refused(
      'The recordkeeper’s address is not a web address, for example https://recordkeeper.example.com/receive.',
      'Correct it.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    return refused(
      `The recordkeeper’s address at ${url.host} holds a user name or password.`,
      'Leave them out of the address.',
    )
  }
  if (!isReadAlike(text, url)) {
    return refused(
      'Not every program reads the recordkeeper’s address the same way. Nothing was sent.',
      'Write it in plain letters, beginning with https:// and its host, without blanks and backslashes.',
    )
  }
  if (url.protocol === 'http:' && !(kind === 'training' && isLoopback(url.hostname))) {
    return refused(
      `The recordkeeper’s address at ${url.host} is without encryption. Nothing was sent.`,
      'It must begin with https://.',
    )
  }
  return ok(url.origin)
}
