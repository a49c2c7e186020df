/** Page script: `frame` resolves at the next frame, `painted` after that frame is painted. */
export const frames = `const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const painted = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })`
