import { reactive } from 'vue'
import { describe, expect, test } from 'vitest'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { createClient } from '#renderer/ipc/client.ts'

const bridgeThat = (invoke: Bridge['invoke']): Bridge => ({
  invoke,
  on: () => () => undefined,
  pathOf: () => '',
})

describe('the client', () => {
  test('turns a missing host into a typed failure, not an exception', async () => {
    const client = createClient(bridgeThat(() => Promise.reject(new Error('socket closed'))))
    const result = await client.call('records.list', {})
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'ipc.disconnected', details: 'socket closed' },
    })
  })

  test.each([
    ['no envelope', 'nonsense'],
    ['an answer outside the contract', { ok: true, value: { theme: 'pink' } }],
  ])('turns %s into a typed failure', async (_name, reply) => {
    const client = createClient(bridgeThat(() => Promise.resolve(reply)))
    expect(await client.call('settings.get', {})).toMatchObject({
      ok: false,
      error: { code: 'ipc.invalidReply' },
    })
  })

  test('passes on an error from main unchanged', async () => {
    const error = { code: 'records.notFound', message: 'Gone.' }
    const client = createClient(bridgeThat(() => Promise.resolve({ ok: false, error })))
    expect(await client.call('records.open', { id: 'x' })).toEqual({ ok: false, error })
  })

  test('removes proxies and undefined fields, and leaves bytes unchanged', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    let carried: unknown
    const client = createClient(
      bridgeThat((_channel, payload) => {
        carried = structuredClone(payload)
        return Promise.resolve({ ok: false, error: { code: 'internal', message: '' } })
      }),
    )
    await client.call(
      'participant.open',
      reactive({ kind: 'file', name: 'a.xml', bytes, path: undefined }),
    )
    expect(carried).toEqual({ kind: 'file', name: 'a.xml', bytes })
    expect(Object.keys(carried ?? {})).not.toContain('path')
  })

  test('drops an event outside the contract', () => {
    const heard: unknown[] = []
    let send: (payload: unknown) => void = () => undefined
    const client = createClient({
      ...bridgeThat(() => Promise.resolve(null)),
      on: (_event, listener) => {
        send = listener
        return () => undefined
      },
    })
    client.on('job.progress', (payload) => heard.push(payload))
    send({ jobId: 'j', detail: 'Sending', fraction: 2 })
    send({ jobId: 'j', detail: 'Sending', fraction: null })
    expect(heard).toEqual([{ jobId: 'j', detail: 'Sending', fraction: null }])
  })
})
