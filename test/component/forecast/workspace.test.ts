import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useForecast } from '#renderer/workspace/forecast/forecast-store.ts'
import { useParticipant } from '#renderer/workspace/participant-store.ts'
import { ok } from '#shared/result.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { someSettings } from '#test/support/samples/scripted-world.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { age, openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { aSavedForecast, movedBy } from './sample-saved.ts'

/** Tests the forecast screen's levers, scenarios and goal. */

/** A service whose answers for retirement at 64 have $7,160 a year less income. */
const at64: Parameters<typeof openForecast>[0] = {
  'forecast.run': ({ inputs }) =>
    ok(
      aSavedForecast(
        inputs,
        inputs.RetirementAge === 64 ? { id: 'tried', reading: movedBy(-7_160, 64) } : {},
      ),
    ),
}

describe('in the forecast workspace,', () => {
  test('each operation’s answer is kept, and is shown again without a request', async () => {
    const bridge = await openForecast({
      'forecast.run': ({ inputs, operation }) => ok(aSavedForecast(inputs, { kind: operation })),
    })
    const recommended = outcome.getByRole('row', { name: 'Recommended', exact: true })
    await runButton.click()
    await expect.element(recommended).toBeVisible()
    await chooseRadio(panel.getByRole('radio', { name: 'Where you stand' }))
    await runButton.click()
    await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(2)
    await chooseRadio(panel.getByRole('radio', { name: 'Compare' }))
    await expect.element(recommended).toBeVisible()
    expect(bridge.asked('forecast.run')).toHaveLength(2)
  })

  test('a moved lever runs a forecast once it rests, and today’s forecast stays unchanged', async () => {
    const bridge = await openForecast(at64)
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    await expect.element(outcome).toMatchTextContent('Plan takes away $597 a month')
    await expect
      .element(outcome.getByRole('row', { name: 'Today', exact: true }))
      .toMatchTextContent('$4,320')
    await expect
      .element(outcome.getByRole('row', { name: 'Plan', exact: true }))
      .toMatchTextContent('$3,723')
    expect(bridge.asked('forecast.run')).toMatchObject([
      { inputs: {}, keep: true },
      { inputs: { RetirementAge: 64 }, keep: false },
    ])
  })

  test('a lever moved back shows today’s forecast again without a request', async () => {
    const bridge = await openForecast(at64)
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    const plan = outcome.getByRole('row', { name: 'Plan', exact: true })
    await expect.element(plan).toBeVisible()
    await age.fill('')
    await expect.element(plan).not.toBeInTheDocument()
    expect(bridge.asked('forecast.run')).toMatchObject([
      { inputs: {} },
      { inputs: { RetirementAge: 64 } },
    ])
  })

  test('with automatic runs off, a forecast runs only when its button is pressed', async () => {
    const bridge = await openForecast({
      'settings.get': () => ok(someSettings({ runOnChange: 'never' })),
    })
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(bridge.asked('forecast.run')).toHaveLength(1)
    await runButton.click()
    await expect
      .poll(() => bridge.asked('forecast.run'))
      .toMatchObject([{ inputs: {} }, { inputs: { RetirementAge: 64 } }])
  })

  test('the result for inputs typed before the first run is still compared with today', async () => {
    const bridge = await openForecast({
      'forecast.run': ({ inputs }) =>
        ok(
          aSavedForecast(
            inputs,
            inputs.Salary === undefined ? {} : { id: 'tried', reading: movedBy(1_200, 67) },
          ),
        ),
    })
    await panel.getByRole('textbox', { name: 'Salary' }).fill('100,000')
    await runButton.click()
    await expect.element(outcome).toMatchTextContent('Plan adds $100 a month')
    expect(bridge.asked('forecast.run')).toMatchObject([
      { inputs: {}, keep: true },
      { inputs: { Salary: 100_000 }, keep: false },
    ])
  })

  test('Undo and Redo move the levers back and forth', async () => {
    await openForecast()
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    await runButton.click()
    const undo = panel.getByRole('button', { name: 'Undo' })
    await undo.click()
    await expect.element(age).toHaveValue('')
    // The Undo button is now disabled but keeps the focus.
    await expect.element(undo).toHaveAttribute('aria-disabled', 'true')
    await expect.element(undo).toHaveFocus()
    await panel.getByRole('button', { name: 'Redo' }).click()
    await expect.element(age).toHaveValue('64')
  })

  test('a run that the advisor saves can be shown again and compared', async () => {
    const bridge = await openForecast({
      ...at64,
      'forecast.keep': ({ id }) =>
        ok(aSavedForecast({ RetirementAge: 64 }, { id, reading: movedBy(-7_160, 64) })),
      'scenario.describe': ({ id, scenario }) =>
        ok({ ...aSavedForecast({ RetirementAge: 64 }, { id }), scenario }),
    })
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    await page.getByRole('button', { name: 'Keep as scenario' }).click()
    await expect.element(page.getByRole('link', { name: 'Saved', exact: true })).toHaveFocus()
    const tray = page.getByRole('region', { name: 'Scenarios' })
    await tray.getByRole('button', { name: /^Today/ }).click()
    await expect.element(age).toHaveValue('')
    await expect
      .element(outcome.getByRole('row', { name: 'Plan', exact: true }))
      .not.toBeInTheDocument()
    await tray.getByRole('checkbox', { name: 'Compare Today' }).click()
    await tray.getByRole('checkbox', { name: 'Compare Retiring at 64' }).click()
    await tray.getByRole('button', { name: /^Compare/ }).click()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    await expect.element(comparison).toMatchTextContent(/Retirement age, asked\s*not changed\s*64/)
    await expect.element(comparison).toMatchTextContent(/Average markets, a month\s*\$4,320\s*\$/)
    expect(bridge.asked('forecast.keep')).toMatchObject([{ id: 'tried' }])
    await tray.getByRole('button', { name: 'More for Retiring at 64' }).click()
    await page.getByRole('menuitem', { name: /^Take off the tray/ }).click()
    await expect.element(tray).not.toBeInTheDocument()
    await expect.element(page.getByRole('main')).toHaveFocus()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect.element(tray.getByRole('button', { name: /^Retiring at 64/ })).toHaveFocus()
  })

  test('a run of two requests sends both to the environment that was chosen when the run started', async () => {
    let answerFirst: () => void = () => undefined
    const bridge = await openForecast({
      'forecast.run': ({ inputs }) =>
        bridge.asked('forecast.run').length > 1
          ? ok(aSavedForecast(inputs, { id: 'second' }))
          : new Promise((resolve) => {
              answerFirst = () => resolve(ok(aSavedForecast(inputs)))
            }),
    })
    await age.fill('64')
    await runButton.click()
    await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(1)
    bridge.script(inUse({}))
    bridge.emit('settings.changed', {})
    await expect.element(page.getByRole('banner').getByText('Acme 401(k) UAT')).toBeVisible()
    answerFirst()
    await expect
      .poll(() => bridge.asked('forecast.run'))
      .toMatchObject([
        { inputs: {}, to: { environmentId: 'training' } },
        { inputs: { RetirementAge: 64 }, to: { environmentId: 'training' } },
      ])
  })

  test('a scenario removed for one participant never appears among another participant’s scenarios', async () => {
    await openForecast({
      'forecast.run': ({ inputs }) =>
        ok(aSavedForecast(inputs, inputs.RetirementAge === 64 ? { id: 'tried' } : {})),
      'forecast.keep': ({ id }) => ok(aSavedForecast({ RetirementAge: 64 }, { id })),
      'scenario.describe': ({ id, scenario }) =>
        ok({ ...aSavedForecast({ RetirementAge: 64 }, { id }), scenario }),
    })
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    await age.fill('64')
    await page.getByRole('button', { name: 'Keep as scenario' }).click()
    await page.getByRole('button', { name: 'More for Retiring at 64' }).click()
    await page.getByRole('menuitem', { name: /^Take off the tray/ }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).last()
    await expect.element(undo).toBeVisible()
    // Open another participant while the offer to undo is still shown.
    const participant = useParticipant()
    participant.opened =
      participant.opened === null ? null : { ...participant.opened, handle: 'another' }
    await undo.click()
    expect(useForecast().kept).toEqual([])
  })

  test('a plan’s charts show only a sentence if the answer has no yearly figures for the plan’s retirement age', async () => {
    await openForecast({
      'forecast.run': ({ inputs }) =>
        ok(aSavedForecast(inputs, { id: JSON.stringify(inputs), reading: movedBy(0, 65) })),
    })
    await runButton.click()
    await expect.element(outcome).toBeVisible()
    const picture = page.getByRole('group', { name: 'Income by source', exact: true })
    await expect.element(picture.getByRole('img')).toBeVisible()
    await age.fill('67')
    await expect
      .element(picture.getByRole('note'))
      .toMatchTextContent(
        'The answer has no income for retiring at 67; it draws this strategy at 65.',
      )
    await expect.element(picture.getByRole('img')).not.toBeInTheDocument()
    await expect.element(picture.getByRole('row')).not.toBeInTheDocument()
    await expect
      .element(outcome.getByRole('row', { name: 'Plan', exact: true }))
      .toMatchTextContent('The answer has no income for retiring at 67')
    await outcome.getByRole('radio', { name: 'Recommended' }).click()
    await expect.element(picture.getByRole('img')).toBeVisible()
    await expect.element(picture).toMatchTextContent('Recommended, average markets')
    await outcome.getByRole('radio', { name: 'Plan' }).click()
    await age.fill('65')
    await expect.element(picture.getByRole('note')).not.toBeInTheDocument()
    await expect.element(picture).toMatchTextContent('Plan, average markets')
  })

  test('a typed goal changes the goal and the result without a request', async () => {
    const bridge = await openForecast()
    await runButton.click()
    await expect.element(outcome).toMatchTextContent('Goal $5,367')
    await panel.getByRole('textbox', { name: 'Goal a month' }).fill('3,000')
    await expect.element(outcome).toMatchTextContent('Reaches the goal, $1,320 a month over')
    await expect.element(outcome).toMatchTextContent('Goal $3,000')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(bridge.asked('forecast.run')).toHaveLength(1)
  })

  test('headline, chart and note use the same goal when a changed salary changes the service’s goal', async () => {
    const tried = movedBy(1_200, 67)
    const reading: typeof tried = {
      ...tried,
      strategies: tried.strategies.map((strategy) => ({ ...strategy, goal: 90_000 })),
    }
    await openForecast({
      'forecast.run': ({ inputs }) =>
        ok(aSavedForecast(inputs, inputs.Salary === undefined ? {} : { id: 'tried', reading })),
    })
    await runButton.click()
    await expect.element(outcome).toMatchTextContent('Goal $5,367')
    await panel.getByRole('textbox', { name: 'Salary' }).fill('150,000')
    await expect.element(outcome).toMatchTextContent('$3,080 a month short if markets are average')
    await expect.element(outcome).toMatchTextContent('Goal $7,500')
    await expect.element(outcome).toMatchTextContent(/Goal: set by the service.*; Today: \$5,367/)
    await expect
      .element(outcome.getByRole('row', { name: 'Today', exact: true }))
      .toMatchTextContent('$1,047 short')
    const picture = page.getByRole('group', { name: 'Income by source', exact: true })
    await expect.element(picture).toMatchTextContent('the goal of $7,500 a month')
    await expect.element(picture).toMatchTextContent(/Goal\s*\$7,500/)
  })
})
