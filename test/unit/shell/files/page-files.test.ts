import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPageFiles, newNonce } from '#electron/host/page-files.ts'
import type { PageFiles } from '#electron/host/page-files.ts'

const secret = 'never to be served'
let folder: string
let pages: PageFiles

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'glidepath-page-'))
  const root = path.join(folder, 'renderer')
  await mkdir(path.join(root, 'assets'), { recursive: true })
  await mkdir(path.join(folder, 'renderer-other'))
  await writeFile(path.join(folder, 'secret.json'), secret)
  await writeFile(path.join(folder, 'renderer-other', 'secret.json'), secret)
  await writeFile(path.join(root, 'index.html'), '<meta nonce="__CSP_NONCE__"><i>__CSP_NONCE__</i>')
  await writeFile(path.join(root, 'assets', 'index-DZ3k_a-9.js'), 'export {}')
  await writeFile(path.join(root, 'assets', 'index-DZ3k_a-9.js.map'), secret)
  await writeFile(path.join(root, 'logo.svg'), '<svg/>')
  await writeFile(path.join(root, '.env.json'), secret)
  await symlink(path.join(root, 'logo.svg'), path.join(root, 'link.svg'))
  await symlink(path.join(folder, 'secret.json'), path.join(root, 'link.json'))
  await symlink(folder, path.join(root, 'linked'))
  pages = createPageFiles(root, { connect: ['ws://127.0.0.1:1'] })
})
afterAll(() => rm(folder, { recursive: true }))

const text = (body: Uint8Array): string => new TextDecoder().decode(body)

describe('path traversal', () => {
  const corpus = [
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/%2E%2e%2fsecret.json',
    '/..%2fsecret.json',
    '/..%5csecret.json',
    '/..\\secret.json',
    '/assets/../../secret.json',
    '/assets/%2e%2e/%2e%2e/secret.json',
    '/%252e%252e/secret.json',
    '/....//secret.json',
    '/../renderer-other/secret.json',
    '/%2e%2e/renderer-other/secret.json',
    '//secret.json',
    '///etc/hosts.json',
    '/./secret.json',
    '/secret.json%00.svg',
    '/%00',
    '/logo.svg%00',
    '/C:/secret.json',
    '/logo.svg::$DATA',
    '/.env.json',
    '/%2eenv.json',
    '/assets/',
    '/assets//index-DZ3k_a-9.js',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/secret.json',
    '/link.json',
    '/linked/secret.json',
    '/linked/renderer-other/secret.json',
    '/%ff',
    '',
    'secret.json',
    '../secret.json',
    'http://x/secret.json',
    `/${'a'.repeat(5_000)}.json`,
    `/${'../'.repeat(300)}secret.json`,
    '/assets/index-DZ3k_a-9.js.map',
    '/constructor.constructor',
    '/x.__proto__',
  ]

  test.each(corpus)('finds nothing outside the folder with %s', async (pathname) => {
    const { status, body } = await pages.respond(pathname, 'n')
    expect(text(body)).not.toContain(secret)
    if (pathname !== '/assets/') expect([400, 404]).toContain(status)
  })

  test('finds nothing outside the folder with any mixture of the usual tricks', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '%2f',
      '%2e',
      '\\',
      '%5c',
      'assets',
      'secret.json',
      '%00',
      '%25',
      'renderer-other',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        expect(text((await pages.respond(`/${pieces.join('')}`, 'n')).body)).not.toContain(secret)
      }),
      { seed: 20261120, numRuns: 500 },
    )
  })
})

describe('what is served', () => {
  test('is the page, with its nonce in place of every placeholder and never from a cache', async () => {
    const { status, headers, body } = await pages.respond('/', 'abc+/==')
    expect(status).toBe(200)
    expect(text(body)).toBe('<meta nonce="abc+/=="><i>abc+/==</i>')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers['content-security-policy']).toContain(`'nonce-abc+/=='`)
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:1;`)
  })

  test("is also the page for the page's own routes", async () => {
    expect(text((await pages.respond('/saved-results/one', 'n')).body)).toContain('<meta')
  })

  test('is cached forever if the file name has a hash, and otherwise not', async () => {
    const hashed = await pages.respond('/assets/index-DZ3k_a-9.js', 'n')
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await pages.respond('/logo.svg', 'n')).headers['cache-control']).toBe('no-store')
  })

  test.each(['/', '/assets/index-DZ3k_a-9.js', '/nothing.svg', '/..'])(
    'has every security header: %s',
    async (pathname) => {
      const { headers } = await pages.respond(pathname, 'n')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['permissions-policy']).toMatch(/^([\w-]+=\(\), )+[\w-]+=\(\)$/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /)
      expect(headers['content-security-policy']).toMatch(
        /; require-trusted-types-for 'script'; trusted-types vue$/,
      )
    },
  )
})

test('nonces do not repeat', () => {
  expect(new Set(Array.from({ length: 1_000 }, newNonce)).size).toBe(1_000)
})
