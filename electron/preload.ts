import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { channelNames, eventNames } from '#shared/ipc/channels.ts'

const channels: ReadonlySet<string> = new Set(channelNames)
const events: ReadonlySet<string> = new Set(eventNames)

const isFile = (value: unknown): value is File =>
  Object.prototype.toString.call(value) === '[object File]'

/**
 * Paths of files that the user gave to the page. The page may not name any others, because main
 * opens them, and on Windows opening `\\host\share` contacts that host and reveals who is asking.
 */
const given = new Set<string>()

const namesUngivenPath = (payload: unknown) =>
  typeof payload === 'object' &&
  payload !== null &&
  'path' in payload &&
  !(typeof payload.path === 'string' && given.has(payload.path))

const pathOf = (file: File) => {
  const path = webUtils.getPathForFile(file)
  given.add(path)
  return path
}

/** The page never gets Electron's own objects or event objects. */
const bridge: Bridge = Object.freeze({
  invoke: (channel: string, payload: unknown): Promise<unknown> => {
    if (!channels.has(channel))
      return Promise.reject(new Error('The page used an unknown channel.'))
    if (namesUngivenPath(payload))
      return Promise.reject(new Error('The page named a file that nobody gave it.'))
    return ipcRenderer.invoke(channel, payload)
  },
  on: (event: string, listener: (payload: unknown) => void) => {
    if (!events.has(event)) throw new Error('The page listened for an unknown event.')
    const forward = (_event: unknown, payload: unknown) => listener(payload)
    ipcRenderer.on(`event:${event}`, forward)
    return () => {
      ipcRenderer.removeListener(`event:${event}`, forward)
    }
  },
  pathOf: (file: unknown) => (isFile(file) ? pathOf(file) : ''),
})

contextBridge.exposeInMainWorld('glidepath', bridge)
