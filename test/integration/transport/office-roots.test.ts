import { createServer as createSecureServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProxyResolver } from '#electron/core/platform/ports.ts'
import { createAuthority, type KeyAndCertificate } from '#test/support/servers/certificates.ts'
import { answerJson, listen } from '#test/support/servers/loopback-server.ts'
import { fingerprintOf } from '#test/support/servers/trusted-roots.ts'
import { startProxy } from '#test/support/servers/proxy-server.ts'
import {
  authority,
  closeAll,
  pair,
  request,
  setUp,
  startService,
  through,
  track,
  byPac,
} from './network-house.ts'

afterEach(closeAll)

describe('a certificate', () => {
  const call = async (certificate: KeyAndCertificate, roots: string) => {
    const service = await startService(certificate)
    const proxy = track(await startProxy(service.url))
    const { transport } = await setUp(through(proxy), roots)
    const sent = await transport.send(request())
    expect(service.bodies).toEqual([])
    if (sent.ok) throw new Error('it was accepted')
    expect(sent.failure).toMatchObject({ phase: 'notSent', code: 'service.tls' })
    return sent.failure.message
  }
  const says = (reason: string): string =>
    `The identity of service.example could not be verified: ${reason}.`

  test('that has expired causes an error with host and reason', async () => {
    const expired = authority.issue('service.example', {
      from: '20200101000000Z',
      to: '20200201000000Z',
    })
    expect(await call(expired, authority.cert)).toBe(says('its certificate has expired'))
  })

  test('issued for another host causes an error with host and reason', async () => {
    expect(await call(authority.issue('other.example'), authority.cert)).toBe(
      says('its certificate was issued for another name'),
    )
  })

  test('from an unknown authority causes an error with host and reason', async () => {
    expect(await call(pair, '')).toBe(
      says('an intermediate certificate is missing or its authority is unknown'),
    )
  })

  test('is no longer trusted after its authority is removed, and kept connections are closed', async () => {
    const service = await startService()
    const closed: string[] = []
    service.server.on('connection', (socket) => socket.once('close', () => closed.push('closed')))
    const proxy = track(await startProxy(service.url))
    const { network, transport } = await setUp(through(proxy))
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({ ok: true })
    expect(await network.removeRoot(fingerprintOf(authority.cert))).toMatchObject({ ok: true })
    expect(await transport.send(request({ freshConnection: false }))).toMatchObject({
      ok: false,
      failure: { phase: 'notSent', code: 'service.tls' },
    })
    // One is the kept connection; the other is the refused connection.
    await expect.poll(() => closed.length).toBe(2)
  })

  test('from an authority added by editing the settings file is trusted only after a person confirms the fingerprint', async () => {
    const own = await startService()
    const intruder = createAuthority('Intruder')
    const opened: Buffer[] = []
    const other = createSecureServer(intruder.issue('service.example'), (incoming, response) => {
      incoming.on('data', (chunk: Buffer) => opened.push(chunk))
      answerJson(response, 200, { access_token: 'theirs' })
    })
    const requests: string[] = []
    other.on('request', (incoming) => requests.push(incoming.url ?? ''))
    const theirs = track(await listen(other, 'https'))
    const toOwn = track(await startProxy(own.url))
    const toTheirs = track(await startProxy(theirs.url))
    let proxy = toOwn
    const resolver: ProxyResolver = {
      source: 'system',
      resolve: async () => [{ kind: 'proxy', uri: proxy.url }],
    }
    const { network, transport, settingsFile } = await setUp(resolver)
    await network.view('')
    const token = request({
      url: 'https://service.example/oauth2/token',
      body: 'client_secret=s3cret',
    })
    expect(await transport.send(token)).toMatchObject({ ok: true })

    settingsFile.set('extraRootsPem', `${authority.cert}${intruder.cert}`)
    proxy = toTheirs
    for (const freshConnection of [true, false]) {
      const sent = await transport.send({ ...token, freshConnection })
      expect(sent).toMatchObject({
        ok: false,
        failure: { phase: 'notSent', code: 'service.authority' },
      })
      if (!sent.ok) {
        expect(sent.failure.message).toBe(
          'The authority behind the certificate of service.example is unknown. It may be “Intruder”, which is listed but not trusted yet.',
        )
      }
    }
    expect([requests, opened]).toEqual([[], []])
    expect(
      (await network.view('')).roots.map(({ subject, standing }) => [subject, standing]),
    ).toEqual([
      ['Office inspection', 'confirmed'],
      ['Intruder', 'outside'],
    ])
    proxy = toOwn
    expect(await transport.send(token)).toMatchObject({ ok: true })

    proxy = toTheirs
    expect(await network.confirmRoot(fingerprintOf(intruder.cert))).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await transport.send(token)).toMatchObject({ ok: true })
    expect(requests).toEqual(['/oauth2/token'])
    expect(await network.removeRoot(fingerprintOf(intruder.cert))).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await transport.send(token)).toMatchObject({
      ok: false,
      failure: { code: 'service.tls' },
    })
    expect(requests).toHaveLength(1)
  }, 60_000)

  test('in PEM form is checked before it is saved', async () => {
    const { network, settingsFile } = await setUp(byPac('DIRECT'))
    const before = settingsFile.get('extraRootsPem')
    for (const [text, message] of [
      ['', /no certificate in it/],
      ['hello', /no certificate in it/],
      [pair.key + pair.cert, /private key/],
      [
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        /Certificate 1 of 1 cannot be read/,
      ],
    ] as const) {
      const saved = await network.addRoots(text)
      expect(saved).toMatchObject({ ok: false, error: { code: 'input.invalid', field: 'pem' } })
      if (!saved.ok) expect(saved.error.message).toMatch(message)
    }
    expect(settingsFile.get('extraRootsPem')).toBe(before)
    expect((await network.view('')).roots).toMatchObject([
      { subject: 'Office inspection', issuer: 'Office inspection' },
    ])
  })
})
