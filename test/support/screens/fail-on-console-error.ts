/**
 * Set-up file of the component tests. Vue's production build logs an uncaught error to the console and continues; here
 * that fails the test, as the development build would. Vitest also logs there when a resize waits for the next frame,
 * which is not an error.
 */
const write = console.error
console.error = (...words: readonly unknown[]): void => {
  write(...words)
  if (!String(words[0]).includes('ResizeObserver loop')) reportError(words[0])
}
