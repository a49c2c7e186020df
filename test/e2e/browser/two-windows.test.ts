import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo } from '#test/support/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/uat-program.ts'

/** Two windows on one program: whoever sends what, the service carries it out once. */

let program: UatProgram
let first: Page
let second: Page

/** Another tab of the same browser session, as when a person duplicates a tab: it has the tab's key. */
const duplicate = async (page: Page): Promise<Page> => {
  const proof = await page.evaluate(() => sessionStorage.getItem('glidepath.proof') ?? '')
  const { origin } = new URL(page.url())
  const other = await page.context().newPage()
  await other.addInitScript((key) => sessionStorage.setItem('glidepath.proof', key), proof)
  await other.goto(`${origin}/`)
  await other.getByRole('heading', { name: 'Open a participant' }).waitFor()
  return other
}

beforeAll(async () => {
  program = await startUatProgram()
  first = program.watched.page
  second = await duplicate(first)
})
afterAll(() => program.stop())

let callers = 0
const review = async (page: Page, participantId: string): Promise<void> => {
  await goTo(page, 'Opt-out desk')
  const next = page.getByRole('button', { name: 'Next caller' })
  if (await next.isVisible()) await next.click()
  await page.getByLabel('ParticipantId').fill(participantId)
  await page.getByLabel('First name').fill('Zephyrine')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByLabel('PlanId of plan 1').fill('QUILL401K')
  await page.getByLabel('PlanType of plan 1').fill('401K')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
}
const newCaller = (): string => {
  callers += 1
  return `W-${4000 + callers}`
}
const send = (page: Page) => page.getByRole('button', { name: 'Confirm and send' }).click()
const receiptNumber = async (page: Page): Promise<string> => {
  const text = await page.getByRole('article', { name: 'Receipt' }).innerText()
  return /GP-\d{8}-\w{6}/.exec(text)?.[0] ?? 'no number'
}
/** Resolves with what the page ends up with: a receipt, or the refusal in words. */
const endOf = async (page: Page): Promise<'receipt' | 'refused'> => {
  const receipt = page.getByRole('heading', { name: 'Opt out: Success' })
  const refusal = page.getByRole('alert').filter({ hasText: 'What to do:' })
  await receipt.or(refusal).first().waitFor()
  return (await receipt.isVisible()) ? 'receipt' : 'refused'
}

describe('two windows', () => {
  test('that send the same reviewed submission get the same receipt of one execution', async () => {
    const caller = newCaller()
    await review(first, caller)
    const ids = (page: Page) =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const original = WebSocket.prototype.send
            WebSocket.prototype.send = function (data) {
              const bytes = data instanceof Uint8Array ? data : new Uint8Array()
              const text = new TextDecoder('latin1').decode(bytes)
              const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0]
              if (text.includes('submission.send') && id !== undefined) {
                WebSocket.prototype.send = original
                resolve(id)
              }
              original.call(this, data)
            }
          }),
      )
    // The second window reviews on its own; what it sends is made to name the first window's review.
    await review(second, newCaller())
    const before = program.uat.countOf('optout')
    const named = ids(first)
    program.uat.meet('optout', null)
    const sent = send(first)
    const id = await named
    await second.evaluate((wanted) => {
      const original = WebSocket.prototype.send
      WebSocket.prototype.send = function (data) {
        if (!(data instanceof Uint8Array)) return original.call(this, data)
        const text = new TextDecoder('latin1').decode(data)
        const at = text.search(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
        if (!text.includes('submission.send') || at < 0) return original.call(this, data)
        const changed = Uint8Array.from(data)
        changed.set(new TextEncoder().encode(wanted), at)
        return original.call(this, changed)
      }
    }, id)
    await Promise.all([sent, send(second)])
    expect([await endOf(first), await endOf(second)]).toEqual(['receipt', 'receipt'])
    expect(await receiptNumber(second)).toBe(await receiptNumber(first))
    expect(program.uat.countOf('optout') - before).toBe(1)
  })

  test('that review and send the same draft each: one receipt, one plain refusal, one execution', async () => {
    const caller = newCaller()
    await second.reload()
    await review(first, caller)
    await review(second, caller)
    const before = program.uat.countOf('optout')
    await Promise.all([send(first), send(second)])
    const ends = [await endOf(first), await endOf(second)]
    expect(ends.toSorted()).toEqual(['receipt', 'refused'])
    const refused = ends[0] === 'refused' ? first : second
    const text = await refused.getByRole('alert').filter({ hasText: 'What to do:' }).innerText()
    expect(text).toMatch(/is being sent right now|was sent after the review was made/)
    expect(program.uat.countOf('optout') - before).toBe(1)
  })
})
