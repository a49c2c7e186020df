import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { anInfo } from '#test/support/samples/scripted-world.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { age, openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { aSavedCase, aSavedForecast } from './sample-saved.ts'

describe('the forecast screen:', () => {
  test('before a run, the screen says what a run does, and that a run changes nothing for the participant', async () => {
    const bridge = await openForecast()
    await expect.element(page.getByText('It changes nothing.', { exact: false })).toBeVisible()
    expect(bridge.asked('forecast.run')).toEqual([])
  })

  test('a run sends no defaults, and shows both strategies, the goal, the gap and the difference', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(outcome).toMatchTextContent('$1,047 a month short if markets are average')
    await expect.element(outcome).toMatchTextContent('Recommended adds $535 a month')
    await expect.element(outcome).toMatchTextContent('Goal $5,367')
    await expect.element(outcome).toMatchTextContent('Goal: set by the service, 70% of pay.')
    await expect.element(outcome).toMatchTextContent('That is 56% of pay.')
    const today = outcome.getByRole('row', { name: 'Today', exact: true })
    await expect.element(today).toMatchTextContent('$4,320')
    await expect.element(today).toMatchTextContent('$1,047 short')
    await expect
      .element(outcome.getByRole('row', { name: 'Plan', exact: true }))
      .not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toMatchObject([{ operation: 'forecast', inputs: {} }])
  })

  test('marks for earlier submissions appear beside the name, and change when a receipt arrives', async () => {
    const at = new Date(2026, 10, 27, 12).toISOString()
    const mark = { receiptId: 'r', inDoubt: false, at, planIds: ['ACME'] }
    let operation: 'enroll' | 'optout' = 'enroll'
    const bridge = await openForecast({ 'records.marks': () => ok([{ ...mark, operation }]) })
    await runButton.click()
    await expect.element(page.getByText('Enrolled Nov 27, 2026 (ACME)')).toBeVisible()
    operation = 'optout'
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('Opted out Nov 27, 2026 (ACME)')).toBeVisible()
    await page.getByRole('link', { name: 'Participant' }).first().click()
    await expect.element(page.getByText('Opted out Nov 27, 2026 (ACME)')).toBeVisible()
  })

  test('a doubt about the file appears under the headline, and stays there in Present', async () => {
    const profile = aProfile({ dateOfBirth: '2031-03-02', salary: -5 })
    await openForecast({ 'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { profile })) })
    await runButton.click()
    const doubts = outcome.getByRole('list', { name: 'Doubtful' })
    const words = /in the future, Mar 2, 2031\..*has a negative salary, −\$5\./
    await expect.element(doubts).toMatchTextContent(words)
    await userEvent.keyboard('{F5}')
    await expect.element(doubts).toMatchTextContent(words)
    await userEvent.keyboard('{F5}')
  })

  test('a result has every chart, the funds and the notes', async () => {
    await openForecast()
    await runButton.click()
    await outcome.getByRole('radio', { name: 'Recommended' }).click()
    await chooseRadio(page.getByRole('radio', { name: 'All', exact: true }))
    for (const name of [
      'Wealth by age',
      'Income by source',
      'Asset mix',
      'Savings-rate changes',
      'Social Security',
      'Past markets: Financial crisis 2007–2009',
    ]) {
      await expect.element(page.getByRole('group', { name, exact: true })).toBeInTheDocument()
    }
    await expect
      .element(page.getByRole('table', { name: 'Fund changes in RIVER_401K 401(k)' }))
      .toBeInTheDocument()
    await expect
      .element(page.getByText('What had to be read differently (1 note)'))
      .toBeInTheDocument()
    await expect
      .element(page.getByText('hypothetical in nature', { exact: false }))
      .toBeInTheDocument()
  })

  test('Run is visible in the smallest window, whatever messages are above it', async () => {
    await page.viewport(1024, 700)
    const keychain = {
      kind: 'memory',
      reason: 'moduleMissing',
      message: 'libsecret is not installed.',
    } as const
    await openForecast({ 'app.info': () => ok(anInfo({ keychain })) })
    await expect.element(page.getByText(/Kept until Glidepath closes/)).toBeVisible()
    const { top, bottom } = runButton.element().getBoundingClientRect()
    const main = page.getByRole('main').element().getBoundingClientRect()
    expect(top).toBeGreaterThan(main.top)
    expect(bottom).toBeLessThan(Math.min(main.bottom, 700))
    await runButton.click()
    await expect.element(outcome).toBeVisible()
  })

  test('one chart is shown at a time, and each has a tab', async () => {
    await openForecast()
    await runButton.click()
    await expect.element(page.getByRole('group', { name: 'Income by source' })).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Wealth by age' })).not.toBeInTheDocument()
    await chooseRadio(page.getByRole('radio', { name: 'Wealth', exact: true }))
    await expect.element(page.getByRole('group', { name: 'Wealth by age' })).toBeVisible()
    await expect
      .element(page.getByRole('group', { name: 'Income by source' }))
      .not.toBeInTheDocument()
  })

  test('“Where you stand” uses its own operation and shows one strategy', async () => {
    const bridge = await openForecast({
      'forecast.run': ({ inputs, operation }) => {
        const saved = aSavedForecast(inputs, { kind: operation })
        return ok({
          ...saved,
          reading: { ...saved.reading, strategies: saved.reading.strategies.slice(0, 1) },
        })
      },
    })
    await chooseRadio(panel.getByRole('radio', { name: 'Where you stand' }))
    await runButton.click()
    await expect.element(outcome.getByRole('row', { name: 'Today', exact: true })).toBeVisible()
    await expect
      .element(outcome.getByRole('row', { name: 'Recommended', exact: true }))
      .not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'Enroll…' })).not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toMatchObject([{ operation: 'forecastCurrent' }])
  })
})

describe('what-if inputs:', () => {
  test('an input is sent in the service’s format', async () => {
    const bridge = await openForecast()
    await age.fill('64')
    await panel.getByRole('textbox', { name: 'Salary' }).fill('$101,500')
    await panel.getByRole('button', { name: 'Add a rate' }).click()
    await panel.getByRole('combobox', { name: 'Type of savings rate 1' }).fill('0')
    await panel.getByRole('textbox', { name: 'Percent of pay of savings rate 1' }).fill('7.50')
    await panel.getByRole('button', { name: 'Change pensions' }).click()
    await panel.getByRole('switch', { name: 'Exclude Social Security' }).click()
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    expect(bridge.asked('forecast.run')).toMatchObject([
      { inputs: {} },
      {
        inputs: {
          RetirementAge: 64,
          Salary: 101_500,
          SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: '0', Value: '7.5' }],
          PensionTypes: [
            { Amount: 12_400, Cola: true, IsFromRecordKeeper: true, StartYear: '2045' },
          ],
          ExcludeSocialSecurity: true,
        },
      },
    ])
  })

  test('an unusual value causes a warning, and is sent only after the user ticks that it is intended', async () => {
    const bridge = await openForecast()
    const tick = panel.getByRole('checkbox', { name: 'This is intended: run it anyway' })
    await age.fill('110')
    await runButton.click()
    await expect
      .element(panel.getByText('A retirement age of 110 is unusual: most are from 18 to 100.'))
      .toBeVisible()
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
    await expect
      .poll(() => bridge.asked('forecast.run'))
      .toMatchObject([{ inputs: {} }, { inputs: { RetirementAge: 111 } }])
  })

  test.each([
    [
      'Retirement age',
      '7',
      'A retirement age of 7 is unusual: most are from 18 to 100.',
      { RetirementAge: 7 },
    ],
    [
      'Retirement age',
      '-1',
      'A retirement age of -1 is unusual: most are from 18 to 100.',
      { RetirementAge: -1 },
    ],
    [
      'Salary',
      '900000000000',
      'A salary of $900,000,000,000 is unusual.',
      { Salary: 900_000_000_000 },
    ],
  ])(
    '%s %s raises a question, and is sent after it is confirmed',
    async (label, typed, message, inputs) => {
      const bridge = await openForecast()
      await panel.getByLabelText(label, { exact: true }).fill(typed)
      await runButton.click()
      await expect.element(panel.getByText(message)).toBeVisible()
      expect(bridge.asked('forecast.run')).toEqual([])
      await panel.getByRole('checkbox', { name: 'This is intended: run it anyway' }).click()
      await runButton.click()
      await expect
        .poll(() => bridge.asked('forecast.run'))
        .toMatchObject([{ inputs: {} }, { inputs }])
    },
  )

  test('an error is shown at its field and nothing is sent; correcting the input clears the error', async () => {
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

  test('a slider starts at today’s value, and moving the slider back there counts as no change', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(age).toHaveAttribute('placeholder', '67')
    const slider = panel.getByRole('slider', { name: 'Retirement age, slider' }).element()
    if (!(slider instanceof HTMLInputElement)) throw new Error('no slider')
    slider.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(age).toHaveValue('66')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(age).toHaveValue('')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(bridge.asked('forecast.run')).toHaveLength(1)
  })

  test('an unusual value is reported at its field before any run', async () => {
    await openForecast()
    for (const [label, typed, said] of [
      ['Retirement age', '30', /^Maria is 46 already: a retirement age of 30 is past/],
      ['Salary', '1', 'A salary of $1 a year is far from the file’s $92,000 a year.'],
    ] as const) {
      await panel.getByRole('textbox', { name: label, exact: true }).fill(typed)
      await expect.element(panel.getByText(said)).toBeVisible()
    }
    await panel.getByRole('button', { name: 'Change pensions' }).click()
    await panel.getByLabelText('Start year of pension 1').fill('2001')
    await expect
      .element(panel.getByText('A pension from 2001 has begun already', { exact: false }))
      .toBeVisible()
  })

  test('Case information asks about unusual values, and runs when they are confirmed', async () => {
    const bridge = await openForecast()
    await panel.getByTitle('Social Security and life expectancy from a few facts').click()
    await panel.getByRole('textbox', { name: 'Salary' }).fill('1')
    await panel.getByRole('textbox', { name: 'Retirement age' }).fill('46')
    await panel.getByRole('textbox', { name: 'Claim ages' }).fill('40, 67')
    const ask = panel.getByRole('button', { name: 'Get Social Security figures' })
    await ask.click()
    for (const message of [
      'A salary of $1 a year is far from the file’s $92,000 a year.',
      'Maria is 46 now: that is retirement at once.',
      'Maria is 46 already: a Social Security age of 40 is past.',
    ])
      await expect.element(panel.getByText(message)).toBeVisible()
    expect(bridge.asked('forecast.caseInformation')).toEqual([])
    await panel.getByRole('checkbox', { name: 'This is intended: run it anyway' }).click()
    await ask.click()
    await expect
      .poll(() => bridge.asked('forecast.caseInformation'))
      .toMatchObject([{ inputs: { Salary: 1, RetirementAge: 46, SSAgeOverride: [40, 67] } }])
  })
})

describe('a slow or failed run:', () => {
  test('a slow run shows progress, and can be canceled', async () => {
    let stop: () => void = () => undefined
    const bridge = await openForecast({
      'forecast.run': ({ jobId }) =>
        new Promise((resolve) => {
          setTimeout(() =>
            bridge.emit('job.progress', {
              jobId,
              detail: 'The service is computing',
              fraction: 0.4,
            }),
          )
          stop = () =>
            resolve(refusal({ code: 'job.cancelled', message: 'The forecast was cancelled.' })())
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

  test('a failed run keeps the input and the earlier result', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    bridge.script({
      'forecast.run': refusal({ code: 'service.timeout', message: 'Training did not answer.' }),
    })
    await age.fill('64')
    await runButton.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Training did not answer.' }))
      .toBeVisible()
    await expect.element(page.getByText('Earlier result')).toBeVisible()
    await expect.element(outcome).toMatchTextContent('$4,855')
    await expect.element(age).toHaveValue('64')
  })
})

describe('Case information', () => {
  test('is filled in from the participant, asks for missing values, and shows claim ages and life expectancy', async () => {
    const bridge = await openForecast({
      'forecast.caseInformation': ({ inputs }) => ok(aSavedCase(inputs)),
    })
    await chooseRadio(
      panel.getByTitle('Social Security and life expectancy from a few facts').getByRole('radio'),
    )
    await expect.element(panel.getByRole('textbox', { name: 'Salary' })).toHaveValue('92,000')
    await panel.getByRole('button', { name: 'Get Social Security figures' }).click()
    await expect.element(panel.getByText('A whole number, for example 67.')).toBeVisible()
    await age.fill('67')
    await panel.getByRole('textbox', { name: 'Claim ages' }).fill('62, 67')
    await panel.getByRole('button', { name: 'Get Social Security figures' }).click()
    await expect
      .element(page.getByRole('region', { name: 'Life expectancy' }))
      .toMatchTextContent('87 years of age')
    await expect
      .element(
        page.getByText('$16,800 a year from 62, $24,000 from 67: waiting adds $7,200 a year.'),
      )
      .toBeVisible()
    expect(bridge.asked('forecast.caseInformation')).toMatchObject([
      {
        inputs: {
          Salary: 92_000,
          RetirementAge: 67,
          DOB: '1980-04-12',
          Gender: 'F',
          SSAgeOverride: [62, 67],
        },
      },
    ])
  })
})
