import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/render-app.ts'
import { refusal, type ScriptedBridge } from '#test/support/scripted-bridge.ts'
import { anInfo, createScriptedWorld } from '#test/support/scripted-world.ts'
import { aSavedCase, aSavedForecast, movedBy } from './sample-saved.ts'

const panel = page.getByRole('form', { name: 'What if' })
const runButton = panel.getByRole('button', { name: 'Run forecast' })
const headlineBand = page.getByRole('region', { name: 'Headline' })
const age = panel.getByRole('textbox', { name: 'Retirement age' })

/** The forecast screen with an example participant open. */
const openForecast = async (over: Parameters<typeof createScriptedWorld>[0] = {}): Promise<ScriptedBridge> => {
  const bridge = createScriptedWorld({ 'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs)), ...over })
  const { router } = await renderApp(bridge, '/advise')
  await page.getByText('Maria Alvarez').first().click()
  await expect.poll(() => router.currentRoute.value.path).toBe('/advise/profile')
  await router.push('/advise/forecast')
  await expect.element(page.getByRole('heading', { name: 'Forecast', exact: true })).toBeVisible()
  return bridge
}

describe('a forecast', () => {
  test('says before anything is run what will happen, and that nothing changes', async () => {
    const bridge = await openForecast()
    await expect.element(page.getByText('It changes nothing.', { exact: false })).toBeVisible()
    expect(bridge.asked('forecast.run')).toEqual([])
  })

  test('one press sends no defaults, and shows both strategies, the goal, the gap and the difference', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(headlineBand).toMatchTextContent('Revised adds $6,420 a year, $535 a month.')
    await expect.element(headlineBand).toMatchTextContent('Goal: $64,400 a year (the service’s goal).')
    const current = headlineBand.getByRole('region', { name: 'Current strategy' })
    await expect.element(current).toMatchTextContent('$51,840 a year')
    await expect.element(current).toMatchTextContent('$4,320 a month')
    await expect.element(current).toMatchTextContent('$12,560 a year short')
    await expect.element(current).toMatchTextContent('80% of the goal')
    await expect.element(current.getByRole('meter')).toHaveAttribute('aria-valuenow', '80')
    await current.getByRole('button', { name: 'Why: Not on track' }).click()
    await expect.element(page.getByText('Income counts as on track from 70% of salary', { exact: false })).toBeVisible()
    expect(bridge.asked('forecast.run')).toMatchObject([{ operation: 'forecast', inputs: {} }])
  })

  test('every picture, the funds and the notes are there', async () => {
    await openForecast()
    await runButton.click()
    for (const name of ['Wealth by age', 'Income by source', 'Asset mix', 'Savings-rate changes', 'Social Security', 'History: Financial crisis 2007–2009']) {
      await expect.element(page.getByRole('group', { name, exact: true })).toBeInTheDocument()
    }
    await expect.element(page.getByRole('table', { name: 'Fund changes in RIVER_401K 401(k)' })).toBeInTheDocument()
    await expect.element(page.getByText('What was bent (1 note)')).toBeInTheDocument()
    await expect.element(page.getByText('hypothetical in nature', { exact: false })).toBeInTheDocument()
  })

  test('Run is in sight in the smallest window, whatever is said above the screen', async () => {
    await page.viewport(1024, 700)
    const keychain = { kind: 'session', reason: 'moduleMissing', message: 'libsecret is not installed.' } as const
    await openForecast({ 'app.info': () => ok(anInfo({ keychain })) })
    await expect.element(page.getByText(/Kept for this session only/)).toBeVisible()
    const { top, bottom } = runButton.element().getBoundingClientRect()
    const main = page.getByRole('main').element().getBoundingClientRect()
    expect(top).toBeGreaterThan(main.top)
    expect(bottom).toBeLessThan(Math.min(main.bottom, 700))
    await runButton.click()
    await expect.element(headlineBand).toBeVisible()
  })

  test('another market moves the whole headline', async () => {
    await openForecast()
    await runButton.click()
    await page.getByRole('radio', { name: 'Poor markets' }).click({ force: true })
    await expect.element(headlineBand).toMatchTextContent('$40,440 a year')
  })

  test('after a change the effect on the run before is shown', async () => {
    await openForecast({
      'forecast.run': ({ inputs }) =>
        ok(aSavedForecast(inputs, inputs.RetirementAge === 64 ? { reading: movedBy(-7_160, 64) } : {})),
    })
    await runButton.click()
    await age.fill('64')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const since = page.getByRole('region', { name: 'Since the last run' })
    await expect.element(since).toMatchTextContent('Retirement age 67 (service default) → 64.')
    await expect.element(since).toMatchTextContent('Revised $58,260 → $51,100 a year (−$7,160)')
  })

  test('the effect is the difference of the two amounts as they are written', async () => {
    await openForecast({
      'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { reading: movedBy(inputs.RetirementAge === 64 ? 100.6 : 0.4, 64) })),
    })
    await runButton.click()
    await age.fill('64')
    await runButton.click()
    const since = page.getByRole('region', { name: 'Since the last run' })
    await expect.element(since).toMatchTextContent('Revised $58,260 → $58,361 a year (+$101)')
  })

  test('Current only asks its own operation and shows one strategy', async () => {
    const bridge = await openForecast({
      'forecast.run': ({ inputs, operation }) => {
        const saved = aSavedForecast(inputs, { kind: operation })
        return ok({ ...saved, reading: { ...saved.reading, strategies: saved.reading.strategies.slice(0, 1) } })
      },
    })
    await panel.getByRole('radio', { name: 'Current only' }).click({ force: true })
    await runButton.click()
    await expect.element(headlineBand.getByRole('region', { name: 'Current strategy' })).toBeVisible()
    await expect.element(headlineBand.getByRole('region', { name: 'Revised strategy' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Enroll…' })).not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toMatchObject([{ operation: 'forecastCurrent' }])
  })
})

describe('what if', () => {
  test('what is typed is sent in the service’s form', async () => {
    const bridge = await openForecast()
    await age.fill('64')
    await panel.getByRole('textbox', { name: 'Salary' }).fill('$101,500')
    await panel.getByRole('button', { name: 'Add a rate' }).click()
    await panel.getByRole('combobox', { name: 'Type of savings rate 1' }).fill('0')
    await panel.getByRole('textbox', { name: 'Percent of pay of savings rate 1' }).fill('7.50')
    await panel.getByRole('button', { name: 'Change pensions' }).click()
    await panel.getByRole('switch', { name: 'Exclude Social Security' }).click()
    await runButton.click()
    await expect.element(headlineBand).toBeVisible()
    expect(bridge.asked('forecast.run')).toMatchObject([
      {
        inputs: {
          RetirementAge: 64,
          Salary: 101_500,
          SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: '0', Value: '7.5' }],
          PensionTypes: [{ Amount: 12_400, Cola: true, IsFromRecordKeeper: true, StartYear: '2045' }],
          ExcludeSocialSecurity: true,
        },
      },
    ])
  })

  test('what is unusual is said, and goes when it is ticked that it is meant, and only then', async () => {
    const bridge = await openForecast()
    const tick = panel.getByRole('checkbox', { name: 'This is meant: run it all the same' })
    await age.fill('110')
    await runButton.click()
    await expect.element(panel.getByText('A retirement age of 110 is unusual: most are from 18 to 100.')).toBeVisible()
    await runButton.click()
    expect(bridge.asked('forecast.run')).toEqual([])
    await tick.click()
    await age.fill('111')
    await expect.element(tick).not.toBeInTheDocument()
    await runButton.click()
    await expect.element(tick).not.toBeChecked()
    expect(bridge.asked('forecast.run')).toEqual([])
    await tick.click()
    await runButton.click()
    await expect.poll(() => bridge.asked('forecast.run')).toMatchObject([{ inputs: { RetirementAge: 111 } }])
  })

  test.each([
    ['Retirement age', '7', 'A retirement age of 7 is unusual: most are from 18 to 100.', { RetirementAge: 7 }],
    ['Retirement age', '-1', 'A retirement age of -1 is unusual: most are from 18 to 100.', { RetirementAge: -1 }],
    ['Salary', '900000000000', 'A salary of 900,000,000,000 dollars a year is unusual.', { Salary: 900_000_000_000 }],
  ])('%s %s is asked about, and sent when it is meant', async (label, typed, message, inputs) => {
    const bridge = await openForecast()
    await panel.getByLabelText(label, { exact: true }).fill(typed)
    await runButton.click()
    await expect.element(panel.getByText(message)).toBeVisible()
    expect(bridge.asked('forecast.run')).toEqual([])
    await panel.getByRole('checkbox', { name: 'This is meant: run it all the same' }).click()
    await runButton.click()
    await expect.poll(() => bridge.asked('forecast.run')).toMatchObject([{ inputs }])
  })

  test('what is wrong is named at its field, nothing is sent, and mending it clears the complaint', async () => {
    const bridge = await openForecast()
    await age.fill('abc')
    await runButton.click()
    await expect.element(panel.getByText('A whole number, for example 67.')).toBeVisible()
    await expect.element(age).toHaveAttribute('aria-invalid', 'true')
    await expect.element(age).toHaveFocus()
    expect(bridge.asked('forecast.run')).toEqual([])
    await age.fill('66')
    await expect.element(panel.getByText('A whole number, for example 67.')).not.toBeInTheDocument()
    await panel.getByRole('button', { name: 'Reset Retirement age' }).click()
    await expect.element(age).toHaveValue('')
  })

  test('the steps start from the age of the result', async () => {
    await openForecast()
    await runButton.click()
    await expect.element(panel.getByText('The result on screen uses 67.')).toBeVisible()
    await panel.getByRole('button', { name: 'One year earlier' }).click()
    await expect.element(age).toHaveValue('66')
  })
})

describe('when it takes long or fails', () => {
  test('progress is told, and it can be cancelled', async () => {
    let stop: () => void = () => undefined
    const bridge = await openForecast({
      'forecast.run': ({ jobId }) =>
        new Promise((resolve) => {
          setTimeout(() => bridge.emit('job.progress', { jobId, detail: 'The service is computing', fraction: 0.4 }))
          stop = () => resolve(refusal({ code: 'job.cancelled', message: 'The forecast was cancelled.' })())
        }),
      'job.cancel': () => {
        stop()
        return ok({})
      },
    })
    await runButton.click()
    await expect.element(page.getByText('The service is computing')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('The forecast was cancelled.')).toBeVisible()
  })

  test('a failure keeps what was typed and the result from before', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(headlineBand).toBeVisible()
    bridge.script({ 'forecast.run': refusal({ code: 'service.timeout', message: 'Training did not answer.' }) })
    await age.fill('64')
    await runButton.click()
    await expect.element(page.getByRole('alert').filter({ hasText: 'Training did not answer.' })).toBeVisible()
    await expect.element(page.getByText('From before')).toBeVisible()
    await expect.element(headlineBand).toMatchTextContent('$58,260')
    await expect.element(age).toHaveValue('64')
  })
})

describe('case information', () => {
  test('is prefilled, asks for what is missing, and shows claim ages and life expectancy', async () => {
    const bridge = await openForecast({ 'forecast.caseInformation': ({ inputs }) => ok(aSavedCase(inputs)) })
    await panel.getByRole('radio', { name: 'Case' }).click({ force: true })
    await expect.element(panel.getByRole('textbox', { name: 'Salary' })).toHaveValue('92,000')
    await panel.getByRole('button', { name: 'Get case information' }).click()
    await expect.element(panel.getByText('A whole number, for example 67.')).toBeVisible()
    await age.fill('67')
    await panel.getByRole('textbox', { name: 'Claim ages' }).fill('62, 67')
    await panel.getByRole('button', { name: 'Get case information' }).click()
    await expect.element(page.getByRole('region', { name: 'Life expectancy' })).toMatchTextContent('87 years of age')
    await expect.element(page.getByText('$16,800 a year from 62, $24,000 from 67: waiting adds $7,200 a year.')).toBeVisible()
    expect(bridge.asked('forecast.caseInformation')).toMatchObject([
      { inputs: { Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12', Gender: 'F', SSAgeOverride: [62, 67] } },
    ])
  })
})
