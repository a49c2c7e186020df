import { noDisplayBecause } from './display.mjs'
import { electronProgram, fetchElectron, notStartingBecause } from './electron/electron-runtime.mjs'
import { noNamespacesBecause, rootBecause } from './electron/sandbox.mjs'
import { say, Stop } from './say.mjs'

/**
 * @typedef {{ kind: 'desktop', program: string } | { kind: 'browser' }} Host
 */

const thisMachine = {
  noDisplayBecause,
  rootBecause,
  noNamespacesBecause,
  electronProgram,
  fetchElectron,
  notStartingBecause,
}

/**
 * Electron's executable, or the reason why it cannot show a window on this machine. If there is a
 * known reason before the download, nothing is downloaded.
 *
 * @param {boolean} insist download even if namespaces are forbidden, because the remedy needs one
 * of the files
 * @param {typeof thisMachine} machine
 * @returns {Promise<{ program: string } | { why: string }>}
 */
async function findDesktop(insist, machine) {
  const before =
    (await machine.noDisplayBecause()) ||
    machine.rootBecause() ||
    (insist ? '' : machine.noNamespacesBecause(machine.electronProgram()))
  const why = before || (await machine.fetchElectron(insist))
  if (why !== '') return { why }
  const program = machine.electronProgram()
  if (program === null) return { why: "Electron's runtime is missing" }
  const never = machine.noNamespacesBecause(program) || (await machine.notStartingBecause(program))
  return never === '' ? { program } : { why: never }
}

/**
 * Chooses the desktop if Electron can run in its sandbox; otherwise the browser, and prints one
 * line that says why. If the user requested the desktop and it cannot run, fails with that line.
 *
 * @param {'desktop' | 'browser' | null} wanted
 * @param {typeof thisMachine} [machine]
 * @returns {Promise<Host>}
 */
export async function chooseHost(wanted, machine = thisMachine) {
  if (wanted === 'browser') return { kind: 'browser' }
  const insist = wanted === 'desktop'
  const found = await findDesktop(insist, machine)
  if ('program' in found) return { kind: 'desktop', program: found.program }
  if (insist) {
    throw new Stop(
      `The desktop host cannot run here: ${found.why}. "npm start -- --host=browser" shows Glidepath in a browser.`,
    )
  }
  say(`Showing Glidepath in the browser, because ${found.why}.`)
  return { kind: 'browser' }
}
