import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './paths.mjs'
import { say } from './say.mjs'

/**
 * An interrupt after this many milliseconds is a second key press. An earlier one is the first
 * interrupt arriving twice.
 */
const impatientMs = 1_500

/** @param {string} line */
function isReadyLine(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null && value.event === 'ready'
  } catch {
    return false
  }
}

/**
 * Runs a host until it ends. Its ready line goes to standard output, every other line to standard
 * error. A terminal sends Ctrl+C to a whole process group, and npm forwards the signal again. The
 * host has its own process group, so it gets each interrupt or request to end exactly once. A
 * second request after a pause is also forwarded, and the host then stops waiting for a
 * submission's answer. A third kills the host.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export function runHost(program, args) {
  const ownGroup = process.platform !== 'win32'
  // No messages use this channel. It stays open while this process runs, and when it closes, the
  // host also ends.
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: ownGroup,
  })
  let ready = false
  /** @param {string} line */
  const passLineOn = (line) => {
    const first = !ready && isReadyLine(line)
    ready ||= first
    ;(first ? process.stdout : process.stderr).write(`${line}\n`)
  }
  if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', passLineOn)
  let asked = 0
  let askedAt = -impatientMs
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (performance.now() - askedAt < impatientMs) return
      askedAt = performance.now()
      asked += 1
      const force = asked > 2
      // On Windows the console signals the host itself, and `kill` would end the host immediately.
      if (ownGroup || force)
        child.kill(force ? 'SIGKILL' : signal === 'SIGHUP' ? 'SIGTERM' : signal)
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal !== null && !ready && asked === 0)
        say(`Glidepath ended before it could be used (${signal}); what the system said is above.`)
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 137))
    })
  })
}
