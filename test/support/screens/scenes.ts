import type { Page } from 'playwright-core'
import { identify, toReadBack, useOpenClient } from './desk-steps.ts'
import { goTo, openExample, openSavedResult } from './screen-steps.ts'

/** Every screen of the program with content, for layout tests. */

/** One screen: its name, and the steps to it from any other screen. */
export interface Scene {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
}

/** Routes to the data that {@link fillProgram} created. */
export interface Filled {
  readonly forecast: string
  readonly receipt: string
  readonly list: string
}

const passphrase = 'four quiet otters sleep'

/** Sets the address in the page's hash, without a reload. */
const visit = (page: Page, route: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = `#${to}`
  }, route)

const routeOf = (page: Page): string => new URL(page.url()).hash.slice(1)

const send = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
  await page.getByRole('button', { name: 'Confirm and send' }).click()
}

const openResult = async (page: Page, words: string): Promise<string> => {
  await goTo(page, 'Saved results')
  await openSavedResult(page, words)
  await page.getByRole('tab', { name: 'All fields' }).waitFor()
  return routeOf(page)
}

/** A participant with a forecast and an accepted enrollment. */
export const fillAdvice = async (page: Page): Promise<Pick<Filled, 'forecast' | 'receipt'>> => {
  await openExample(page, 'Daniel Okafor')
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await send(page)
  await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
  return {
    forecast: await openResult(page, 'Recommended'),
    receipt: await openResult(page, 'Enrollment accepted'),
  }
}

/** Like {@link fillAdvice}, but also with a desk call and a sent list. */
export const fillProgram = async (page: Page): Promise<Filled> => {
  const advice = await fillAdvice(page)
  await goTo(page, 'Opt-out desk')
  await useOpenClient(page)
  await identify(page)
  await page.keyboard.press('1')
  await toReadBack(page)
  await send(page)
  await page.getByRole('heading', { name: 'Opt-out accepted' }).waitFor()

  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await page.getByRole('button', { name: 'Try it with a list of examples' }).click()
  await page.getByRole('button', { name: 'Check 25 rows' }).click()
  await page.getByRole('button', { name: /^Send \d+ opt-outs to Training …/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ opt-outs/ })
    .click()
  await page.getByRole('heading', { name: /^Done: \d+ opt-outs sent/ }).waitFor({ timeout: 60_000 })
  return { ...advice, list: routeOf(page) }
}

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor()

/** A screen opened by its address; `ready` waits for its content. */
const at = (name: string, route: string, ready: (page: Page) => Promise<void>): Scene => ({
  name,
  show: async (page) => {
    await visit(page, route)
    await ready(page)
  },
})

export const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** A tab of Saved results. */
const onTab = (name: string, tab: string, route: string): Scene =>
  at(name, route, async (page) => {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel', { name: tab }).getByLabel(tab).first().waitFor()
  })

/** The advisor's screens, including the five that are compared between hosts. */
export const adviceScreens = ({
  forecast,
  receipt,
}: Pick<Filled, 'forecast' | 'receipt'>): readonly Scene[] => [
  at('open', '/advise', (page) => heading(page, 'Open a participant')),
  at('participant', '/advise/profile', (page) => heading(page, /Daniel .*Okafor/)),
  at('forecast', '/advise/forecast', (page) => heading(page, 'Income by source')),
  at('enroll', '/advise/submit/enroll', (page) => heading(page, /^Enroll Daniel/)),
  {
    name: 'enroll-review',
    show: async (page) => {
      await visit(page, '/advise/submit/enroll')
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await heading(page, 'Exactly what will be sent')
    },
  },
  at('saved-results', '/saved-results', (page) =>
    page.getByRole('region', { name: 'Clients' }).waitFor(),
  ),
  at('saved-forecast', forecast, (page) => heading(page, 'Wealth by age')),
  at('receipt', receipt, (page) => heading(page, 'Enrollment accepted')),
  onTab('receipt-fields', 'All fields', receipt),
  onTab('receipt-answer', 'Service’s answer', receipt),
]

/** The screens for every route. */
export const screens = ({ list, ...advice }: Filled): readonly Scene[] => [
  ...adviceScreens(advice),
  at('desk', '/opt-out', (page) =>
    page.getByRole('navigation', { name: 'Steps of the call' }).waitFor(),
  ),
  at('lists', '/opt-out/lists', (page) => heading(page, 'Lists')),
  at('list', list, (page) => heading(page, /^Done: \d+/)),
  at('overview', '/opt-out/overview', (page) =>
    page.getByRole('table', { name: 'By result' }).waitFor(),
  ),
  at('settings', '/settings', (page) =>
    page
      .getByText(/valid for 23 h/)
      .first()
      .waitFor(),
  ),
  at('traffic', '/settings/traffic', (page) => page.getByRole('table').first().waitFor()),
  at('texts', '/settings/desk', (page) => heading(page, 'Texts of the Opt-out desk')),
  at('activity', '/activity', (page) => page.getByRole('row').nth(5).waitFor()),
]

/** Dialogs, each over the screen that opens it; {@link closeDialog} must follow. */
export const dialogs: readonly Scene[] = [
  {
    name: 'dialog-shortcuts',
    show: async (page) => {
      await visit(page, '/advise/forecast')
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'dialog-practice',
    show: async (page) => {
      await visit(page, '/opt-out')
      await page.getByRole('button', { name: /^Practice a bad day/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'dialog-environment',
    show: async (page) => {
      await visit(page, '/settings')
      await page.getByRole('button', { name: 'Add environment' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Sets a passphrase and locks the program; {@link unlock} undoes both. */
export const lock = async (page: Page): Promise<void> => {
  await visit(page, '/settings')
  const panel = page.getByRole('region', { name: 'Lock', exact: true })
  await panel.getByRole('button', { name: 'Set a passphrase' }).click()
  await panel.getByLabel('New passphrase', { exact: true }).fill(passphrase)
  await panel.getByLabel('New passphrase again').fill(passphrase)
  await panel.getByRole('button', { name: 'Set passphrase' }).click()
  await panel.getByText('The passphrase is set.').waitFor()
  await page.keyboard.press('Control+l')
  await heading(page, 'Glidepath is locked')
}
