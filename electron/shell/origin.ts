/** The page's scheme and host. `app:` is registered as a standard scheme, so it has a real origin. */
export const appScheme = 'app'
const appHost = 'glidepath'
export const appOrigin = `${appScheme}://${appHost}`
export const appUrl = `${appOrigin}/`

/**
 * True if `url` has the page's origin. It compares parsed parts, because Node gives other schemes
 * the origin `null`.
 */
export const isAppUrl = (url: string): boolean => {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    parsed.protocol === `${appScheme}:` &&
    parsed.host === appHost &&
    parsed.username === '' &&
    parsed.password === ''
  )
}
