import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '#shared/result.ts'
import { openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { aSavedCase, aSavedForecast } from './sample-saved.ts'

/** Tests what happens if the service answered but this computer could not save the answer. */

const error = {
  code: 'records.diskFull',
  message: 'The disk is full, so nothing was saved.',
  advice: 'Free some space and try again.',
} as const
const notice = page.getByRole('status', { name: 'Not kept' })
const again = notice.getByRole('button', { name: 'Try keeping it again' })

test('a forecast that could not be saved is shown with the reason, and saving can be tried again', async () => {
  let isFull = true
  const bridge = await openForecast({
    'forecast.run': ({ inputs }) => ok({ ...aSavedForecast(inputs), unsaved: error }),
    'forecast.keep': ({ id }) => (isFull ? fail(error) : ok(aSavedForecast({}, { id }))),
  })
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  await expect
    .element(notice)
    .toMatchTextContent(
      'could not be kept on this computer. The disk is full, so nothing was saved. Free some space and try again.',
    )
  const saved = page.getByRole('link', { name: 'Saved', exact: true })
  await expect.element(saved).not.toBeInTheDocument()
  await again.click()
  await expect.element(page.getByText('The result could not be saved').first()).toBeVisible()
  await expect.element(notice).toBeVisible()
  isFull = false
  await again.click()
  await expect.element(saved).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(bridge.asked('forecast.keep')).toHaveLength(2)
})

test('today’s forecast that could not be saved can be saved while a plan is on screen', async () => {
  await openForecast({
    'forecast.run': ({ inputs }) =>
      ok(
        inputs.RetirementAge === undefined
          ? { ...aSavedForecast(inputs), unsaved: error }
          : aSavedForecast(inputs, { id: 'tried' }),
      ),
    'forecast.keep': ({ id }) => ok(aSavedForecast({}, { id })),
  })
  await panel.getByRole('textbox', { name: 'Retirement age' }).fill('64')
  await runButton.click()
  await expect.element(page.getByRole('button', { name: 'Keep as scenario' })).toBeVisible()
  await again.click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Keep as scenario' })).toBeVisible()
})

test('before a comparison’s report is made, today’s unsaved forecast is saved', async () => {
  const bridge = await openForecast({
    'scenario.list': () => ok([aSavedForecast({ RetirementAge: 64 }, { id: 'early' })]),
    'forecast.run': ({ inputs }) => ok({ ...aSavedForecast(inputs), unsaved: error }),
    'forecast.keep': ({ id }) => ok(aSavedForecast({}, { id })),
  })
  await runButton.click()
  await expect.element(notice).toBeVisible()
  const tray = page.getByRole('region', { name: 'Scenarios' })
  await tray.getByRole('checkbox', { name: 'Compare Today' }).click()
  await tray.getByRole('checkbox', { name: 'Compare Retiring at 64' }).click()
  await tray.getByRole('button', { name: 'Compare', exact: true }).click()
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('button', { name: 'Report…' })
    .click()
  await expect.poll(() => bridge.asked('forecast.keep').length).toBe(1)
  await expect.element(notice).not.toBeInTheDocument()
})

test('case information that could not be saved is shown with the reason', async () => {
  await openForecast({
    'forecast.caseInformation': ({ inputs }) => ok({ ...aSavedCase(inputs), unsaved: error }),
  })
  await chooseRadio(panel.getByRole('radio', { name: 'Social Security' }))
  await panel.getByRole('textbox', { name: 'Retirement age' }).fill('67')
  await panel.getByRole('button', { name: /^(Run|Get)/ }).click()
  await expect.element(notice).toMatchTextContent('Then run it again to keep it.')
  await expect.element(again).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Saved', exact: true }))
    .not.toBeInTheDocument()
})
