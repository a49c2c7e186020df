import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WatchedPage } from '../worlds/program.ts'

/** Steps on the screens, only by visible labels and roles. */

/** Waits until the result of `read` meets the chained expectation. */
export const eventually = (read: () => Promise<unknown>): ReturnType<typeof expect.poll> =>
  expect.poll(read, { timeout: 20_000 })

export const goTo = (
  page: Page,
  name: 'Advise' | 'Opt-out desk' | 'Saved results' | 'Settings' | 'Activity',
): Promise<void> => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

/** Picks a file with the open button; `file` is a path, or content with a name. */
export const pickFile = async (
  page: Page,
  file: string | { readonly name: string; readonly bytes: Buffer },
): Promise<void> => {
  await goTo(page, 'Advise')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open participant XML' }).click()
  const picked =
    typeof file === 'string' ? file : { name: file.name, mimeType: 'text/xml', buffer: file.bytes }
  await (await chooser).setFiles(picked)
}

/** Waits until the only alert on screen has this title, and resolves to its text. */
export const failureTitled = async (page: Page, title: string): Promise<string> => {
  const alert = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await alert.waitFor({ timeout: 30_000 })
  return (await alert.innerText()).replaceAll('\u00a0', ' ')
}

/**
 * Checks what must hold after any fault: the page is still there, and it has logged no errors and
 * contacted no other host.
 */
export const expectCalm = async ({ page, complaints, strays }: WatchedPage): Promise<void> => {
  expect(complaints).toEqual([])
  expect(strays).toEqual([])
  expect(
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Settings', exact: true })
      .isVisible(),
  ).toBe(true)
  expect((await page.getByRole('main').innerText()).trim()).not.toBe('')
  expect(await page.getByText('ran into an unexpected problem').count()).toBe(0)
}

/**
 * Enters a client id and secret for the environment called `name`, and waits until they are saved.
 */
export const enterCredentials = async (page: Page, name: string, secret: string): Promise<void> => {
  await goTo(page, 'Settings')
  const card = page.getByRole('article', { name, exact: true })
  await card.getByRole('button', { name: 'Enter credentials' }).click()
  await card.getByLabel('Client id').fill('uat-id')
  await card.getByLabel('Client secret').fill(secret)
  await card.getByRole('button', { name: 'Save credentials' }).click()
  await card.getByText(/^(Stored in the system keychain|Kept until Glidepath closes)/).waitFor()
}

export const chooseEnvironment = async (page: Page, name: string): Promise<void> => {
  await goTo(page, 'Settings')
  const card = page.getByRole('article', { name, exact: true })
  await card.getByRole('button', { name: 'Use this environment' }).click()
  await card.getByText('In use', { exact: true }).waitFor()
}

export const openExample = async (page: Page, name: string): Promise<void> => {
  await goTo(page, 'Advise')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Run forecast' }).first().waitFor()
}

/** Sets in Settings that a forecast runs only when its button is pressed. */
export const runOnlyWhenPressed = async (page: Page): Promise<void> => {
  await goTo(page, 'Settings')
  const rules = page.locator('form').filter({ hasText: 'Poor markets, percentile' })
  await rules.getByRole('radio', { name: /^Never/ }).click()
  await rules.getByRole('button', { name: 'Save' }).click()
  await rules.getByText('Saved.').waitFor()
}

/** Opens a chart by its tab, which may be behind “More” in a narrow window. */
export const showChart = async (page: Page, name: string): Promise<void> => {
  const tab = page
    .getByRole('radiogroup', { name: 'Chart', exact: true })
    .getByText(name, { exact: true })
  if ((await tab.count()) > 0) return tab.first().click()
  await page.getByRole('combobox', { name: 'Chart, more', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/**
 * Opens the first saved result whose line has `words`, of any client. Requires Saved results on
 * screen.
 */
export const openSavedResult = async (page: Page, words: string | RegExp): Promise<void> => {
  const clients = page.getByRole('region', { name: 'Clients' }).getByRole('button')
  await clients.first().waitFor()
  for (const client of await clients.all()) {
    await client.click()
    const results = page.getByRole('region', { name: /^Results of / })
    const found = results.getByRole('listitem').filter({ hasText: words })
    if ((await found.count()) > 0) return found.first().getByRole('link').click()
  }
  throw new Error(`no saved result has ${String(words)}`)
}
