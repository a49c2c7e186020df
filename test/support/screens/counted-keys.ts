import type { Page } from 'playwright-core'
import { atStep } from './desk-steps.ts'

/** The page's key events, including each key of a combination, counted over one call at the Opt-out desk. */

export interface Count {
  readonly name: string
  /**
   * True if the participant is known at the desk, because the file is open or an earlier receipt
   * exists.
   */
  readonly known: boolean
  /** Characters typed for the caller's answers and for notes. */
  typed: number
  /** Key events until the request was sent; 0 before that. */
  toSent: number
  /** All key events. */
  inAll: number
  beganAt: number
  ms: number
}

/** Starts to count key events. */
const countFromNow = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const root = document.documentElement
    if (root.dataset['keys'] === undefined) {
      window.addEventListener(
        'keydown',
        () => (root.dataset['keys'] = String(Number(root.dataset['keys']) + 1)),
        true,
      )
    }
    root.dataset['keys'] = '0'
  })
}

/** Number of key events on the page since the call began. */
const seenKeys = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['keys'] ?? 0))

/** The keyboard of one call; adds what is pressed and typed to `count`. */
const keyboardOf = (page: Page, count: Count) => {
  const began = (): void => {
    if (count.beganAt === 0) count.beganAt = performance.now()
  }
  return {
    /** Presses keys that are not text. */
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        began()
        await page.keyboard.press(key)
      }
    },
    /** Types text: the caller's answers, and notes. */
    type: async (text: string): Promise<void> => {
      began()
      count.typed += text.length
      await page.keyboard.type(text)
    },
    at: (title: string): Promise<void> => atStep(page, title),
    sent: async (): Promise<void> => {
      count.ms = performance.now() - count.beganAt
      count.toSent = await seenKeys(page)
    },
    over: async (): Promise<void> => {
      count.inAll = await seenKeys(page)
    },
  }
}
export type Keyboard = ReturnType<typeof keyboardOf>

/** A call's keyboard and its count, starting at 0. */
export const beginCall = async (
  page: Page,
  name: string,
  known: boolean,
): Promise<{ readonly keyboard: Keyboard; readonly count: Count }> => {
  const count: Count = { name, known, typed: 0, toSent: 0, inAll: 0, beganAt: 0, ms: 0 }
  await countFromNow(page)
  return { keyboard: keyboardOf(page, count), count }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}
