import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrowserServer } from '#electron/browser-host/server.ts'
import { createCoreDouble } from '#test/support/doubles/core-double.ts'
import { ask, startHost } from './host-harness.ts'
import type { Host } from './host-harness.ts'

let host: Host
let port: number
beforeAll(async () => {
  host = await startHost()
  port = host.server.port
})
afterAll(() => host.end())

test('the page’s policy allows only its own socket', async () => {
  const { status, headers, body } = await ask(port, '/')
  expect(status).toBe(200)
  expect(body).toContain('the page')
  expect(body).not.toContain('__CSP_NONCE__')
  expect(headers['content-security-policy']).toContain(
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port};`,
  )
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect((await ask(port, '/', { host: `localhost:${port}` })).status).toBe(200)
})

test('the answer to HEAD has no body', async () => {
  expect(await ask(port, '/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
})

describe('a request from outside the page is refused if it has', () => {
  test.each([
    'example.com',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.example.com',
    '[::1]:PORT',
    '127.0.0.1:PORT.',
    '127.1:PORT',
    '0.0.0.0:PORT',
    'LOCALHOST:PORT',
    '127.0.0.1:0PORT',
    'glidepath.example:PORT',
  ])('the Host %s', async (name) => {
    const { status, body } = await ask(port, '/', { host: name.replace('PORT', String(port)) })
    expect(status).toBe(403)
    expect(body).not.toContain('the page')
  })

  test.each([
    'null',
    'https://example.com',
    'http://127.0.0.1',
    'http://localhost:PORT',
    'https://127.0.0.1:PORT',
    '',
  ])('the Origin %j', async (origin) => {
    expect((await ask(port, '/', { origin: origin.replace('PORT', String(port)) })).status).toBe(
      403,
    )
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])(
    'the method %s',
    async (method) => {
      expect((await ask(port, '/', {}, method)).status).toBe(405)
    },
  )

  test.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/..%5csecret.json',
    '/secret.json%00.svg',
    '//secret.json',
    `/${'a'.repeat(4_000)}.json`,
    'http://127.0.0.1/secret.json',
    '*',
  ])('the path %s', async (target) => {
    const { status, body } = await ask(port, target)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('secret')
  })

  test('a header of 30 kB', async () => {
    expect((await ask(port, '/', { 'x-long': 'a'.repeat(30_000) })).status).toBe(431)
  })
})

test('the server listens only on 127.0.0.1, so no other machine can connect', async () => {
  const other = await startBrowserServer({
    core: createCoreDouble(),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    pageDir: '/nowhere',
    port,
  })
  expect(other).toMatchObject({ ok: false, error: { code: 'input.invalid', field: 'port' } })
  await expect(
    new Promise((resolve, reject) => {
      void import('node:net').then(({ connect }) => {
        connect({ host: '::1', port }).on('connect', resolve).on('error', reject)
      })
    }),
  ).rejects.toThrow()
})
