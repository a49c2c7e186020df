import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { chooseRadio } from '../../ui/choose-radio.ts'
import { openForecast, runButton } from '../open-forecast.ts'

test('All fields shows every field of the answer as a tree, and its search finds any field', async () => {
  const bridge = await openForecast({
    'records.verbatim': () => ok({ text: JSON.stringify(forecastAnswer()) }),
  })
  await runButton.click()
  await chooseRadio(page.getByRole('radio', { name: 'All fields', exact: true }))
  const fields = page.getByRole('region', { name: 'All fields of the answer' })
  await expect
    .element(fields.getByRole('button', { name: 'StrategyOutput 2 entries' }))
    .toBeVisible()
  await fields.getByRole('button', { name: 'StrategyOutput 2 entries' }).click()
  await fields.getByRole('button', { name: /^\[1\] Revised/ }).click()
  await expect.element(fields).toMatchTextContent('Rating')
  await fields.getByRole('searchbox', { name: 'Search fields of the answer' }).fill('netretirement')
  await expect.element(fields.getByRole('status')).toHaveTextContent('4 fields')
  await expect.element(fields).toMatchTextContent('StrategyOutput[1].NetRetirementIncomeGoal')
  expect(bridge.asked('records.verbatim')).toEqual([{ id: 'rec-forecast' }])
})
