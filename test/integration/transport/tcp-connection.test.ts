import { connect, createServer, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openTcp } from '#electron/adapters/transport/tcp-connection.ts'

/**
 * Tests real connections on loopback. The addresses 127.0.0.1, 127.0.0.2 and so on stand for the
 * addresses of one host name.
 */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (port: number, addresses: readonly string[], timeoutMs = 5000) => {
  const lookup = async () => addresses.map((address) => ({ address, family: 4 }))
  const socket = await openTcp({ host: 'service.example', port, timeoutMs }, lookup)
  closers.push(() => socket.destroy())
  return socket
}

const accepting = (host: string, port: number) =>
  new Promise<readonly Socket[]>((resolve) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      sockets.push(socket)
    })
    closers.push(
      () => server.close(),
      () => sockets.forEach((socket) => socket.destroy()),
    )
    server.listen(port, host, () => resolve(sockets))
  })

/** Listens at 127.0.0.1 with a full queue, so that the system answers no further handshake for `busyMs`. */
const acceptingLate = async (busyMs: number) => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const server = require('node:net').createServer((socket) => socket.on('error', () => {}))
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData))
     })`,
    { eval: true, workerData: busyMs },
  )
  closers.push(() => worker.terminate())
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  for (let waiting = 0; waiting < 4; waiting += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    closers.push(() => socket.destroy())
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  return port
}

test('a connection waits for an address whose handshake takes longer than the head start, although the others refuse', async () => {
  const port = await acceptingLate(600)
  const socket = await open(port, ['127.0.0.1', '127.0.0.2', '127.0.0.3'])
  expect(socket.remoteAddress).toBe('127.0.0.1')
})

test('a connection goes to the next address while the first does not answer, and gives up the first', async () => {
  const port = await acceptingLate(60_000)
  const others = await accepting('127.0.0.2', port)
  const socket = await open(port, ['127.0.0.1', '127.0.0.2', '127.0.0.3'])
  expect(socket.remoteAddress).toBe('127.0.0.2')
  expect(others).toHaveLength(1)
})

test('after a refusal, the next address is tried at once', async () => {
  const port = await acceptingLate(60_000)
  await accepting('127.0.0.40', port)
  // If each of these addresses got a head start, the time would run out.
  const refusing = Array.from({ length: 30 }, (_, at) => `127.0.0.${at + 2}`)
  const socket = await open(port, [...refusing, '127.0.0.40'])
  expect(socket.remoteAddress).toBe('127.0.0.40')
})

test('if all addresses refuse, or the time is over, the error names the addresses tried', async () => {
  const port = await acceptingLate(60_000)
  await expect(open(port, ['127.0.0.2', '127.0.0.3'])).rejects.toMatchObject({
    code: 'ECONNREFUSED',
    tried: ['127.0.0.2', '127.0.0.3'],
  })
  await expect(open(port, ['127.0.0.1', '127.0.0.2'], 400)).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    tried: ['127.0.0.1', '127.0.0.2'],
  })
})
