import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAskedAddresses } from '#test/support/desktop/asked-addresses.ts'
import { launchDesktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

/**
 * A name that a page asks for is a message to whoever runs the name's servers, even if nothing is ever sent to its address.
 * The names are taken from Chromium's own record of what it looked up.
 */

let keyring: KeyringSession
beforeAll(async () => {
  keyring = await startKeyringSession(person)
})
afterAll(async () => {
  await keyring.stop()
})

/** Every way for a page to name a host; each host says which way it is. */
const nameHosts = async (): Promise<void> => {
  const hints = ['dns-prefetch', 'preconnect', 'prefetch', 'preload', 'prerender', 'modulepreload']
  const add = (tag: string, fields: object): void =>
    document.head.append(Object.assign(document.createElement(tag), fields))
  add('meta', { httpEquiv: 'x-dns-prefetch-control', content: 'on' })
  for (const rel of hints) add('link', { rel, href: `https://${rel}.leak.example/`, as: 'fetch' })
  add('a', { href: 'https://anchor.leak.example/' })
  new Image().src = 'https://image.leak.example/'
  void fetch('https://fetch.leak.example/').catch(() => undefined)
  new WebSocket('wss://socket.leak.example/')
  const peer = new RTCPeerConnection({
    iceServers: [
      { urls: 'stun:stun.leak.example' },
      {
        urls: [
          'turn:turn-udp.leak.example',
          'turn:turn-tcp.leak.example?transport=tcp',
          'turns:turn-tls.leak.example',
        ],
        username: 'u',
        credential: 'p',
      },
    ],
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  const other = new RTCPeerConnection()
  other.createDataChannel('y')
  const { sdp = '' } = await other.createOffer()
  const answer = sdp.replace('a=setup:actpass', 'a=setup:active')
  await peer.setRemoteDescription({ type: 'answer', sdp: answer })
  for (const host of ['candidate.leak.example', 'secret.local'])
    await peer.addIceCandidate({
      candidate: `candidate:1 1 udp 2122260223 ${host} 50000 typ host`,
      sdpMid: '0',
      sdpMLineIndex: 0,
    })
}

test('a page makes Chromium look up no name, except by WebRTC, which has no switch (docs/decisions/0056)', async () => {
  const asked = noteAskedAddresses()
  const desktop = await launchDesktop({
    args: ['--data-dir', personalFolder('names'), ...asked.args],
  })
  await desktop.page.getByText('Training – simulated').first().waitFor()
  await desktop.page.evaluate(nameHosts)
  await desktop.page.waitForTimeout(3_000)
  await desktop.close()
  const known = new Set(['candidate', 'turn-tcp', 'turn-tls'])
  const names = asked
    .byChromium()
    .filter((host) => /leak\.example|\.local/.test(host))
    .map((host) => host.replace(/\.leak\.example\.?$/, ''))
  expect(names.filter((name) => !known.has(name))).toEqual([])
})
