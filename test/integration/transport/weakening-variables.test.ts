import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAuthority } from '#test/support/servers/certificates.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-variables-'))
afterAll(() => rmSync(folder, { recursive: true }))

const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(folder, 'root.pem')
const { cert } = createAuthority('Somebody’s authority')
writeFileSync(file, cert)

/** Runs a new Node, because it reads some of these variables only once. */
const inNewNode = (env: Record<string, string>) => {
  const script = `
    import { removeWeakening } from '${root}/electron/host/weakening-variables.ts'
    import { trustedRoots } from '${root}/electron/adapters/transport/trusted-roots.ts'
    const removed = removeWeakening(process.env)
    const trusts = trustedRoots().some((pem) => pem.replace(/\\s/g, '') === ${JSON.stringify(cert.replace(/\s/g, ''))})
    console.log(JSON.stringify({ removed, trusts, left: Object.keys(process.env).filter((name) => removed.includes(name)) }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(said) as unknown
}

test.each([
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['NODE_EXTRA_CA_CERTS', file],
  ['SSL_CERT_FILE', file],
  ['SSL_CERT_DIR', folder],
])('the variable %s is removed at the start, and adds no trusted authority', (name, value) => {
  expect(inNewNode({ [name]: value })).toEqual({ removed: [name], trusts: false, left: [] })
})

test('nothing is removed if no such variable is set', () => {
  expect(inNewNode({ LANG: 'C' })).toEqual({ removed: [], trusts: false, left: [] })
})
