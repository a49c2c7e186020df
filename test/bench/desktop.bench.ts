import { fetchTestElectron } from '../../build/lib/test-electron.mjs'
import { startDisplay } from '#test/support/desktop/display.ts'
import { person } from '#test/support/desktop/person.ts'
import { startKeyringSession } from '#test/support/keyring-session.ts'
import { growthRows } from './desktop/growth-rows.ts'
import { startRows } from './desktop/start-rows.ts'
import { transferRows } from './desktop/transfer-rows.ts'
import type { Row } from './row.ts'

export const name = 'desktop'

/**
 * The program on a real Electron, as a person without rights starts it, with a real keyring: its start and its memory against an
 * Electron with an empty window, its growth, and what handing on a large forecast takes against the browser host. On the stand-in
 * Electron the small shim of the tests is part of the program's start. Not measured where no Electron is to be had.
 */
export const run = async (): Promise<Row[]> => {
  const electron = await fetchTestElectron()
  if (typeof electron === 'string') {
    console.error(`The desktop is not measured, there is no Electron: ${electron}.`)
    return []
  }
  console.error(`Measured on Electron ${electron.version} (${electron.kind}).`)
  const display = await startDisplay()
  try {
    const keyring = await startKeyringSession(person)
    try {
      return [
        ...(await startRows(electron, display.name)),
        ...(await growthRows(electron, display.name)),
        ...(await transferRows(electron, display.name)),
      ]
    } finally {
      await keyring.stop()
    }
  } finally {
    await display.stop()
  }
}
