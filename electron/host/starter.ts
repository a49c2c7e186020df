/**
 * Calls `end` when the process that started this one is gone and can pass on no more signals.
 * `build/lib/child-host.mjs` holds the other end of the channel; a program that was started in another way has no
 * channel and is left alone.
 */
export const endWithStarter = (end: () => void): void => {
  const { channel } = process
  if (channel === undefined) return
  process.once('disconnect', end)
  // Listening must not keep a finished program alive.
  channel.unref()
}
