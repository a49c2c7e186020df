import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isLoopback } from '../environments/base-url.ts'
import type { Environment } from '../environments/environment.ts'

const refused = (message: string, advice: string): Result<never> => {
  const error: AppError = { code: 'submission.transUrl', message, advice, field: 'TransURL' }
  return fail(error)
}

/**
 * Origin of a TransURL, the record-keeper's address to which the service hands a transaction. Fails with
 * `submission.transUrl` for what is no web address, holds a user name or password, or is not encrypted; in Training plain http
 * to this computer will do.
 */
export const receiverOf = (transUrl: string, { kind }: Pick<Environment, 'kind'>): Result<string> => {
  const url = URL.parse(transUrl.trim())
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refused('TransURL is not a web address, for example https://recordkeeper.example.com/receive.', 'Correct it.')
  }
  if (url.username !== '' || url.password !== '') {
    return refused(`TransURL to ${url.host} holds a user name or password.`, 'Leave them out of the address.')
  }
  if (url.protocol === 'http:' && !(kind === 'training' && isLoopback(url.hostname))) {
    return refused(`TransURL goes to ${url.host} without encryption. Nothing was sent.`, 'It must begin with https://.')
  }
  return ok(url.origin)
}
