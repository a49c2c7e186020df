import type { CredentialsInput } from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'

const headerValue = /^[\x21-\x7e]+$/

const refused = (message: string, field: string) => fail({ code: 'input.invalid', message, field })

/**
 * Removes the blanks and line ends that come with pasting, and "Bearer " in front of a bearer value. Fails with
 * `input.invalid` if a value cannot travel in a header.
 */
export const normaliseCredentials = (input: CredentialsInput): Result<CredentialsInput> => {
  if (input.style === 'bearer' || input.style === 'accessToken') {
    const value = input.value.trim().replace(/^bearer\s+/i, '')
    return headerValue.test(value)
      ? ok({ style: input.style, value })
      : refused(
          'The value holds blanks, line ends or letters that cannot be sent; paste it again whole.',
          'value',
        )
  }
  const clientId = input.clientId.trim()
  const clientSecret = input.clientSecret.trim()
  if (clientId === '') return refused('The client id is empty.', 'clientId')
  if (clientSecret === '') return refused('The client secret is empty.', 'clientSecret')
  return ok({ style: input.style, clientId, clientSecret })
}
