/**
 * Resolves in a task of its own, so that frames, clicks and keys have their turn first. Not a timer: those are slowed
 * down to once a second in a page that is out of sight.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
