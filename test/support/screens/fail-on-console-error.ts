/**
 * Set-up file of the component tests. Vue's production build writes an uncaught error to the console and continues;
 * here it fails the test, like with the development build. Vitest reports there a resize that waits for the next frame,
 * which is no error.
 */
const write = console.error
console.error = (...words: readonly unknown[]): void => {
  write(...words)
  if (!String(words[0]).includes('ResizeObserver loop')) reportError(words[0])
}
