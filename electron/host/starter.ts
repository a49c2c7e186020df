const everyMs = 1_000

/** An orphan gets another parent. */
const whenOrphaned = (end: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, everyMs)
  timer.unref()
}

/**
 * Calls `end` when the process that started this one is gone and can no longer pass signals on.
 * `build/lib/child-host.mjs` holds the other end of the channel; a program started any other way has no channel and
 * keeps running. A process that took the place of another has no channel either; `hadStarter` says whether that one had.
 */
export const endWithStarter = (end: () => void, hadStarter = false): void => {
  const { channel } = process
  if (hadStarter) whenOrphaned(end)
  if (channel === undefined) return
  process.once('disconnect', end)
  // Listening must not keep a finished program alive.
  channel.unref()
}
