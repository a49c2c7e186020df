import type { ElectronApplication } from 'playwright-core'
import { readSafely } from './launch.ts'

/** The answer to a future message box, as the index of the button; `null` leaves the box open. */
export type Press = number | null

/**
 * From now on, every message box that main opens is answered as planned instead of shown; an
 * unexpected one stays open. This is the only part of Electron that tests replace.
 */
export const pressInDialogs = (
  app: ElectronApplication,
  ...presses: readonly Press[]
): Promise<void> =>
  app.evaluate(({ dialog }, given) => {
    const left = [...given]
    const asked: string[] = []
    Reflect.set(globalThis, 'askedInDialogs', asked)
    Reflect.set(dialog, 'showMessageBox', (...values: readonly unknown[]) => {
      const options = values.at(-1)
      asked.push(
        typeof options === 'object' && options !== null && 'message' in options
          ? String(options.message)
          : '',
      )
      const response = left.shift() ?? null
      return response === null
        ? new Promise(() => undefined)
        : Promise.resolve({ response, checkboxChecked: false })
    })
  }, presses)

/** The messages of all boxes since {@link pressInDialogs}, oldest first. */
export const askedInDialogs = (app: ElectronApplication): Promise<readonly string[]> =>
  readSafely(() =>
    app.evaluate(() => {
      const asked: unknown = Reflect.get(globalThis, 'askedInDialogs')
      return Array.isArray(asked) ? asked.map(String) : []
    }),
  )
