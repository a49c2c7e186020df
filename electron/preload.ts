import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { channelNames, eventNames } from '#shared/ipc/channels.ts'

const channels: ReadonlySet<string> = new Set(channelNames)
const events: ReadonlySet<string> = new Set(eventNames)

const isFile = (value: unknown): value is File =>
  Object.prototype.toString.call(value) === '[object File]'

/**
 * Paths of files that a person gave to the page. It may name no other: main looks at what it names, and to look at
 * `\\host\share` on Windows asks that host, and tells it who is asking.
 */
const given = new Set<string>()

const namesUngivenPath = (payload: unknown): boolean =>
  typeof payload === 'object' &&
  payload !== null &&
  'path' in payload &&
  !(typeof payload.path === 'string' && given.has(payload.path))

const pathOf = (file: File): string => {
  const path = webUtils.getPathForFile(file)
  given.add(path)
  return path
}

/** Neither Electron's own objects nor its event objects ever reach the page. */
const bridge: Bridge = Object.freeze({
  invoke: (channel: string, payload: unknown): Promise<unknown> => {
    if (!channels.has(channel))
      return Promise.reject(new Error('The page used an unknown channel.'))
    if (namesUngivenPath(payload))
      return Promise.reject(new Error('The page named a file that nobody gave it.'))
    return ipcRenderer.invoke(channel, payload)
  },
  on: (event: string, listener: (payload: unknown) => void): (() => void) => {
    if (!events.has(event)) throw new Error('The page listened for an unknown event.')
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(`event:${event}`, forward)
    return () => {
      ipcRenderer.removeListener(`event:${event}`, forward)
    }
  },
  pathOf: (file: unknown): string => (isFile(file) ? pathOf(file) : ''),
})

contextBridge.exposeInMainWorld('glidepath', bridge)
