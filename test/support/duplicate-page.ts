import type { Page, WebSocketRoute } from 'playwright-core'

/**
 * Another page of the same browser session, like a duplicated tab: it has the tab's key. It gets a window, because a
 * hidden tab draws at most one frame a second, and every step would wait for that. `onSocket` is between the page and
 * main.
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
  await other.getByRole('heading', { name: 'Open a participant' }).waitFor()
  return other
}
