import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Strategy } from '#shared/express/reading.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { fail, ok } from '#shared/result.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { age, openForecast, outcome, runButton } from './open-forecast.ts'
import { aSavedForecast, movedBy } from './sample-saved.ts'

/**
 * Tests that "Close the gap" runs on request, limits its forecasts, can be canceled, and shows
 * findings for one market at a time.
 */

/**
 * A service where each percent of pay saved adds $100 a month and each later year of retirement
 * adds $250. Its answers have the requested retirement age.
 */
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
const help = page.getByRole('region', { name: 'Close the gap' })
const find = help.getByRole('button', { name: /^Find ways/ })
const ways = help.getByRole('list', { name: 'To close all of it' })
const steps = help.getByRole('list', { name: 'One step at a time' })
const run = (more = 0) => ({
  'forecast.run': ({ inputs }: { inputs: ForecastInputs }) => ok(answer(inputs, more)),
})
const started = async (over: Parameters<typeof openForecast>[0] = run()) => {
  const bridge = await openForecast(over)
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  return bridge
}

describe('Close the gap', () => {
  test('shows the headline’s strategy, market and gap, and how many forecasts a search may run', async () => {
    await started()
    await expect
      .element(help)
      .toMatchTextContent('Close the gap – Today, average markets. Today is $1,047 a month short.')
    await expect.element(find).toMatchTextContent('Find ways (up to 9 forecasts on Training)')
    await expect.element(outcome).toMatchTextContent(/\$1,047/)
  })

  test('follows the market on screen, and discards findings for another market', async () => {
    await started()
    await find.click()
    await expect.element(ways).toBeVisible()
    await chooseRadio(outcome.getByRole('radio', { name: 'Poor markets' }))
    await expect
      .element(help)
      .toMatchTextContent(/Close the gap – Today, poor markets\. Today is \$[\d,]+ a month short\./)
    await expect.element(help).not.toMatchTextContent('$1,047')
    await expect.element(ways).not.toBeInTheDocument()
  })

  test('says which strategy it is about if a different strategy is on screen', async () => {
    await started()
    const note = 'The levers start from Today, so this is about Today, not Recommended.'
    await expect.element(help).not.toMatchTextContent(note)
    await outcome.getByRole('radio', { name: 'Recommended' }).click()
    await expect
      .element(help)
      .toMatchTextContent(
        `Close the gap – Today, average markets. Today is $1,047 a month short. ${note}`,
      )
    await age.fill('68')
    await expect
      .element(help)
      .toMatchTextContent(
        /^Close the gap – Plan, average markets\. .* is about Plan, not Recommended\./,
      )
  })

  test('shows what each step adds and what closes the whole gap; trying a finding sends no further request', async () => {
    const bridge = await started()
    await find.click()
    await expect.element(steps).toMatchTextContent(/Retire at 68\s*\+\$250/)
    await expect.element(steps).toMatchTextContent(/Save 7% before tax\s*\+\$100/)
    await expect.element(ways).toMatchTextContent(/Retire at 72\s*\$5,570 a month/)
    await expect
      .element(ways)
      .toMatchTextContent(
        /Save 16\.5% before tax\s*A tenth less does not reach it\s*\$5,370 a month/,
      )
    await expect
      .element(ways)
      .toMatchTextContent(/Lower the goal\s*this plan supports \$4,320 a month/)
    await expect.element(ways).not.toMatchTextContent('Retire at 72, save')
    const asked = bridge.asked('forecast.run')
    expect(asked.length - 1).toBeLessThanOrEqual(9)
    for (const each of asked.slice(1)) expect(each).toMatchObject({ keep: false, passing: true })
    await help.getByRole('button', { name: 'Try Retire at 72' }).click()
    await expect.element(age).toHaveValue('72')
    await expect.element(help).toMatchTextContent('Plan reaches the goal, $203 a month over.')
    expect(bridge.asked('forecast.run')).toHaveLength(asked.length)
    expect(bridge.asked('forecast.keep')).toEqual([])
  })

  test('explains each figure of a finding from the answer it came from', async () => {
    await started()
    await find.click()
    await ways.getByRole('button', { name: '$5,570' }).click()
    await expect
      .element(page.getByRole('dialog', { name: /^Explain this number/ }))
      .toMatchTextContent(/66,840 ÷ 12 months = \$5,570/)
  })

  test('looks for a pair of changes if no single change is enough, and says what each alone would add', async () => {
    const bridge = await started(run(-24_000))
    await find.click()
    await expect
      .element(ways)
      .toMatchTextContent(
        /Retire at 75\s*Retiring later alone does not close it\s*\$4,320 a month, \$1,047 short/,
      )
    await expect
      .element(ways)
      .toMatchTextContent(
        /Save 23% before tax\s*Saving alone does not close it\s*\$4,020 a month, \$1,347 short/,
      )
    await expect
      .element(ways)
      .toMatchTextContent(/Retire at 75, save 16\.5% before tax\s*\$5,370 a month/)
    await expect
      .element(help)
      .toMatchTextContent(/saving up to 25% of the client’s own pay, retiring up to 75/)
    expect(bridge.asked('forecast.run').length - 1).toBeLessThanOrEqual(9)
  })

  test('tries the goal that the plan supports, in the headline’s whole dollars', async () => {
    await started(run(10))
    await find.click()
    await help.getByRole('button', { name: 'Try Lower the goal' }).click()
    await expect.element(help).toMatchTextContent('Today reaches the goal.')
  })

  test('keeps a step as a scenario with one press', async () => {
    const bridge = await started({
      ...run(),
      'forecast.keep': () => ok(answer({ RetirementAge: 68 })),
    })
    await find.click()
    await expect.element(ways).toBeVisible()
    const asked = bridge.asked('forecast.run').length
    await steps.getByRole('button', { name: 'Keep Retire at 68 as a scenario' }).click()
    await expect.element(age).toHaveValue('68')
    await expect
      .poll(() => bridge.asked('forecast.keep'))
      .toMatchObject([{ id: 'run {"RetirementAge":68}' }])
    expect(bridge.asked('forecast.run')).toHaveLength(asked)
  })

  test('can be canceled by its button or by moving a lever, and is then offered again', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 2 || answers === 3 ? new Promise(() => undefined) : ok(answer(inputs))
      },
    })
    await find.click()
    await expect.element(help).toMatchTextContent('1 forecast of up to 9 on Training')
    await help.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => bridge.asked('job.cancel')).toHaveLength(1)
    await find.click()
    await expect.element(help).toMatchTextContent('1 forecast of up to 9 on Training')
    await age.fill('68')
    await expect.element(help).toMatchTextContent('Plan is $797 a month short.')
    await expect.element(find).toBeVisible()
    await expect.element(ways).not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toHaveLength(4)
  })

  test('cannot run while a forecast runs, and says that the gap shown is from the earlier result', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 2 ? new Promise(() => undefined) : ok(answer(inputs))
      },
    })
    await expect.element(find).toBeEnabled()
    await age.fill('68')
    await expect.element(find).toBeDisabled()
    await expect.element(help).toMatchTextContent('Today is $1,047 a month short.')
    await expect
      .element(help)
      .toHaveAttribute('title', 'From the earlier result, until you run the forecast')
    await age.fill('')
    await expect.element(find).toBeEnabled()
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
    await find.click()
    await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(2)
    bridge.script(inUse({}))
    bridge.emit('settings.changed', {})
    await expect.element(page.getByRole('banner').getByText('Acme 401(k) UAT')).toBeVisible()
    await expect.element(help).not.toBeInTheDocument()
    expect(bridge.asked('job.cancel')).toHaveLength(1)
    expect(bridge.asked('forecast.run')).toHaveLength(2)
  })

  test('reports a failed forecast, sends no more requests, and shows no findings', async () => {
    let answers = 0
    const bridge = await started({
      'forecast.run': ({ inputs }) => {
        answers += 1
        return answers === 1
          ? ok(answer(inputs))
          : fail({ code: 'service.unreachable', message: 'The service is away.' })
      },
    })
    await find.click()
    await expect.element(help.getByRole('alert')).toMatchTextContent('The service is away.')
    await expect.element(find).toBeVisible()
    await expect.element(help).not.toMatchTextContent(/does not close it/)
    expect(bridge.asked('forecast.run')).toHaveLength(2)
  })

  test('says on each line that the gap stays open if the levers change nothing in the service’s answers', async () => {
    await started({
      'forecast.run': ({ inputs }) =>
        ok({ ...answer({}), inputs, id: `run ${JSON.stringify(inputs)}` }),
    })
    await find.click()
    await expect
      .element(ways)
      .toMatchTextContent(/Saving alone does not close it\s*\$4,320 a month, \$1,047 short/)
  })
})
