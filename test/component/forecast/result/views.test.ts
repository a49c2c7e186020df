import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import CaseInformationView from '#renderer/workspace/result/case-information-view.vue'
import SavedForecastView from '#renderer/workspace/result/saved-forecast-view.vue'
import { emptyWhatIf, readWhatIf, typedNumber } from '#renderer/workspace/forecast/what-if.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { ok } from '#shared/result.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { anEnvironment, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { emptyStrategy, sampleForecast } from '#test/unit/strategy/sample-forecast.ts'
import { aSavedCase, aSavedForecast, movedBy } from '../sample-saved.ts'

test('a saved forecast shows its inputs, its environment and the result as it was saved', async () => {
  await renderPart(SavedForecastView, createScriptedWorld(), {
    saved: aSavedForecast({ RetirementAge: 64 }),
  })
  await expect
    .element(page.getByRole('region', { name: 'Inputs used' }))
    .toMatchTextContent(/Retirement age\s*64\s*Salary\s*not changed/)
  await expect
    .element(page.getByRole('region', { name: 'Outcome' }))
    .toMatchTextContent('Recommended')
})

test('saved case information shows claim ages and life expectancy', async () => {
  const saved = aSavedCase({ Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' })
  await renderPart(CaseInformationView, createScriptedWorld(), { saved })
  await expect
    .element(page.getByRole('region', { name: 'Life expectancy' }))
    .toMatchTextContent('87')
  await expect.element(page.getByRole('group', { name: 'Social Security' })).toBeVisible()
})

test.each([
  ['no strategy at all', []],
  ['empty strategies', [emptyStrategy('Current'), emptyStrategy('Revised')]],
  [
    'five strategies of unknown types',
    ['A', 'B', 'C', 'D', 'E'].map((type) => ({
      ...sampleForecast.strategies[0],
      ...emptyStrategy(type),
    })),
  ],
])('an answer with %s is shown without an error', async (_, strategies) => {
  const saved = aSavedForecast({}, { reading: { ...sampleForecast, strategies } })
  await renderPart(SavedForecastView, createScriptedWorld(), { saved })
  await expect.element(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
  if (strategies.length > 0)
    await expect.element(page.getByText('Sustainable income: not sent').first()).toBeVisible()
})

test.each([
  ['75,000.50', 'en-US', 75_000.5],
  ['$ 75,000', 'en-US', 75_000],
  ['75.000,5', 'de-DE', 75_000.5],
  ['4,5 %', 'de-DE', 4.5],
  ['', 'en-US', null],
  ['1e5', 'en-US', Number.NaN],
  ['abc', 'en-US', Number.NaN],
])('%j typed in the locale %s is read as %d', (text, locale, value) => {
  expect(typedNumber(text, locale)).toBe(value)
})

test('the request’s schema refuses invalid values, and empty values are omitted from the request', () => {
  expect(readWhatIf(emptyWhatIf())).toEqual({ inputs: {}, errors: null })
  const wrong = readWhatIf({
    ...emptyWhatIf(),
    retirementAge: '64.5',
    salary: '-1',
    savings: [{ key: 0, planId: '', savingsType: '', value: 'six' }],
    pensions: [{ key: 0, amount: '', startYear: '45', cola: false, fromRecordKeeper: false }],
  })
  expect(Object.keys(wrong.errors ?? {}).sort()).toEqual([
    'PensionTypes.0.StartYear',
    'RetirementAge',
    'SavingsRateDetails.0.Value',
  ])
})

const monthly = {
  sustainableIncome: 'month',
  incomeGoal: 'month',
  socialSecurity: 'month',
  caseAmount: 'month',
  incomeSources: 'month',
  savingsDollars: 'month',
  salary: 'month',
  pensionAmount: 'month',
  casePenalty: 'off',
  casePriceGrowth: 2.4,
  dollarsOf: 'notSaid',
  priceGrowth: 2.4,
} as const
/** Opens a saved result while the only environment reads amounts as `readAs`. */
const openedAs = (saved: SavedRecord, readAs: EnvironmentView['readAs']) =>
  renderApp(
    createScriptedWorld({
      'environments.list': () => ok([anEnvironment(readAs === undefined ? {} : { readAs })]),
      'records.open': () => ok(saved),
    }),
    `/saved-results/${saved.id}`,
  )

test('a figure links to the setting for its unit, and a monthly amount is not shown as yearly', async () => {
  await openedAs(aSavedForecast(), monthly)
  const band = page.getByRole('region', { name: 'Outcome' })
  await expect.element(band).toMatchTextContent('Recommended adds $6,420 a month')
  await band.getByRole('button', { name: 'Read as a month' }).click()
  await expect
    .element(page.getByText('The specification shows no unit', { exact: false }))
    .toBeVisible()
  await expect
    .element(
      page.getByText('This is the setting of Training. Saved results follow it.', { exact: false }),
    )
    .toBeVisible()
})

test('a saved result keeps the values that were sent, and asks for another run after the setting is corrected', async () => {
  const saved = aSavedForecast({ Salary: 65_000 })
  const { screen } = await openedAs(saved, undefined)
  await page.getByRole('button', { name: 'Read as a year' }).click()
  await expect.element(page.getByText('sent as dollars a year', { exact: false })).toBeVisible()
  await screen.unmount()
  await openedAs(saved, monthly)
  await page.getByRole('button', { name: 'Read as a month' }).click()
  await expect
    .element(
      page.getByText('sent as dollars a year; now set to a month, so run it again', {
        exact: false,
      }),
    )
    .toBeVisible()
})

test('a saved result uses the current setting of its environment, or, if the environment is gone, the setting at the time of the run', async () => {
  const saved = {
    ...aSavedCase({ Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' }),
    readAs: monthly,
  }
  const { screen } = await openedAs(saved, undefined)
  await expect.element(page.getByRole('button', { name: 'Read as a year' })).toBeVisible()
  await expect
    .element(page.getByText('$16,800 a year from 62, $24,000 from 67', { exact: false }).first())
    .toBeVisible()
  await screen.unmount()
  await openedAs({ ...saved, environment: { ...saved.environment, id: 'gone' } }, undefined)
  await expect
    .element(page.getByText('$201,600 a year from 62, $288,000 from 67', { exact: false }).first())
    .toBeVisible()
  await page.getByRole('button', { name: 'Read as a month' }).first().click()
  await expect
    .element(
      page.getByText('This is the setting of Training when this was made.', { exact: false }),
    )
    .toMatchTextContent(/so this result stays as it is\.$/)
  await expect
    .element(page.getByText('Saved results follow it.', { exact: false }))
    .not.toBeInTheDocument()
})

test('a saved plan shows the same Today row, names and goal as on the day of the forecast', async () => {
  const plan = aSavedForecast(
    { Salary: 90_000 },
    { id: 'plan', reading: movedBy(1_200, 67), goal: 4_400 },
  )
  const opened = (today: SavedForecast | null) =>
    renderApp(
      createScriptedWorld({
        'records.open': () => ok(plan),
        'scenario.today': () => ok(today),
      }),
      '/saved-results/plan',
    )
  const band = page.getByRole('region', { name: 'Outcome' })
  const { screen } = await opened(aSavedForecast())
  await expect.element(band).toMatchTextContent('Plan adds $100 a month in average markets')
  for (const name of ['Today', 'Plan', 'Recommended'])
    await expect.element(band.getByRole('row', { name, exact: true })).toBeVisible()
  await expect.element(band).toMatchTextContent('Goal $4,400')
  await screen.unmount()

  await opened(null)
  await expect.element(band).toMatchTextContent('Plan pays $4,420 of the $4,400 goal')
  await expect
    .element(band.getByRole('row', { name: 'Today', exact: true }))
    .not.toBeInTheDocument()
  await expect
    .element(page.getByText('so the change from today is not shown', { exact: false }))
    .toBeVisible()
})
