import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import { channelNames } from '#shared/ipc/channels.ts'
import type { EventName, EventPayload } from '#shared/ipc/contract.ts'
import type { Envelope } from '#shared/ipc/envelope.ts'
import { plain } from '#shared/plain.ts'
import { fail } from '#shared/result.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import { appOrigin } from './origin.ts'

/**
 * True if a message comes from the top frame of `window` while it shows the program's page. It
 * reads `senderFrame` at once, because Electron sets it to null as soon as the frame navigates or
 * closes.
 */
const isOurPage = (event: IpcMainInvokeEvent, window: BrowserWindow) => {
  const frame = event.senderFrame
  if (frame === null || window.isDestroyed()) return false
  const top = window.webContents.mainFrame
  return (
    event.sender === window.webContents &&
    frame.parent === null &&
    frame.processId === top.processId &&
    frame.frameToken === top.frameToken &&
    frame.origin === appOrigin
  )
}

const notOurs: Envelope = fail({
  code: 'ipc.invalidRequest',
  message: 'A message did not come from the program’s own window.',
})

/** electron-store answers this message to any sender; none of the program's windows uses it. */
const libraryChannel = 'electron-store-get-data'

/** Removes the library's message. Call this after the core has opened the settings. */
export const dropLibraryMessages = (): void => void ipcMain.removeAllListeners(libraryChannel)

/**
 * Registers exactly one handler for each channel of the contract. A message from anywhere except
 * the program's page is answered with `ipc.invalidRequest` and has no effect. Messages wait until
 * the core is open and its router is available.
 */
export const handleMessages = (
  router: Promise<CoreDoor['router']>,
  window: BrowserWindow,
): void => {
  for (const channel of channelNames) {
    ipcMain.handle(channel, async (event, payload: unknown): Promise<Envelope> =>
      isOurPage(event, window) ? (await router).handle(channel, payload) : notOurs,
    )
  }
}

/** Sends an event to the page in `window`, if the window still exists. */
export const tellPage = <E extends EventName>(
  window: BrowserWindow,
  event: E,
  payload: EventPayload<E>,
): void => {
  if (!window.isDestroyed()) window.webContents.send(`event:${event}`, plain(payload))
}
