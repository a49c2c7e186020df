import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** A call at the Opt-out desk in a component test, step by step as an agent makes it. */

export const heading = (title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true })

export const typeCaller = async (): Promise<void> => {
  await expect.element(page.getByLabelText('ParticipantId')).toBeVisible()
  await page.getByLabelText('ParticipantId').fill('P-100482')
  await page.getByLabelText('First name').fill('Maria')
  await page.getByLabelText('Last name').fill('Alvarez')
}

/** Opens the desk and fills in Maria Alvarez, the open participant. */
export const atDeskWithMaria = async (): Promise<void> => {
  await page.getByText('Maria Alvarez').first().click()
  await expect.element(page.getByRole('heading', { name: 'Maria Alvarez' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: 'Opt-out desk' })
    .click()
  await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
  await useOpenClient()
}

/** Fills in the call from the open participant. */
export const useOpenClient = async (): Promise<void> => {
  await page.getByRole('button', { name: /^Use / }).click()
  await expect.element(page.getByText(/Filled in from the open participant/)).toBeVisible()
  await expect.element(page.getByLabelText('ParticipantId')).toHaveFocus()
}

/** Goes from the caller step to the plans step by passing three checks. */
export const identify = async (): Promise<void> => {
  await page.getByLabelText('Last name').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Identify')).toBeVisible()
  await userEvent.keyboard('123')
  await expect.element(heading('Plans')).toBeVisible()
}

/** Goes to the read-back for a caller typed by hand, with the second reason. */
export const callByHand = async (): Promise<void> => {
  await typeCaller()
  await identify()
  await page.getByLabelText('PlanId of plan 1').fill('ACME401K')
  await page.getByLabelText('PlanType of plan 1').fill('401K')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Reason')).toBeVisible()
  await userEvent.keyboard('2')
}
