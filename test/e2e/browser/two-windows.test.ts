import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDesk, typeCall } from '#test/support/screens/desk-steps.ts'
import { duplicatePage } from '#test/support/screens/duplicate-page.ts'
import { eventually } from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'

/** Two windows on one program: whichever window sends, the service carries it out once. */

let program: UatProgram
let first: Page
let second: Page

/** Changes a window's messages on their way to main. */
type Passing = (message: string | Buffer) => string | Buffer

const duplicate = (page: Page, passing: Passing): Promise<Page> =>
  duplicatePage(page, (socket) => {
    const main = socket.connectToServer()
    socket.onMessage((message) => main.send(passing(message)))
  })

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
/** Id of the submission that a message sends; empty for any other message. */
const sentIn = (message: string | Buffer): string => {
  const text = message.toString('latin1')
  return text.includes('submission.send') ? (uuid.exec(text)?.[0] ?? '') : ''
}
let sentByFirst = ''
let sendInstead = ''

beforeAll(async () => {
  program = await startUatProgram()
  first = await duplicate(program.watched.page, (message) => {
    sentByFirst = sentIn(message) || sentByFirst
    return message
  })
  second = await duplicate(program.watched.page, (message) => {
    const id = sentIn(message)
    if (id === '' || sendInstead === '') return message
    return Buffer.from(message.toString('latin1').replace(id, sendInstead), 'latin1')
  })
})
afterAll(() => program.stop())

let callers = 0
const review = async (page: Page, participantId: string): Promise<void> => {
  await freshDesk(page)
  await typeCall(page, { participantId, firstName: 'Zephyrine', lastName: 'Quill' }, 'QUILL401K')
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
/** The final state of the page: a receipt, or a refusal in words. */
const endOf = async (page: Page): Promise<'receipt' | 'refused'> => {
  const receipt = page.getByRole('heading', { name: 'Opt-out accepted' })
  const refusal = page.getByRole('alert').filter({ hasText: 'What to do:' })
  await receipt.or(refusal).first().waitFor()
  return (await receipt.isVisible()) ? 'receipt' : 'refused'
}

describe('two windows', () => {
  test('that send the same reviewed submission get the same receipt of one execution', async () => {
    const caller = newCaller()
    await review(first, caller)
    // The second window makes its own review, but its message names the first window's review.
    await review(second, newCaller())
    const before = program.uat.countOf('optout')
    sentByFirst = ''
    const sent = send(first)
    await eventually(() => Promise.resolve(sentByFirst)).not.toBe('')
    sendInstead = sentByFirst
    await Promise.all([sent, send(second)])
    expect([await endOf(first), await endOf(second)]).toEqual(['receipt', 'receipt'])
    expect(await receiptNumber(second)).toBe(await receiptNumber(first))
    expect(program.uat.countOf('optout') - before).toBe(1)
  })

  test('that each review and send the same draft get one receipt, one plain refusal, and one execution', async () => {
    const caller = newCaller()
    sendInstead = ''
    await review(first, caller)
    await review(second, caller)
    const before = program.uat.countOf('optout')
    await Promise.all([send(first), send(second)])
    const ends = [await endOf(first), await endOf(second)]
    expect(ends.toSorted()).toEqual(['receipt', 'refused'])
    const refused = ends[0] === 'refused' ? first : second
    const text = await refused.getByRole('alert').filter({ hasText: 'What to do:' }).innerText()
    expect(text).toMatch(/is being sent right now|after the review was made/)
    expect(program.uat.countOf('optout') - before).toBe(1)
  })
})
