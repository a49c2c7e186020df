import { electronProgram, fetchElectron, noDesktopBecause, noSandboxBecause, notStartingBecause } from './electron-runtime.mjs'
import { say, Stop } from './say.mjs'

/**
 * @typedef {{ kind: 'desktop', program: string, args: string[] } | { kind: 'browser' }} Host
 */

/**
 * Desktop where Electron can run, otherwise browser with one line saying why. Asking for the desktop where it cannot
 * run fails with that line.
 *
 * @param {'desktop' | 'browser' | null} wanted
 * @returns {Promise<Host>}
 */
export async function chooseHost(wanted) {
  if (wanted === 'browser') return { kind: 'browser' }
  const insist = wanted === 'desktop'
  const unsandboxed = noSandboxBecause()
  const missing = noDesktopBecause() || (insist ? '' : unsandboxed) || (await fetchElectron(insist))
  const program = electronProgram()
  const why = missing || (program === null ? "Electron's runtime is missing" : await notStartingBecause(program))
  if (why === '' && program !== null) {
    if (unsandboxed === '') return { kind: 'desktop', program, args: [] }
    say(`Starting Electron without its sandbox, because ${unsandboxed}.`)
    return { kind: 'desktop', program, args: ['--no-sandbox'] }
  }
  if (insist) throw new Stop(`The desktop host cannot run here: ${why}. "npm start -- --host=browser" shows Glidepath in a browser.`)
  say(`Showing Glidepath in the browser, because ${why}.`)
  return { kind: 'browser' }
}
