import type { Page } from 'playwright-core'
import { goTo } from './screen-steps.ts'

/** A call at the Opt-out desk, by visible labels, roles and displayed keys. */

export interface TypedCaller {
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
}

export const atStep = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()

export const typeCaller = async (page: Page, caller: TypedCaller): Promise<void> => {
  await page.getByLabel('ParticipantId').fill(caller.participantId)
  await page.getByLabel('First name').fill(caller.firstName)
  await page.getByLabel('Last name').fill(caller.lastName)
}

/** Fills in the call from the open participant. */
export const useOpenClient = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Use / }).click()
  await page.getByText(/Filled in from the open participant/).waitFor()
}

/** Goes from the first step to the plans by passing three checks. */
export const identify = async (page: Page): Promise<void> => {
  await page.getByLabel('ParticipantId').press('Enter')
  await atStep(page, 'Identify')
  const checks = page.getByRole('listbox', { name: 'Checks the caller passed' })
  if ((await checks.getByRole('option', { selected: true }).count()) === 0) {
    // The third check opens the next step by itself.
    for (const digit of ['1', '2', '3']) await page.keyboard.press(digit)
  } else {
    await page.keyboard.press('Enter')
  }
  await atStep(page, 'Plans')
}

/** Goes from the plans to the read-back, with the second reason. */
export const toReadBack = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Continue/ }).click()
  await atStep(page, 'Reason')
  await page.getByRole('listbox', { name: 'Reason for opting out' }).press('2')
  await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
}

/** Does all steps up to the read-back for a caller typed by hand. */
export const typeCall = async (page: Page, caller: TypedCaller, planId: string): Promise<void> => {
  await typeCaller(page, caller)
  await identify(page)
  await page.getByLabel('PlanId of plan 1').fill(planId)
  // Leaving the PlanId field may fill in PlanType, so move to the next field before typing.
  await page.getByLabel('PlanType of plan 1').click()
  await page.getByLabel('PlanType of plan 1').fill('401K')
  await toReadBack(page)
}

/** Wraps up the call with its receipt on screen. */
export const wrapUp = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Wrap up/ })
    .first()
    .click()
  await atStep(page, 'Wrap up')
  await page.getByRole('option', { name: 'Opted out as asked' }).click()
  // The desk asks about a disposition that contradicts the result.
  const isMeant = page.getByRole('checkbox', { name: 'Yes, it ended this way' })
  if (await isMeant.isVisible()) await isMeant.click()
  await page.getByRole('button', { name: /^Next caller/ }).click()
  await atStep(page, 'Caller')
}

/**
 * Opens the desk at its first step. Wraps up a call whose opt-out was sent, and clears any other
 * call.
 */
export const freshDesk = async (page: Page): Promise<void> => {
  await goTo(page, 'Opt-out desk')
  await page.getByRole('navigation', { name: 'Steps of the call' }).waitFor()
  if (await page.getByRole('article', { name: 'Receipt' }).isVisible()) await wrapUp(page)
  await page
    .getByRole('navigation', { name: 'Steps of the call' })
    .getByRole('button', { name: /^Caller/ })
    .click()
  await atStep(page, 'Caller')
}
