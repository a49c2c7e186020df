import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atStep } from '#test/support/desk-steps.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/keyring-session.ts'
import { launchBrowser, openPage, startProgram, temporaryFolder, type Program, type WatchedPage } from '#test/support/program.ts'
import { expectCalm, openExample } from '#test/support/screen-steps.ts'

/**
 * Whole calls at the Opt-out desk by keyboard only, against the real training service. Counted are the keys beyond the
 * data that is typed, from the first key of the call until it is sent, or until it has ended without sending: once with a
 * chord such as Ctrl+Shift+Enter as one, once with every key of it by itself.
 */

interface Count {
  readonly name: string
  presses: number
  keys: number
  beganAt: number
  ms: number
}

let browser: Browser
let keyring: KeyringSession
let program: Program
let watched: WatchedPage
const counts: Count[] = []

beforeAll(async () => {
  keyring = await startKeyringSession()
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', temporaryFolder('desk')])
  watched = await openPage(browser, { colorScheme: 'light', viewport: { width: 1024, height: 700 } })
  // Nothing here is about time limits; a busy machine may take its time.
  watched.page.setDefaultTimeout(100_000)
  await watched.page.goto(program.ready.url)
  await watched.page.getByRole('heading', { name: 'Open a participant' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await program.stop()
  await keyring.stop()
})

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The keyboard of one call. */
const keyboardOf = (page: Page, count: Count) => {
  const began = (): void => {
    if (count.beganAt === 0) count.beganAt = performance.now()
  }
  return {
    /** Keys of the agent's own. */
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        began()
        count.presses += 1
        count.keys += key.split('+').length
        await page.keyboard.press(key)
      }
    },
    /** Data: what the caller says, and notes. */
    type: async (text: string): Promise<void> => {
      began()
      await page.keyboard.type(text)
    },
    at: (title: string): Promise<void> => atStep(page, title),
  }
}
type Keyboard = ReturnType<typeof keyboardOf>

const start = (name: string): { readonly keyboard: Keyboard; readonly count: Count } => {
  const count: Count = { name, presses: 0, keys: 0, beganAt: 0, ms: 0 }
  counts.push(count)
  return { keyboard: keyboardOf(watched.page, count), count }
}

const toDesk = async (): Promise<void> => {
  await watched.page.keyboard.press('Control+2')
  await atStep(watched.page, 'Caller')
}
const identified = async ({ press, at }: Keyboard): Promise<void> => {
  await press('Enter')
  await at('Identify')
  await press('1', '2', '3', 'Enter')
  await at('Plans')
}
const readBack = (): Promise<void> => watched.page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()

/** Sends what is on screen; the words of the result. */
const sent = async ({ press }: Keyboard, count: Count): Promise<string> => {
  await readBack()
  await press('Control+Shift+Enter')
  await watched.page.getByRole('article', { name: 'Receipt' }).waitFor()
  count.ms = performance.now() - count.beganAt
  return (await watched.page.getByRole('status').filter({ hasText: 'into the call' }).innerText()).split('\n')[0] ?? ''
}
/** Disposition `digit`, with a note where one is given; the desk is then ready for the next caller. */
const wrappedUp = async ({ press, type, at }: Keyboard, digit: string, note = ''): Promise<void> => {
  await at('Wrap up')
  await press(digit, 'Enter')
  if (note !== '') {
    await type(note)
    await press('Enter')
  }
  await at('Caller')
}

describe('a call by keyboard only', () => {
  const prefilled: readonly {
    readonly name: string
    readonly person: string
    readonly plans: readonly string[]
    readonly reason: string
    readonly note?: string
    readonly says: string
  }[] = [
    { name: 'prefilled, its only plan', person: 'Maya Torres', plans: [], reason: '1', says: 'Opted out' },
    { name: 'one plan of two', person: 'Daniel Okafor', plans: ['2'], reason: '2', says: 'Opted out' },
    { name: 'several plans, one after the other', person: 'Martínez-Núñez', plans: ['1', '2'], reason: '3', says: 'Opted out' },
    { name: 'all plans at once', person: 'Marcus Bell', plans: ['Control+A'], reason: '5', says: 'Opted out' },
    { name: 'other, with a note', person: 'Grace Lindqvist', plans: [], reason: '9', note: 'Wants to ask her accountant', says: 'Opted out' },
    { name: 'deceased', person: 'Walter Simmons', plans: [], reason: '8', note: 'Estate: A. Simmons', says: 'Opted out' },
    { name: 'prefilled, no reason given', person: 'Evelyn Hartmann', plans: [], reason: '0', says: 'Opted out' },
  ]
  test.each(prefilled)('$name', async ({ name, person, plans, reason, note, says }) => {
    const { page } = watched
    await openExample(page, person)
    await toDesk()
    const { keyboard, count } = start(name)
    await identified(keyboard)
    await keyboard.press(...plans, 'Enter')
    await keyboard.at('Reason')
    await keyboard.press(reason)
    if (note !== undefined) {
      if (reason === '8') await page.getByText(/survivor services/).first().waitFor()
      await keyboard.type(note)
      await keyboard.press('Enter')
    }
    expect(await sent(keyboard, count)).toBe(says)
    const receipt = page.getByRole('article', { name: 'Receipt' })
    expect(await receipt.innerText()).toContain(person.split(' ').at(-1) ?? '')
    expect(await receipt.innerText()).toContain('Date of birth; Last four digits of the Social Security number')
    const script = page.getByRole('region', { name: 'Say' })
    expect(await script.innerText()).toMatch(reason === '8' ? /no longer manages/ : /enroll again/)
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '1')
  })

  const byHand = async (keyboard: Keyboard, participantId: string, planId: string): Promise<void> => {
    await keyboard.type(participantId)
    await keyboard.press('Tab')
    await keyboard.type('Zephyrine')
    await keyboard.press('Tab')
    await keyboard.type('Quill')
    await identified(keyboard)
    await keyboard.type(planId)
    await keyboard.press('Tab')
    await keyboard.type('401K')
    await keyboard.press('Enter')
    await keyboard.at('Reason')
    await keyboard.press('2')
  }

  test('by hand, for somebody the service does not know', async () => {
    const { keyboard, count } = start('by hand')
    await byHand(keyboard, 'U-7001', 'NOWHERE401K')
    expect(await sent(keyboard, count)).toBe('Not enrolled')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '2')
  })

  test('by hand, with an earlier request that shows while typing, and a reason for sending again', async () => {
    const { page } = watched
    const { keyboard, count } = start('earlier request present')
    await keyboard.type('TR1001')
    await page.getByText('1 earlier request.').waitFor()
    await page.getByRole('link', { name: 'Opt out: opted out' }).waitFor()
    await keyboard.press('Tab')
    await keyboard.type('Maya')
    await keyboard.press('Tab')
    await keyboard.type('Torres')
    await identified(keyboard)
    await keyboard.type('NORTHWIND401K')
    await keyboard.press('Tab')
    await keyboard.type('401K')
    await keyboard.press('Enter')
    await keyboard.at('Reason')
    await keyboard.press('2')
    await readBack()
    // The reason is missing: the keys that send lead to it instead.
    await keyboard.press('Control+Shift+Enter')
    expect(await page.getByLabel('Why is it sent again?').evaluate((field) => field === document.activeElement)).toBe(true)
    await keyboard.type('Caller has no confirmation')
    expect(await sent(keyboard, count)).toBe('Already out')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '2')
  })

  test('ended early: nothing is sent', async () => {
    const { page } = watched
    const sentBefore = watched.sent().filter((frame) => frame.includes('submission.send')).length
    const { keyboard, count } = start('ended early')
    await keyboard.type('U-8001')
    await keyboard.press('Control+Shift+8')
    await keyboard.at('End without sending')
    await page.getByText('Nothing is sent.').waitFor()
    await keyboard.press('1', 'Enter')
    await keyboard.at('Caller')
    count.ms = performance.now() - count.beganAt
    expect(await page.getByLabel('ParticipantId').inputValue()).toBe('')
    expect(watched.sent().filter((frame) => frame.includes('submission.send'))).toHaveLength(sentBefore)
    await expectCalm(watched)
  })

  test('the browser asks before its window is closed over a call, and not once the call is over', async () => {
    const { page } = watched
    const { keyboard } = start('closed over')
    counts.pop()
    await keyboard.type('U-8002')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await page.getByLabel('ParticipantId').inputValue()).toBe('U-8002')
    await keyboard.press('Control+Shift+8')
    await keyboard.at('End without sending')
    await keyboard.press('1', 'Enter')
    await keyboard.at('Caller')
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })

  test('median: at most 12 keystrokes beyond what is typed; a chord is one', () => {
    expect(counts).toHaveLength(10)
    for (const { name, presses, keys, ms } of counts) {
      console.log(`${name}: ${presses} key presses (${keys} keys), ${(ms / 1000).toFixed(1)} s`)
    }
    const [presses, keys] = [median(counts.map((count) => count.presses)), median(counts.map((count) => count.keys))]
    const seconds = median(counts.map((count) => count.ms)) / 1000
    console.log(`median of ${counts.length} calls: ${presses} key presses, ${keys} keys, ${seconds.toFixed(1)} s from the first key`)
    expect(presses).toBeLessThanOrEqual(12)
  })
})
