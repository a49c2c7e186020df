import type { Bridge } from '#shared/ipc/bridge.ts'
import { isObject } from '#shared/is-object.ts'
import { createListeners } from '#shared/listeners.ts'
import { pack, unpack } from '#shared/ipc/pack.ts'

/**
 * `lost` also means that the page was refused because its one-time address was already used; only a
 * new address helps then.
 */
export type SocketState = 'connecting' | 'connected' | 'lost'

export interface SocketBridge extends Bridge {
  /** Calls `listener` with the current state and with every later one, until the returned function is called. */
  readonly onState: (listener: (state: SocketState) => void) => () => void
}

type PageLocation = Pick<Location, 'hash' | 'host' | 'pathname' | 'search'>

interface SocketEnds {
  readonly onFrame: (bytes: Uint8Array) => void
  readonly onClose: (code: number) => void
}

/** The browser objects that the bridge uses; tests pass their own. */
export interface PageParts {
  readonly history: Pick<History, 'replaceState'>
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Opens a WebSocket and returns a function that sends a frame over it. */
  readonly openSocket: (
    url: string,
    protocols: string[],
    ends: SocketEnds,
  ) => (bytes: Uint8Array<ArrayBuffer>) => void
}

const storedProof = 'glidepath.proof'
const notAdmitted = 4401
/** Milliseconds between attempts. */
const pauses = [100, 250, 500, 1_000, 2_000, 5_000]

/** Removes the token from the address, where it could be seen and bookmarked, and keeps it for this tab only. */
const takeToken = (location: PageLocation, { history, storage }: PageParts) => {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1]
  if (token === undefined) return
  storage.setItem(storedProof, `token.${token}`)
  history.replaceState(null, '', location.pathname + location.search)
}

const browserParts = (): PageParts => ({
  history: window.history,
  storage: window.sessionStorage,
  openSocket: (url, protocols, { onFrame, onClose }) => {
    const socket = new WebSocket(url, protocols)
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) onFrame(new Uint8Array(data))
    })
    socket.addEventListener('close', ({ code }) => onClose(code))
    return (bytes) => socket.send(bytes)
  },
})

/**
 * The bridge of the browser host. Connects at once, and again after every loss. Requests made before the first
 * connection wait for it. Requests under way when the connection is lost, and requests made before it is back, reject.
 */
export const connectSocketBridge = (
  location: PageLocation,
  parts: PageParts = browserParts(),
): SocketBridge => {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const states = createListeners<[SocketState]>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let unsent: Uint8Array<ArrayBuffer>[] = []
  let state: SocketState = 'connecting'
  let transmit: ((bytes: Uint8Array<ArrayBuffer>) => void) | null = null
  let lastId = 0
  let attempts = 0

  const enter = (next: SocketState) => {
    if (next === state) return
    state = next
    states.tell(state)
  }
  const send = (bytes: Uint8Array<ArrayBuffer>) => {
    if (transmit !== null && state === 'connected') transmit(bytes)
    else unsent.push(bytes)
  }
  const receive = (frame: unknown) => {
    if (!isObject(frame)) return
    if (typeof frame['id'] === 'number') {
      waiting.get(frame['id'])?.resolve(frame['envelope'])
      waiting.delete(frame['id'])
    } else if (frame['event'] === 'bridge.key') {
      if (!isObject(frame['payload']) || typeof frame['payload']['key'] !== 'string') return
      parts.storage.setItem(storedProof, `key.${frame['payload']['key']}`)
      attempts = 0
      enter('connected')
      const held = unsent
      unsent = []
      for (const bytes of held) send(bytes)
    } else if (typeof frame['event'] === 'string') {
      for (const listener of listeners.get(frame['event']) ?? []) listener(frame['payload'])
    }
  }
  const lose = (code: number) => {
    transmit = null
    enter('lost')
    unsent = []
    for (const { reject } of waiting.values())
      reject(new Error('The connection to Glidepath was lost.'))
    waiting.clear()
    if (code === notAdmitted) parts.storage.removeItem(storedProof)
    else setTimeout(connect, pauses[Math.min(attempts, pauses.length - 1)])
    attempts += 1
  }
  const connect = () => {
    const proof = parts.storage.getItem(storedProof)
    if (proof === null) return lose(notAdmitted)
    transmit = parts.openSocket(`ws://${location.host}/bridge`, ['glidepath.v1', proof], {
      onFrame: (bytes) => receive(unpack(bytes)),
      onClose: lose,
    })
  }

  takeToken(location, parts)
  connect()
  return {
    invoke: async (channel, payload) => {
      if (state === 'lost') throw new Error('There is no connection to Glidepath.')
      lastId += 1
      const bytes = pack({ id: lastId, channel, payload })
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      send(bytes)
      return answer.promise
    },
    on: (event, listener) => {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => {
        known.delete(listener)
      }
    },
    pathOf: () => '',
    onState: (listener) => {
      const off = states.on(listener)
      listener(state)
      return off
    },
  }
}
