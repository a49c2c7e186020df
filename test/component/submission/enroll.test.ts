import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import type { Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { aSavedForecast } from '../forecast/sample-saved.ts'

/** Opens the form of Enroll. */

const enrolling = async (scripts: Scripts): Promise<void> => {
  const { router } = await renderApp(createScriptedWorld(scripts), '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push('/advise/forecast')
  await page
    .getByRole('form', { name: 'What if' })
    .getByRole('button', { name: 'Run forecast' })
    .click()
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Enroll Maria Alvarez' }))
    .toBeVisible()
}

test('a plan missing from the file can be chosen from the directory, with its type', async () => {
  await enrolling({
    'forecast.run': () => ok(aSavedForecast()),
    'plans.list': () =>
      ok([{ planId: 'BAKERS403B', planType: '403B', name: 'Bakers United', source: 'imported' }]),
  })
  await page.getByRole('button', { name: 'Add plan' }).click()
  await page.getByLabelText('PlanId of plan 3').click()
  await userEvent.keyboard('bakers u')
  await expect
    .element(page.getByRole('option', { selected: true }))
    .toMatchTextContent(/BAKERS403B.*403B · Bakers United/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('PlanId of plan 3')).toHaveValue('BAKERS403B')
  await expect.element(page.getByLabelText('PlanType of plan 3')).toHaveValue('403B')
})

test('a warning about a ticked line disappears when the line is unticked', async () => {
  await enrolling({ 'forecast.run': () => ok(aSavedForecast({ RetirementAge: 110 })) })
  const line = page.getByRole('checkbox', { name: /110/ })
  await line.click()
  await page.getByRole('button', { name: 'Review' }).click()
  const unusual = page.getByText('A retirement age of 110 is unusual', { exact: false })
  await expect.element(unusual).toBeVisible()
  await line.click()
  await expect.element(unusual).not.toBeInTheDocument()
})

test('the form warns about unusual values before the review', async () => {
  await enrolling({
    'forecast.run': () => ok(aSavedForecast({ RetirementAge: 40, Salary: 1 })),
  })
  await page.getByRole('checkbox', { name: /^Salary/ }).click()
  await page.getByRole('checkbox', { name: 'Retirement age: 40' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  const unusual = page.getByRole('region', { name: 'Unusual' })
  await expect.element(unusual).toMatchTextContent(/Maria is 46 already: a retirement age of 40/)
  await expect.element(unusual).toMatchTextContent(/A salary of \$1 a year is far from the file’s/)
})

test('input typed for a whole file is cleared when a single participant is opened from that file', async () => {
  const people = [aProfile(), aProfile({ firstName: 'Walter', lastName: 'Nguyen', userId: 'P-2' })]
  const { router } = await renderApp(
    createScriptedWorld({
      ...inUse({ takesSeveral: true }),
      'participant.open': () => ok(anOpened({ participants: people })),
      'participant.openOnly': () => ok(anOpened({ handle: 'part' })),
    }),
    '/advise',
  )
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push('/advise/submit/enroll')
  await page.getByText('More fields').click()
  const gender = page.getByLabelText('Gender', { exact: true })
  await gender.fill('F')
  const income = page.getByLabelText('Desired retirement income, amount')
  await income.fill('48000')
  await page.getByRole('button', { name: 'Open only Maria Alvarez' }).click()
  await expect.element(page.getByRole('heading', { name: 'Enroll Maria Alvarez' })).toBeVisible()
  await expect.element(gender).toHaveValue('')
  await expect.element(income).toHaveValue('')
})

test('profile, forecast and form warn about a mapping that does not fit the file', async () => {
  const opened = anOpened({ participants: [aProfile({ userId: 'Alvarez' })] })
  await enrolling({
    'participant.open': () => ok(opened),
    'forecast.run': () => ok(aSavedForecast()),
  })
  const notice = page.getByRole('region', { name: 'The mapping may not fit this file' })
  await expect.element(notice).toMatchTextContent(/the id “Alvarez”, which is the last name, too/)
  await page.getByRole('link', { name: 'Back to the forecast' }).click()
  await expect.element(notice).toBeVisible()
})

test('the route of an operation without a form shows the same page as an unknown route', async () => {
  const { router } = await renderApp(createScriptedWorld({}), '/advise/submit/optout')
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise')
})
