import { frames } from './frames.ts'

/** Page script, run before the program's own: records when an answer arrives and when its result is painted. */
export const workspaceProbe = `(() => {
  const Socket = window.WebSocket
  let answeredAt = 0
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        if ((data.size ?? data.byteLength ?? data.length) > 50_000) answeredAt = performance.now()
      })
    }
  }
  ${frames}
  const outcome = () => document.querySelector('[aria-label="Outcome"]').textContent
  const picture = () => document.querySelector('main canvas').toDataURL()
  const changed = async (read, before) => {
    const patience = performance.now() + 20_000
    while (read() === before) {
      if (performance.now() > patience) throw new Error('nothing changed')
      await frame()
    }
    await painted()
    return performance.now()
  }
  /** Runs the forecast again: milliseconds from its answer in the page until another chart is painted. */
  window.answerToChart = async () => {
    const before = picture()
    answeredAt = 0
    const button = [...document.querySelectorAll('button:enabled')].find((one) => one.textContent.includes('Run forecast'))
    button.click()
    while (answeredAt === 0) await frame()
    return (await changed(picture, before)) - answeredAt
  }
  /** Milliseconds from the next release of a key until other figures are painted. */
  window.leverToFigures = async () => {
    const before = outcome()
    const released = await new Promise((resolve) => addEventListener('keyup', () => resolve(performance.now()), { once: true, capture: true }))
    return (await changed(outcome, before)) - released
  }
})()`
