import { execFileSync } from 'node:child_process'

/** Milliseconds between checks. */
const everyMs = 1_000

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    // EPERM means that the process exists but belongs to another user.
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM'
  }
}

/** Id of the process that started this one. Skips a shell that only waits, such as Debian's sh. */
function starterOf() {
  if (process.platform === 'win32') return process.ppid
  try {
    const [, above, name = ''] =
      /^\s*(\d+)\s+(.*)$/.exec(
        execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(process.ppid)], {
          encoding: 'utf8',
        }).trim(),
      ) ?? []
    return above !== undefined && /(^|\/)\w*sh$/.test(name) ? Number(above) : process.ppid
  } catch {
    return process.ppid
  }
}

/**
 * Calls `end` once, within about a second, after the process that started this one has ended, such
 * as npm when it is killed. The operating system gives an orphan a new parent, except on Windows,
 * where cmd.exe keeps running, so the end of npm goes unnoticed.
 *
 * @param {() => void} end
 */
export function whenParentIsGone(end) {
  const [parent, starter] = [process.ppid, starterOf()]
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(starter)) return
    clearInterval(timer)
    end()
  }, everyMs)
  timer.unref()
}
