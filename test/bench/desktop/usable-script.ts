/**
 * Run in the page: waits until the first screen can be used, then presses a button. The heading and every button are there, the
 * example people's among them, and have been painted. Resolves with the time of the press once it is answered (the dialog of
 * keyboard shortcuts opens): at that time a press was answered.
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
