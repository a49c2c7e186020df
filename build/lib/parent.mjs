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

/**
 * Calls `end` once, within a second or so, when the process that started this one is gone without a word, as npm is that
 * was killed by force. Elsewhere than on Windows an orphan gets another parent; there the number stays and is looked up.
 * A shell that stays between npm and this process hides npm's end: cmd.exe does, sh becomes the program itself.
 *
 * @param {() => void} end
 */
export function whenParentIsGone(end) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && (process.platform !== 'win32' || isAlive(parent))) return
    clearInterval(timer)
    end()
  }, everyMs)
  timer.unref()
}
