import { fetchTestElectron } from '../../build/lib/electron/test-electron.mjs'
import { startDisplay } from '#test/support/desktop/stage/display.ts'
import { person } from '#test/support/desktop/person.ts'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'
import { growthRows } from './desktop/growth-rows.ts'
import { startRows } from './desktop/start-rows.ts'
import type { Row } from './parts/row.ts'

export const name = 'desktop'

/**
 * Measures the program on a real Electron, started by an unprivileged user with a real keyring.
 * Compares its start and memory with an Electron that has an empty window, and measures memory
 * growth. On the stand-in Electron, every start includes loading the tests' SQLite. Without an
 * Electron, nothing is measured.
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
      ]
    } finally {
      await keyring.stop()
    }
  } finally {
    await display.stop()
  }
}
