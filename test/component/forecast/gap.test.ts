import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Strategy } from '#shared/express/reading.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { fail, ok } from '#shared/result.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { age, openForecast, outcome, runButton } from './open-forecast.ts'
import { aSavedForecast, movedBy } from './sample-saved.ts'

/** "What closes the gap" and "What moves the needle" run on demand, count their calls, can be canceled, and show only answers. */

/** A service where a point of pay adds $100 a month and a year adds $250; its answers have the requested age. */
const answer = (inputs: ForecastInputs, more = 0): SavedForecast => {
  const rate = Number(inputs.SavingsRateDetails?.[0]?.Value ?? 6)
  const retirementAge = inputs.RetirementAge ?? 67
  const moved = movedBy((rate - 6) * 1_200 + (retirementAge - 67) * 3_000 + more, retirementAge)
  const components = [
    {
      planId: 'ACME401K',
      type: 'Pretax',
      value: rate,
      isRoth: false,
      numberOfYears: null,
      dollarAmount: null,
    },
  ]
  return aSavedForecast(inputs, {
    id: `run ${JSON.stringify(inputs)}`,
    reading: {
      ...moved,
      strategies: moved.strategies.map((strategy): Strategy => ({
        ...strategy,
        savingsRateDetail: [{ account: 'A1', components }],
      })),
    },
  })
}
const help = page.getByRole('region', { name: 'What helps' })
const closing = help.getByRole('button', { name: /^What closes the gap/ })
const cards = help.getByRole('list', { name: 'What closes the gap' })
const run = () => ({
  'forecast.run': ({ inputs }: { inputs: ForecastInputs }) => ok(answer(inputs)),
})
const started = async (over: Parameters<typeof openForecast>[0] = run()) => {
  const bridge = await openForecast(over)
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  return bridge
}

describe('What closes the gap', () => {
  test('shows its cost first and answers on its cards, and trying one sends no further request', async () => {
    const bridge = await started()
    await expect.element(help).toMatchTextContent(/Today is \$1,99\d a month short in poor markets/)
    await expect.element(closing).toMatchTextContent('up to 11 forecasts on Training')
    await closing.click()
    await expect
      .element(cards)
      .toMatchTextContent(/Retire at 75: reaches \$5,3\d\d a month in poor markets/)
    await expect.element(cards).toMatchTextContent('One year less does not reach it; 2 forecasts.')
    await expect.element(cards).toMatchTextContent(/Save 26% before tax: reaches \$5,3\d\d a month/)
    await expect.element(cards).toMatchTextContent('One tenth less does not reach it')
    await expect.element(cards).toMatchTextContent(/Need \$3,3\d\d a month/)
    const asked = bridge.asked('forecast.run')
    expect(asked.length - 1).toBeLessThanOrEqual(11)
    for (const each of asked.slice(1)) expect(each).toMatchObject({ keep: false, passing: true })
    expect(asked[3]).toMatchObject({
      inputs: {
        SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '26.6' }],
      },
    })
    await help.getByRole('button', { name: 'Try it: Retire at 75' }).click()
    await expect.element(age).toHaveValue('75')
    await expect.element(help).toMatchTextContent('The plan reaches the need in poor markets')
    expect(bridge.asked('forecast.run')).toHaveLength(asked.length)
    expect(bridge.asked('forecast.keep')).toEqual([])
  })

  test('tries the need that holds in poor markets, in the outcome’s whole dollars', async () => {
    await started({
      'forecast.run': ({ inputs }) => ok(answer(inputs, 10)),
    })
    await closing.click()
    const poor =
      /From poor to good markets:\s*(\$\d[\d,]*\d)/.exec(outcome.element().textContent)?.[1] ?? ''
    await expect
      .element(cards)
      .toMatchTextContent(`Need ${poor} a month: what the plan brings in poor markets`)
    await help.getByRole('button', { name: /^Try it: need/ }).click()
    await expect.element(help).toMatchTextContent('The plan reaches the need in poor markets')
    await expect.element(outcome).toMatchTextContent('Reaches the goal')
  })

  test('is canceled by its button and by a lever, and is offered again', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 2 || answers === 3 ? new Promise(() => undefined) : ok(answer(inputs))
      },
    })
    await closing.click()
    await expect.element(help).toMatchTextContent('1 forecast of up to 11 on Training')
    await help.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => bridge.asked('job.cancel')).toHaveLength(1)
    await closing.click()
    await expect.element(help).toMatchTextContent('1 forecast of up to 11 on Training')
    await age.fill('68')
    await expect.element(outcome).toMatchTextContent('Plan adds $250 a month')
    await expect.element(closing).toBeVisible()
    await expect.element(cards).not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toHaveLength(4)
  })

  test('stays and says whose it is while other figures load, and cannot be run', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 2 ? new Promise(() => undefined) : ok(answer(inputs))
      },
    })
    await expect.element(closing).toBeEnabled()
    await age.fill('68')
    await expect.element(closing).toBeDisabled()
    await expect.element(help).toMatchTextContent(/Today is \$1,99\d a month short in poor markets/)
    await expect
      .element(help)
      .toHaveAttribute('title', 'From the earlier result, until you run the forecast')
    await age.fill('')
    await expect.element(closing).toBeEnabled()
    expect(bridge.asked('forecast.run').length).toBeLessThanOrEqual(2)
  })

  test('ends when another environment is chosen', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 1 ? ok(answer(inputs)) : new Promise(() => undefined)
      },
    })
    await closing.click()
    await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(2)
    bridge.script(inUse({}))
    bridge.emit('settings.changed', {})
    await expect.element(page.getByRole('banner').getByText('Acme 401(k) UAT')).toBeVisible()
    await expect.element(help).not.toBeInTheDocument()
    expect(bridge.asked('job.cancel')).toHaveLength(1)
    expect(bridge.asked('forecast.run')).toHaveLength(2)
  })

  test('reports a failed call, and claims nothing', async () => {
    let answers = 0
    await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 1
          ? ok(answer(inputs))
          : fail({ code: 'service.unreachable', message: 'The service is away.' })
      },
    })
    await closing.click()
    await expect.element(help.getByRole('alert')).toMatchTextContent('The service is away.')
    await expect.element(cards).toMatchTextContent('stopped before it was known')
    await expect.element(closing).toBeVisible()
  })

  test('says how far the best change goes if none reaches the goal', async () => {
    await started({
      'forecast.run': ({ inputs }) =>
        ok({ ...answer({}), inputs, id: `run ${JSON.stringify(inputs)}` }),
    })
    await closing.click()
    await expect
      .element(cards)
      .toMatchTextContent(/is not enough: \$3,3\d\d a month in poor markets/)
    await expect
      .element(cards.getByRole('button', { name: /Try it: Save/ }))
      .not.toBeInTheDocument()
  })
})

describe('What moves the needle', () => {
  test('shows one year and one point in dollars a month, and one press keeps either', async () => {
    const bridge = await started({
      ...run(),
      'forecast.keep': () => ok(answer({ RetirementAge: 68 })),
    })
    const needle = help.getByRole('button', { name: /^What moves the needle/ })
    await expect.element(needle).toMatchTextContent('up to 2 forecasts on Training')
    await needle.click()
    const steps = help.getByRole('list', { name: 'What moves the needle' })
    await expect.element(steps).toMatchTextContent(/One year longer\s*Retire at 68\s*\+\$250/)
    await expect.element(steps).toMatchTextContent(/One point more\s*Save 7% before tax\s*\+\$100/)
    expect(bridge.asked('forecast.keep')).toEqual([])
    await steps.getByRole('button', { name: 'Keep Retire at 68 as a scenario' }).click()
    await expect.element(age).toHaveValue('68')
    await expect
      .poll(() => bridge.asked('forecast.keep'))
      .toMatchObject([{ id: 'run {"RetirementAge":68}' }])
    expect(bridge.asked('forecast.run')).toHaveLength(3)
  })
})
