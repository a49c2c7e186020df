/**
 * Calls `end` when the process that started this one is gone and can pass on no signal any more. `build/lib/child-host.mjs`
 * holds the other end of the channel; a program that was started in any other way has none and is left alone.
 */
export const endWithStarter = (end: () => void): void => {
  const { channel } = process
  if (channel === undefined) return
  process.once('disconnect', end)
  // Listening must not keep a program alive that is done.
  channel.unref()
}
