import type { SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { NetworkPort, ProxyRoute } from '#electron/core/ports.ts'
import { certificateReason } from './certificate-reasons.ts'
import { openTunnel, ProxyFailure } from './proxy-tunnel.ts'
import { openSocksTunnel } from './socks-tunnel.ts'

type Target = buildConnector.Options
type Connection = Exclude<Parameters<buildConnector.Callback>[1], null>

const portOf = ({ port, protocol }: Target) => Number(port) || (protocol === 'https:' ? 443 : 80)

const hostAndPort = ({ host, hostname, port, protocol }: Target) => {
  if (port !== '') return hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`
  return `${host ?? hostname}:${protocol === 'https:' ? 443 : 80}`
}

const codeOf = (error: unknown) => {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : ''
}

/** Another route may help if this one could not be used at all; a bad certificate or a proxy's refusal is an answer. */
const worthAnotherWay = (error: unknown) =>
  error instanceof ProxyFailure
    ? error.kind === 'unreachable'
    : certificateReason(codeOf(error)) === null

/**
 * Wraps `inner` with the network's routes, asked for each connection and tried in order. TLS ends at the service
 * itself, through the proxy's tunnel, so a proxy sees the host but no content.
 */
export const proxiedConnector = (
  inner: buildConnector.connector,
  network: NetworkPort,
  timeoutMs: number,
  trust: SecureContext | undefined,
): buildConnector.connector => {
  const connect = (target: Target): Promise<Connection> =>
    new Promise((resolve, reject) => {
      inner(target, (...outcome) =>
        outcome[0] === null ? resolve(outcome[1]) : reject(outcome[0]),
      )
    })

  const go = async (way: ProxyRoute, target: Target): Promise<Connection> => {
    if (way.kind === 'direct') return connect(target)
    if (way.kind === 'unsupported') {
      throw new ProxyFailure(
        'unreachable',
        way.why ??
          `The connection through ${way.name} is of a kind this program does not support: it connects directly or through HTTP, HTTPS and SOCKS 5 proxies.`,
      )
    }
    const proxy = new URL(way.uri)
    const credentials = way.credentials ?? (await network.proxyCredentials(proxy.host))
    try {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      const httpSocket =
        proxy.protocol === 'socks5:'
          ? await openSocksTunnel({ proxy, host, port: portOf(target), credentials, timeoutMs })
          : await openTunnel({ proxy, target: hostAndPort(target), credentials, timeoutMs, trust })
      return await connect({ ...target, httpSocket })
    } catch (error) {
      if (error instanceof ProxyFailure && error.kind === 'credentials')
        network.proxyAsked(proxy.host)
      throw error
    }
  }

  const open = async (target: Target): Promise<Connection> => {
    const ways = await network.waysTo(`${target.protocol}//${hostAndPort(target)}/`)
    for (const [index, way] of ways.entries()) {
      try {
        return await go(way, target)
      } catch (error) {
        if (!worthAnotherWay(error) || index === ways.length - 1) throw error
      }
    }
    throw new ProxyFailure('unreachable', 'This computer’s proxy settings allow no connection.')
  }

  return (target, callback) => {
    open(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}
