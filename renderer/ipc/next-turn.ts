/**
 * Resolves in a separate task, so that frames, clicks and keys get their turn first. Not a timer: a page out of sight
 * slows timers down to once a second.
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

/** Work longer than this yields, milliseconds. */
const longestTurn = 4

/** For work in many steps: await the returned function between them; it yields when it is time. */
export const createPauses = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestTurn) return
    await nextTurn()
    began = performance.now()
  }
}
