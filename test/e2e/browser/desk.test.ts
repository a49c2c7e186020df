import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCall, median, type Count, type Keyboard } from '#test/support/screens/counted-keys.ts'
import { atStep } from '#test/support/screens/desk-steps.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
  type WatchedPage,
} from '#test/support/worlds/program.ts'
import { expectCalm, openExample } from '#test/support/screens/screen-steps.ts'

/**
 * Makes whole calls at the Opt-out desk by keyboard, against the real training service. The test
 * counts the page's key events, including every key of a combination such as Ctrl+Enter. It limits
 * the number of keys beyond typed text until the opt-out is sent or the call ends, and of all keys
 * until the desk is ready for the next caller.
 */

let browser: Browser
let keyring: KeyringSession
let program: Program
let watched: WatchedPage
const counts: Count[] = []

beforeAll(async () => {
  keyring = await startKeyringSession()
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', temporaryFolder('desk')])
  watched = await openPage(browser, {
    colorScheme: 'light',
    viewport: { width: 1024, height: 700 },
  })
  // This is long, because a busy machine may be slow and this test is not about time.
  watched.page.setDefaultTimeout(100_000)
  await watched.page.goto(program.ready.url)
  await watched.page.getByRole('heading', { name: 'Open a participant' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await program.stop()
  await keyring.stop()
})

const start = async (name: string, known = false) => {
  const begun = await beginCall(watched.page, name, known)
  counts.push(begun.count)
  return begun
}

const toDesk = async (): Promise<void> => {
  await watched.page.keyboard.press('Control+2')
  await atStep(watched.page, 'Caller')
}
const identified = async ({ press, at }: Keyboard): Promise<void> => {
  await press('Enter')
  await at('Identify')
  await press('1', '2', '3')
  await at('Plans')
}
const readBack = (): Promise<void> =>
  watched.page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()

/** Sends what is on screen; returns the text of the outcome. */
const sent = async (keyboard: Keyboard): Promise<string> => {
  await readBack()
  await keyboard.press('Control+Enter')
  await watched.page.getByRole('article', { name: 'Receipt' }).waitFor()
  await keyboard.sent()
  return (
    (await watched.page.getByRole('status').filter({ hasText: 'into the call' }).innerText()).split(
      '\n',
    )[0] ?? ''
  )
}
/** Chooses disposition `digit`, with a note if given; the desk is then ready for the next caller. */
const wrappedUp = async (
  { press, type, at, over }: Keyboard,
  digit: string,
  note = '',
): Promise<void> => {
  await at('Wrap up')
  await press(digit, 'Enter')
  if (note !== '') {
    await type(note)
    await press('Enter')
  }
  await at('Caller')
  await over()
}

describe('a call is completed by keyboard only:', () => {
  const prefilled: readonly {
    readonly name: string
    readonly person: string
    readonly plans: readonly string[]
    readonly reason: string
    readonly note?: string
    readonly says: string
  }[] = [
    {
      name: 'filled in from a file, with the only plan',
      person: 'Maya Torres',
      plans: [],
      reason: '1',
      says: 'Opted out',
    },
    {
      name: 'with one plan of two',
      person: 'Daniel Okafor',
      plans: ['2'],
      reason: '2',
      says: 'Opted out',
    },
    {
      name: 'with several plans, chosen one after the other',
      person: 'Martínez-Núñez',
      plans: ['1', '2'],
      reason: '3',
      says: 'Opted out',
    },
    {
      name: 'with all plans chosen at once',
      person: 'Marcus Bell',
      plans: ['a'],
      reason: '5',
      says: 'Opted out',
    },
    {
      name: 'with the reason “other” and a note',
      person: 'Grace Lindqvist',
      plans: [],
      reason: '9',
      note: 'Wants to ask her accountant',
      says: 'Opted out',
    },
    {
      name: 'with the reason “deceased”',
      person: 'Walter Simmons',
      plans: [],
      reason: '8',
      note: 'Estate: A. Simmons',
      says: 'Opted out',
    },
    {
      name: 'filled in from a file, with no reason given',
      person: 'Evelyn Hartmann',
      plans: [],
      reason: '0',
      says: 'Opted out',
    },
  ]
  test.each(prefilled)('$name', async ({ name, person, plans, reason, note, says }) => {
    const { page } = watched
    await openExample(page, person)
    await toDesk()
    const number = page.getByLabel('ParticipantId')
    expect(await number.inputValue()).toBe('')
    expect(await number.evaluate((field) => field === document.activeElement)).toBe(true)
    const { keyboard } = await start(name, true)
    await identified(keyboard)
    await keyboard.press(...plans, 'Enter')
    await keyboard.at('Reason')
    await keyboard.press(reason)
    if (note !== undefined) {
      if (reason === '8')
        await page
          .getByText(/survivor services/)
          .first()
          .waitFor()
      await keyboard.type(note)
      await keyboard.press('Enter')
    }
    expect(await sent(keyboard)).toBe(says)
    const receipt = page.getByRole('article', { name: 'Receipt' })
    expect(await receipt.innerText()).toContain(person.split(' ').at(-1) ?? '')
    // Nobody answered for a participant who has died, so the receipt claims no checks.
    expect(await receipt.innerText()).toContain(
      reason === '8'
        ? 'Somebody else; the participant has died'
        : 'Date of birth; Last four digits of the Social Security number',
    )
    if (reason === '8') expect(await receipt.innerText()).not.toContain('Date of birth')
    const script = page.getByRole('region', { name: 'Say' })
    expect(await script.innerText()).toMatch(
      /^(?:Your|The) request went through: the service accepted/m,
    )
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '1')
  })

  const byHand = async (
    keyboard: Keyboard,
    participantId: string,
    planId: string,
  ): Promise<void> => {
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

  test('typed by hand, for a person unknown to the service', async () => {
    const { keyboard } = await start('by hand')
    await byHand(keyboard, 'U-7001', 'NOWHERE401K')
    expect(await sent(keyboard)).toBe('Not enrolled')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '2')
  })

  test('typed by hand, with an earlier request shown, and a reason given for sending again', async () => {
    const { page } = watched
    const { keyboard } = await start('earlier request present')
    await keyboard.type('TR1001')
    await page.getByText('1 earlier request.').waitFor()
    await page.getByRole('link', { name: 'Opt out: opted out' }).waitFor()
    await identified(keyboard)
    // The plan is already opted out, so no plan is selected.
    expect(await page.getByRole('option', { selected: true }).count()).toBe(0)
    await page.getByRole('option', { name: /NORTHWIND401K.*Opted out/ }).waitFor()
    await keyboard.press('1', 'Enter')
    await keyboard.at('Reason')
    await keyboard.press('2')
    await readBack()
    // Without a reason, the shortcut that sends moves the focus to the reason instead.
    await keyboard.press('Control+Enter')
    expect(
      await page
        .getByLabel('Why is it sent again?')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await keyboard.type('Caller has no confirmation')
    expect(await sent(keyboard)).toBe('Already out')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '2')
  })

  test('for a participant known from an earlier receipt, entering only ParticipantId, checks and reason', async () => {
    const { page } = watched
    await openExample(page, 'Priya Raman')
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
    await openExample(page, 'Maya Torres')
    await toDesk()
    const { keyboard } = await start('known by a receipt', true)
    await keyboard.type('TR1004')
    await identified(keyboard)
    await keyboard.press('Enter')
    await keyboard.at('Reason')
    await keyboard.press('2')
    expect(await sent(keyboard)).toBe('Opted out')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '1')
  })

  test('with a plan from the directory that was added during an earlier call', async () => {
    const { page } = watched
    const { keyboard } = await start('plan of the directory')
    await keyboard.type('U-7003')
    await keyboard.press('Tab')
    await keyboard.type('Zephyrine')
    await keyboard.press('Tab')
    await keyboard.type('Quill')
    await identified(keyboard)
    await keyboard.type('north')
    await page.getByRole('option', { name: /NORTHWIND401K/ }).waitFor()
    await keyboard.press('Enter')
    expect(await page.getByLabel('PlanType of plan 1').inputValue()).toBe('401K')
    await keyboard.press('Enter')
    await keyboard.at('Reason')
    await keyboard.press('2')
    expect(await sent(keyboard)).toBe('Not enrolled')
    await keyboard.press('Enter')
    await wrappedUp(keyboard, '2')
  })

  test('ended early, with nothing sent', async () => {
    const { page } = watched
    const sentBefore = watched.sent().filter((frame) => frame.includes('submission.send')).length
    const { keyboard } = await start('ended early')
    await keyboard.type('U-8001')
    await keyboard.press('Control+Shift+8')
    await keyboard.at('End without sending')
    await page.getByText('Nothing is sent.').waitFor()
    await keyboard.press('1', 'Enter')
    await keyboard.at('Caller')
    await keyboard.sent()
    await keyboard.over()
    expect(await page.getByLabel('ParticipantId').inputValue()).toBe('')
    expect(watched.sent().filter((frame) => frame.includes('submission.send'))).toHaveLength(
      sentBefore,
    )
    await expectCalm(watched)
  })

  test('with a question before the window closes during the call, but not afterwards', async () => {
    const { page } = watched
    const { keyboard } = await start('closed over')
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

  test('with at most 10 keys besides typed text for a participant known by ParticipantId, and at most 30 in all for any known participant', () => {
    expect(counts).toHaveLength(12)
    for (const { name, typed, toSent, inAll, ms } of counts) {
      const beyond = toSent === 0 ? '' : `${toSent - typed} keys beyond what is typed until sent, `
      console.log(
        `${name}: ${beyond}${inAll} keys in all, ${typed} of them typed, ${(ms / 1000).toFixed(1)} s`,
      )
    }
    const beyond = (call: Count): number => call.toSent - call.typed
    console.log(
      `median: ${median(counts.map(beyond))} keys beyond what is typed, ${median(counts.map(({ inAll }) => inAll))} in all`,
    )
    for (const call of counts.filter(({ known }) => known)) {
      expect(beyond(call), call.name).toBeLessThanOrEqual(10)
      // The limit on all keys does not apply to a call with a note, because even a short note takes
      // more keys than the rest of the call.
      if (call.typed < 10) expect(call.inAll, call.name).toBeLessThanOrEqual(30)
    }
  })
})
