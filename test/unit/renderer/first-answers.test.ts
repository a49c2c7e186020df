import { describe, expect, test } from 'vitest'
import { createClient } from '#renderer/ipc/client.ts'
import { askFirst } from '#renderer/ipc/first-answers.ts'

const locked = { ok: false, error: { code: 'lock.locked', message: 'Locked.' } }

/**
 * A host that answers the first request on a channel with the first of `answers`, and so on. It can
 * emit an event.
 */
const createHost = (...answers: readonly (readonly unknown[] | Error)[]) => {
  const asked: string[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  return {
    asked: (channel: string): number => asked.filter((each) => each === channel).length,
    all: asked,
    listening: (): number => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    tell: (event: string): void => {
      for (const listener of listeners.get(event) ?? []) listener(undefined)
    },
    bridge: {
      invoke: async (channel: string): Promise<unknown> => {
        asked.push(channel)
        const answer = answers[asked.filter((each) => each === channel).length - 1]
        if (answer instanceof Error) throw answer
        return channel === 'participant.recents' ? { ok: true, value: answer } : locked
      },
      on: (event: string, listener: (payload: unknown) => void) => {
        const known = listeners.get(event) ?? new Set()
        listeners.set(event, known.add(listener))
        return () => void known.delete(listener)
      },
      pathOf: () => '',
    },
  }
}

const recent = {
  id: 'r',
  fileName: 'ada.xml',
  participantName: 'Ada Lovelace',
  openedAt: '2026-01-05T10:00:00.000Z',
}

describe('data requested during startup', () => {
  test('is shown on the first screen, and data for “Open a participant” is requested only if that is the first screen', () => {
    for (const hash of ['', '#/', '#/advise']) {
      const host = createHost([])
      askFirst(host.bridge, hash)
      expect(host.all).toContain('lock.state')
      expect(host.all).toContain('participant.recents')
    }
    const elsewhere = createHost([])
    askFirst(elsewhere.bridge, '#/settings')
    expect(elsewhere.all).toContain('environments.list')
    expect(elsewhere.all).not.toContain('participant.recents')
  })

  test('is used once, and requested again after that', async () => {
    const host = createHost([], [recent])
    const client = createClient(host.bridge, askFirst(host.bridge, ''))
    expect(await client.call('participant.recents', {})).toMatchObject({ ok: true, value: [] })
    expect(host.asked('participant.recents')).toBe(1)
    expect(await client.call('participant.recents', {})).toMatchObject({
      ok: true,
      value: [recent],
    })
    expect(host.asked('participant.recents')).toBe(2)
  })

  test.each(['lock.changed', 'settings.changed', 'environments.changed', 'list.progress'])(
    'is requested again after %s',
    async (event) => {
      const host = createHost([], [])
      const client = createClient(host.bridge, askFirst(host.bridge, ''))
      host.tell(event)
      await client.call('participant.recents', {})
      expect(host.asked('participant.recents')).toBe(2)
      expect(host.listening()).toBe(0)
    },
  )

  test('is requested again after the first screen has loaded', async () => {
    const host = createHost([], [])
    const first = askFirst(host.bridge, '')
    const client = createClient(host.bridge, first)
    first.end()
    await client.call('participant.recents', {})
    expect(host.asked('participant.recents')).toBe(2)
  })

  test('is requested again if the first request was refused or lost, so that the data appears after unlocking or reconnecting', async () => {
    const host = createHost(new Error('socket closed'), [])
    const client = createClient(host.bridge, askFirst(host.bridge, ''))
    expect(await client.call('participant.recents', {})).toMatchObject({ ok: true, value: [] })
    await client.call('settings.get', {})
    expect(host.asked('settings.get')).toBe(2)
  })
})
