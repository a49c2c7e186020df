import type { Page } from 'playwright-core'
import type { Desktop } from './launch.ts'

/** An answer over `app://`; status 0 if there is none. */
interface Answer {
  readonly status: number
  readonly policy: string
  readonly body: string
}

/**
 * Requests all addresses at once, from main with the page's session; status 0 if there is no answer
 * within two seconds. All requests share one call into main, because some of several simultaneous
 * calls into main never return.
 */
export const askAll = (
  { app }: Desktop,
  requests: readonly (readonly [url: string, method: string])[],
): Promise<Answer[]> =>
  app.evaluate(({ session }, asked): Promise<Answer[]> => {
    const nothing = { status: 0, policy: '', body: '' }
    const answerTo = async (url: string, method: string): Promise<Answer> => {
      try {
        const response = await session.fromPartition('glidepath').fetch(url, { method })
        return {
          status: response.status,
          policy: response.headers.get('content-security-policy') ?? '',
          body: await response.text(),
        }
      } catch {
        return nothing
      }
    }
    return Promise.all(
      asked.map(([url, method]) =>
        Promise.race([
          answerTo(url, method),
          new Promise<Answer>((resolve) => setTimeout(resolve, 2_000, nothing)),
        ]),
      ),
    )
  }, requests)

/**
 * Requests with the page's own `fetch`. This function and {@link askAll} are serialized and run in
 * another process, so they cannot share code.
 */
export const askAllFromPage = (page: Page, urls: readonly string[]): Promise<Answer[]> =>
  page.evaluate((asked): Promise<Answer[]> => {
    const nothing = { status: 0, policy: '', body: '' }
    const answerTo = async (url: string): Promise<Answer> => {
      try {
        const response = await fetch(url)
        return {
          status: response.status,
          policy: response.headers.get('content-security-policy') ?? '',
          body: await response.text(),
        }
      } catch {
        return nothing
      }
    }
    return Promise.all(
      asked.map((url) =>
        Promise.race([
          answerTo(url),
          new Promise<Answer>((resolve) => setTimeout(resolve, 2_000, nothing)),
        ]),
      ),
    )
  }, urls)
