import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Finds out what scrolls on a screen, and whether the program's frame stays in place. */

/** Elements that can be scrolled vertically, with their own scroll bar or the document's. */
const namesOfScrollers = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY)
        return scrolls && element.clientHeight > 0 && element.scrollHeight > element.clientHeight
      })
      .map(
        (element) =>
          element.closest('[aria-label]:not(nav [aria-label])')?.getAttribute('aria-label') ??
          element.tagName.toLowerCase(),
      ),
  )

const place = (page: Page) =>
  page.evaluate(() => {
    const [html, body, app] = [
      document.documentElement,
      document.body,
      document.querySelector('#app'),
    ]
    const top = (selector: string): number | null =>
      document.querySelector(selector)?.getBoundingClientRect().top ?? null
    return {
      room: {
        height: html.scrollHeight - html.clientHeight,
        width: html.scrollWidth - html.clientWidth,
      },
      scrolled: [html, body, app].map((element) => element?.scrollTop ?? 0),
      sidebar: top('nav'),
      header: top('#app header'),
    }
  })

/**
 * Checks that the document is no longer than the window and that the program's frame is at the top.
 */
const still = { room: { height: 0, width: 0 }, scrolled: [0, 0, 0], sidebar: 0, header: 0 }

/** @returns names of what scrolls vertically on the screen; `main` is the screen itself */
export const scrollersOf = namesOfScrollers

/** Fails if the document is longer than its window, or if the wheel, keys or scrolling into view move the frame. */
export const expectStill = async (page: Page, what: string): Promise<void> => {
  expect(await place(page), `${what}, as it opens`).toEqual(still)
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link').first().focus()
  await page.mouse.move(100, 500)
  await page.mouse.wheel(0, 3000)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await page.waitForTimeout(50)
  expect(await place(page), `${what}, after wheel and End over the sidebar`).toEqual(still)
  await page.evaluate(() => {
    const last = [...document.querySelectorAll('main *')].at(-1)
    for (const element of [...document.querySelectorAll('.sr-only'), ...(last ? [last] : [])])
      element.scrollIntoView({ block: 'start' })
  })
  expect(await place(page), `${what}, after scrolling into view`).toEqual(still)
  await page.evaluate(() => document.querySelector('main')?.scrollTo({ top: 0 }))
}
