/**
 * Resolves in a task of its own, so that frames, clicks and keys have their turn first. Not a timer: those are slowed
 * down to once a second in a page that is out of sight.
 */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/** Work that went on for longer than this makes way for others, milliseconds. */
const longestTurn = 4

/** For work in many steps: a function to await between them, which gives others a turn when it is time. */
export const createPauses = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurn) return
    await nextTurn()
    began = performance.now()
  }
}
