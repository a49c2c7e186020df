import { describe, expect, test } from 'vitest'
import { createEnvironmentProxy } from '#electron/browser-host/environment-proxy.ts'
import { parsePacResult } from '#electron/core/environments/network/pac-result.ts'
import { createProxyResolver } from '#electron/shell/proxy.ts'

const direct = { kind: 'direct' }
const proxy = { kind: 'proxy', uri: 'http://proxy.example:8080' }

describe('a proxy resolver’s answer', () => {
  test.each([
    ['DIRECT', [direct]],
    ['', [direct]],
    ['PROXY proxy.example:8080; DIRECT', [proxy, direct]],
    [' proxy  proxy.example:8080 ;', [proxy]],
    [
      'HTTPS secure.example:443; SOCKS5 s.example:1080; SOCKS old.example:1080',
      [
        { kind: 'proxy', uri: 'https://secure.example:443' },
        { kind: 'proxy', uri: 'socks5://s.example:1080' },
        { kind: 'unsupported', name: 'SOCKS old.example:1080' },
      ],
    ],
  ])('is read: %j', (text, routes) => {
    expect(parsePacResult(text)).toEqual(routes)
  })

  test("comes from Electron's session on the desktop", async () => {
    const asked: string[] = []
    const resolver = createProxyResolver(() => ({
      forceReloadProxyConfig: async () => void asked.push('load'),
      resolveProxy: async (url) => {
        asked.push(url)
        return 'PROXY proxy.example:8080'
      },
    }))
    expect(await resolver.resolve('https://service.example/')).toEqual([proxy])
    expect(asked).toEqual(['load', 'https://service.example/'])
    expect(resolver.source).toBe('system')
  })
})

describe('proxy variables', () => {
  const ways = (env: Record<string, string>, url = 'https://service.example/') =>
    createEnvironmentProxy(env).resolve(url)

  test.each<[string, Record<string, string>, unknown]>([
    ['none', {}, direct],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://proxy.example:8080' }, proxy],
    ['https_proxy without a scheme', { https_proxy: 'proxy.example:8080' }, proxy],
    ['ALL_PROXY', { ALL_PROXY: 'http://proxy.example:8080/' }, proxy],
    ['HTTP_PROXY only', { HTTP_PROXY: 'http://proxy.example:8080' }, direct],
    [
      'credentials in the address',
      { HTTPS_PROXY: 'http://ada:p%40ss@proxy.example:8080' },
      { ...proxy, credentials: { user: 'ada', password: 'p@ss' } },
    ],
    [
      'credentials that are not percent-encoded',
      { HTTPS_PROXY: 'http://ada:se%cret@proxy.example:8080' },
      {
        kind: 'unsupported',
        name: 'http://proxy.example:8080',
        why: 'The user name or password for the proxy proxy.example:8080 is not percent-encoded in this environment: write each "%" in it as "%25".',
      },
    ],
    ...[
      'http://joe:4711/x@proxy:8080',
      'http://joe:4711#x@proxy:8080',
      'joe:se@cret?9@proxy:80',
    ].map((text): [string, Record<string, string>, object] => [
      `a password whose piece would be the host: ${text}`,
      { HTTPS_PROXY: text },
      {
        kind: 'unsupported',
        name: 'the proxy of this environment',
        why: 'The user name or password for the proxy of this environment is not percent-encoded: write each "/", "?" and "#" in it as "%2F", "%3F" and "%23".',
      },
    ]),
    ['an address with a path after the port', { HTTPS_PROXY: `${proxy.uri}/path?x#y` }, proxy],
    [
      'a SOCKS 5 proxy',
      { ALL_PROXY: 'socks5://s.example:1080' },
      { kind: 'proxy', uri: 'socks5://s.example:1080' },
    ],
    [
      'a SOCKS proxy that looks up names, with credentials',
      { ALL_PROXY: 'socks5h://ada:pass@s.example' },
      { kind: 'proxy', uri: 'socks5://s.example', credentials: { user: 'ada', password: 'pass' } },
    ],
    [
      'a SOCKS 4 proxy',
      { ALL_PROXY: 'socks4://s.example:1080' },
      { kind: 'unsupported', name: 'socks4://s.example:1080' },
    ],
  ])('are read: %s', async (_name, env, way) => {
    expect(await ways(env)).toEqual([way])
  })

  test.each([
    ['*', true],
    ['service.example', true],
    ['.example', true],
    ['*.example,other.test', true],
    ['service.example:443', true],
    ['service.example:8443', false],
    ['ervice.example', false],
    ['other.test', false],
  ])('include NO_PROXY=%s, which excludes the service: %s', async (list, exempt) => {
    const [way] = await ways({ HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: list })
    expect(way?.kind).toBe(exempt ? 'direct' : 'proxy')
  })
})
