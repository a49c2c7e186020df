import type { ProxyResolver, ProxyRoute } from '../core/platform/ports.ts'

type Variables = Readonly<NodeJS.ProcessEnv>

const valueOf = (env: Variables, name: string) =>
  (env[name.toLowerCase()] ?? env[name.toUpperCase()] ?? '').trim()

/** Applies `NO_PROXY`: names, optionally with a leading dot or star and a port; a single star matches every host. */
const isExempt = (url: URL, list: string) => {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const match = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())
      const name = (match?.[1] ?? '').replace(/^\*?\./, '')
      if (match?.[2] !== undefined && match[2] !== port) return false
      return url.hostname === name || url.hostname.endsWith(`.${name}`)
    })
}

const percentDecoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const routeOf = (text: string): ProxyRoute => {
  const proxy = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const name = 'the proxy of this environment'
  if (proxy === null) return { kind: 'unsupported', name }
  // If the password has an unencoded "/", "?" or "#", a piece of it would be read as the host.
  if (`${proxy.pathname}${proxy.search}${proxy.hash}`.includes('@')) {
    const why =
      'The user name or password for the proxy of this environment is not percent-encoded: write each "/", "?" and "#" in it as "%2F", "%3F" and "%23".'
    return { kind: 'unsupported', name, why }
  }
  // The "h" in `socks5h` means that the proxy resolves host names, which the program's tunnel
  // always lets it do.
  const protocol = proxy.protocol === 'socks5h:' ? 'socks5:' : proxy.protocol
  const uri = `${protocol}//${proxy.host}`
  if (!['http:', 'https:', 'socks5:'].includes(protocol)) return { kind: 'unsupported', name: uri }
  if (proxy.username === '') return { kind: 'proxy', uri }
  const [user, password] = [proxy.username, proxy.password].map(percentDecoded)
  if (user === undefined || password === undefined) {
    const why = `The user name or password for the proxy ${proxy.host} is not percent-encoded in this environment: write each "%" in it as "%25".`
    return { kind: 'unsupported', name: uri, why }
  }
  return { kind: 'proxy', uri, credentials: { user, password } }
}

/** Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY in lower or upper case, like command-line programs. */
export const createEnvironmentProxy = (env: Variables): ProxyResolver => ({
  source: 'environment',
  resolve: async (address) => {
    const url = new URL(address)
    const own = valueOf(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
    const text = own === '' ? valueOf(env, 'all_proxy') : own
    return text === '' || isExempt(url, valueOf(env, 'no_proxy'))
      ? [{ kind: 'direct' }]
      : [routeOf(text)]
  },
})
