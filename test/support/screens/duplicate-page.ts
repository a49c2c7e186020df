import { errors, type Page, type WebSocketRoute } from 'playwright-core'

/** Resolves once the page has its first answers, so that its environment has a name. */
const answered = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Environment/ }).waitFor({ timeout: 15_000 })

/**
 * Another page of the same browser session, like a duplicated tab: it has the tab's key. It gets its own window,
 * because a hidden tab draws at most one frame a second, which would slow every step. `onSocket` sits between the page
 * and main.
 */
export const duplicatePage = async (
  page: Page,
  onSocket: (socket: WebSocketRoute) => void,
): Promise<Page> => {
  const proof = await page.evaluate(() => sessionStorage.getItem('glidepath.proof') ?? '')
  const { origin } = new URL(page.url())
  const opened = page.waitForEvent('popup')
  await page.evaluate(
    () => void window.open('about:blank', '_blank', 'popup,width=1280,height=800'),
  )
  const other = await opened
  await other.routeWebSocket(/.*/, onSocket)
  await other.addInitScript((key) => sessionStorage.setItem('glidepath.proof', key), proof)
  await other.goto(`${origin}/`)
  try {
    await answered(other)
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    // On a busy machine, Playwright sometimes loses a frame of a socket that it routes.
    console.warn('A duplicated page had no first answers and is loaded again.')
    await other.reload()
    await answered(other)
  }
  return other
}
