/**
 * Set-up file of the component tests. Vue's production build writes an error that nobody catches to the console and goes on;
 * here it fails the test, as with the development build. Vitest tells there of a resize that waits for the next frame, which is no error.
 */
const write = console.error
console.error = (...words: readonly unknown[]): void => {
  write(...words)
  if (!String(words[0]).includes('ResizeObserver loop')) reportError(words[0])
}
