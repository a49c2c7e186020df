/**
 * Calls `end` when the process that started this one is gone and can no longer pass signals on.
 * `build/lib/child-host.mjs` holds the other end of the channel; a program started any other way has no channel and
 * keeps running.
 */
export const endWithStarter = (end: () => void): void => {
  const { channel } = process
  if (channel === undefined) return
  process.once('disconnect', end)
  // Listening must not keep a finished program alive.
  channel.unref()
}
