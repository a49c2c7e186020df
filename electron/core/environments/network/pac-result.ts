import type { ProxyRoute } from '../../platform/ports.ts'

const routeOf = (entry: string): ProxyRoute | null => {
  const [kind = '', host = ''] = entry.trim().split(/\s+/)
  switch (kind.toUpperCase()) {
    case 'DIRECT':
      return { kind: 'direct' }
    case 'PROXY':
    case 'HTTP':
      return { kind: 'proxy', uri: `http://${host}` }
    case 'HTTPS':
      return { kind: 'proxy', uri: `https://${host}` }
    case 'SOCKS5':
      return { kind: 'proxy', uri: `socks5://${host}` }
    case '':
      return null
    default:
      return { kind: 'unsupported', name: `${kind} ${host}`.trim() }
  }
}

/**
 * The routes of a PAC result such as `PROXY proxy.example:8080; DIRECT`, in order; a direct route
 * if it lists none.
 */
export const parsePacResult = (text: string): readonly ProxyRoute[] => {
  const routes = text.split(';').flatMap((entry) => routeOf(entry) ?? [])
  return routes.length === 0 ? [{ kind: 'direct' }] : routes
}
