/**
 * Set-up file for the component tests. Vue's production build logs an uncaught error to the console
 * and continues; this file makes that fail the test, as the development build would. Vitest also
 * logs to the console when a ResizeObserver loop is postponed to the next frame, which is not an
 * error.
 */
const write = console.error
console.error = (...words: readonly unknown[]): void => {
  write(...words)
  if (!String(words[0]).includes('ResizeObserver loop')) reportError(words[0])
}
