import { fail, ok, type Result } from '#shared/result.ts'

const loopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/

/** True for addresses that never leave this machine. `host` is a URL's host name, IPv6 in brackets. */
export const isLoopback = (host: string): boolean => loopback.test(host)

const refused = (message: string) =>
  fail({ code: 'environment.baseUrl', message, field: 'baseUrl' })

/**
 * The stored form of a base URL: https, or http for this machine only, with no user, query,
 * fragment or trailing slash. Fails with `environment.baseUrl`.
 */
export const parseBaseUrl = (text: string): Result<string> => {
  const url = URL.parse(text.trim())
  if (!url)
    return refused('The base URL is not a web address, for example https://api.example.com.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('The base URL must begin with https://.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return refused(
      'The base URL must begin with https://; http is only for addresses on this computer.',
    )
  if (url.username !== '' || url.password !== '')
    return refused(
      'The base URL must not hold a user name or password; credentials are entered on their own.',
    )
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    return refused('The base URL must not have a part after ? or #.')
  return ok(`${url.origin}${url.pathname}`.replace(/\/+$/, ''))
}
