import { execFileSync } from 'node:child_process'

/** How often it is looked, milliseconds. */
const everyMs = 1_000

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    // One of another user is alive, too.
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM'
  }
}

/** Who started this process: a shell that only waits for it, as Debian's sh does, is passed over. */
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
 * Calls `end` once, within a second or so, when the process that started this one is gone without a word, as npm is that
 * was killed by force. An orphan gets another parent, except on Windows; there cmd.exe stays and hides npm's end.
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
