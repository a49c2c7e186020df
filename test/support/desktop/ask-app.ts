import type { Page } from 'playwright-core'
import type { Desktop } from './launch.ts'

/** What `app://` answered; status 0 for nothing. */
interface Answer {
  readonly status: number
  readonly policy: string
  readonly body: string
}

/**
 * Asks from main with the page's own session, all at once; status 0 where nothing answered, or not within two seconds.
 * One call for all: of calls into main that come side by side, some stand still for good, whoever handles `app:`.
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

/** The same from the page, whose own `fetch` asks. Either function runs elsewhere and takes nothing along, so they share nothing. */
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
