import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { channelNames, eventNames } from '#shared/ipc/channels.ts'

const channels: ReadonlySet<string> = new Set(channelNames)
const events: ReadonlySet<string> = new Set(eventNames)

const isFile = (value: unknown): value is File => Object.prototype.toString.call(value) === '[object File]'

/** Neither Electron's own objects nor its event objects ever reach the page. */
const bridge: Bridge = Object.freeze({
  invoke: (channel: string, payload: unknown): Promise<unknown> =>
    channels.has(channel)
      ? ipcRenderer.invoke(channel, payload)
      : Promise.reject(new Error('The page used an unknown channel.')),
  on: (event: string, listener: (payload: unknown) => void): (() => void) => {
    if (!events.has(event)) throw new Error('The page listened for an unknown event.')
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(`event:${event}`, forward)
    return () => {
      ipcRenderer.removeListener(`event:${event}`, forward)
    }
  },
  pathOf: (file: unknown): string => (isFile(file) ? webUtils.getPathForFile(file) : ''),
})

contextBridge.exposeInMainWorld('glidepath', bridge)
