import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Forwards interrupts to the processes that this script has started, and lets them end first. If
 * none is running, an interrupt ends the script.
 *
 * @returns {() => void} stops forwarding
 */
export function passSignalsOn() {
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    if (running.size === 0) process.exit(signal === 'SIGINT' ? 130 : 143)
    for (const child of running) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

/**
 * Runs a program in the repository's folder.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdout?: 'stderr' | 'stdout' | 'capture', stderr?: 'stderr' | 'capture',
 *   timeoutMs?: number, cwd?: string, shell?: boolean }} [options] `stdout` is the target of the program's standard
 *   output; by default our standard error
 * @returns {Promise<{ code: number, output: string, errors: string, ms: number }>} the exit code (128 + n for a signal,
 *   127 if it could not be started) and the captured text
 */
export function run(command, args, options = {}) {
  const started = performance.now()
  const { stdout = 'stderr', stderr = 'stderr' } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: [
        'ignore',
        stdout === 'capture' ? 'pipe' : stdout === 'stdout' ? 1 : 2,
        stderr === 'capture' ? 'pipe' : 2,
      ],
    })
    running.add(child)
    let output = ''
    let errors = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (errors += text))
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs)
    /** @param {number} code @param {string} [more] */
    const end = (code, more = '') => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ code, output, errors: errors + more, ms: performance.now() - started })
    }
    child.on('error', (failure) => end(127, failure.message))
    child.on('close', (code, signal) =>
      end(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 137)),
    )
  })
}
