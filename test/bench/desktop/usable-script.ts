/**
 * Page script: waits until the first screen is usable, then presses a button. Usable means that the
 * heading and every button, including those of the example participants, are painted. Resolves to
 * the time of the press and the time when the keyboard-shortcuts dialog is open.
 */
export const watchPage = `new Promise((resolve) => {
  const button = (text) => [...document.querySelectorAll('button')].find((one) => one.textContent.includes(text) && !one.disabled)
  const whole = () =>
    document.querySelector('h1')?.textContent.includes('Open a participant') === true &&
    button('Open participant XML') !== undefined &&
    document.querySelectorAll('main li button:enabled').length >= 8
  let painting = false
  let pressedAt = 0
  const press = () => {
    pressedAt = Date.now()
    button('Keyboard shortcuts').click()
  }
  const look = () => {
    if (pressedAt > 0 && document.querySelector('[role=dialog]') !== null) {
      observer.disconnect()
      resolve({ pressedAt, answeredAt: Date.now() })
    } else if (!painting && whole()) {
      painting = true
      requestAnimationFrame(() => setTimeout(press))
    }
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  look()
})`
