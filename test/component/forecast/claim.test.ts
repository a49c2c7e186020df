import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Strategy } from '#shared/express/reading.ts'
import { fail, ok } from '#shared/result.ts'
import { openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { aSavedCase, aSavedForecast, movedBy } from './sample-saved.ts'

/**
 * Tests claim ages, which are compared in Case information and forecast as a labeled estimate that
 * is never submitted.
 */

type Run = { readonly inputs: object; readonly claim?: { readonly age: number } | undefined }

/** A service whose Social Security starts at 67, and whose answers follow the claim age. */
const answerTo = ({ inputs, claim }: Run) => {
  const moved = movedBy(claim === undefined ? 0 : (claim.age - 67) * 1_440 - 4_800, 67)
  const from67 = (strategy: Strategy): Strategy => ({
    ...strategy,
    percentiles: strategy.percentiles.map((entry) => ({
      ...entry,
      incomeSources: entry.incomeSources.map((series) =>
        series.type === 'SocialSecurity'
          ? { ...series, ages: Float64Array.from([67, 68]), values: Float64Array.from([9, 9]) }
          : series,
      ),
    })),
  })
  return aSavedForecast(inputs, {
    id: `run ${JSON.stringify([inputs, claim?.age])}`,
    reading: { ...moved, strategies: moved.strategies.map(from67) },
    ...(claim === undefined ? {} : { claim: claim as never }),
  })
}
const benefits = (inputs: Parameters<typeof aSavedCase>[0]) => {
  const saved = aSavedCase(inputs)
  return {
    ...saved,
    reading: {
      ...saved.reading,
      lifeExpectancyAge: 84,
      socialSecurity: [
        { age: 62, amount: 19_200, penaltyAmount: 8_230 },
        { age: 67, amount: 27_430, penaltyAmount: 0 },
        { age: 70, amount: 34_010, penaltyAmount: 0 },
      ],
    },
  }
}
const service: Parameters<typeof openForecast>[0] = {
  'forecast.run': (request) => ok(answerTo(request)),
  'forecast.caseInformation': ({ inputs }) => ok(benefits(inputs)),
}
const claimAge = panel.getByRole('textbox', { name: 'Claim Social Security at' })
const started = async (over: Parameters<typeof openForecast>[0] = service) => {
  const bridge = await openForecast(over)
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  return bridge
}

describe('the claim age lever', () => {
  test('stays in every forecast with which Close the gap compares', async () => {
    const bridge = await started()
    await claimAge.fill('70')
    await expect.element(outcome).toMatchTextContent('Estimate only; not sent to the plan.')
    const before = bridge.asked('forecast.run').length
    const help = page.getByRole('region', { name: 'Close the gap' })
    await help.getByRole('button', { name: /^(Find ways|What one step adds)/ }).click()
    await expect
      .poll(() => bridge.asked('forecast.run').length, { timeout: 10_000 })
      .toBeGreaterThan(before)
    await expect.element(help.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    for (const asked of bridge.asked('forecast.run').slice(before))
      expect(asked).toMatchObject({ claim: { age: 70 } })
  })

  test('sends Social Security as a pension, separate from the inputs, and requests nothing twice', async () => {
    const bridge = await started()
    await expect.element(panel).toMatchTextContent('Another age is an estimate only.')
    await claimAge.fill('70')
    await expect
      .element(outcome)
      .toMatchTextContent(
        'Estimate only; not sent to the plan. Social Security is entered as a pension, and so taxed as one.',
      )
    expect(bridge.asked('forecast.caseInformation')).toMatchObject([
      { keep: false, inputs: { Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' } },
    ])
    expect(bridge.asked('forecast.run')).toMatchObject([
      { inputs: {}, keep: true },
      { inputs: {}, keep: false, claim: { age: 70, benefit: 34_010, startYear: '2050' } },
    ])
    // A different age needs one more forecast, but no more Case information.
    await claimAge.fill('62')
    await expect.poll(() => bridge.asked('forecast.run')).toHaveLength(3)
    expect(bridge.asked('forecast.caseInformation')).toHaveLength(1)
  })

  test('is kept with a scenario, can be undone and reset, and is marked as an estimate', async () => {
    const bridge = await started({
      ...service,
      'forecast.keep': ({ id }) => ok({ ...answerTo({ inputs: {}, claim: claimOf(id) }), id }),
    })
    await claimAge.fill('70')
    await expect.element(outcome).toMatchTextContent('Estimate only')
    await page.getByRole('button', { name: /^Keep as scenario/ }).click()
    await expect.poll(() => bridge.asked('forecast.keep')).toHaveLength(1)
    const tray = page.getByRole('region', { name: 'Scenarios' })
    await expect.element(tray).toMatchTextContent('Claiming at 70 (estimate)')
    await panel.getByRole('button', { name: 'Reset Claim Social Security at' }).click()
    await expect.element(outcome).not.toMatchTextContent('Estimate only')
    await panel.getByRole('button', { name: 'Undo' }).click()
    await expect.element(claimAge).toHaveValue('70')
  })

  test('states its limits before any run, and sends nothing for an age outside those limits', async () => {
    const bridge = await started()
    await claimAge.fill('75')
    await runButton.click()
    await expect.element(panel).toMatchTextContent('A whole age from 62 to 70.')
    expect(bridge.asked('forecast.run')).toHaveLength(1)
    await claimAge.fill('64')
    await expect
      .element(panel)
      .toMatchTextContent('Case information has no amount for claiming at 64.')
    expect(bridge.asked('forecast.run')).toHaveLength(1)
  })

  test('is disabled while Social Security is excluded', async () => {
    const bridge = await started()
    await claimAge.fill('70')
    await expect.element(outcome).toMatchTextContent('Estimate only')
    await panel.getByRole('switch', { name: 'Exclude Social Security' }).click()
    await expect.element(claimAge).toBeDisabled()
    await expect
      .poll(() => bridge.asked('forecast.run').at(-1))
      .toMatchObject({ inputs: { ExcludeSocialSecurity: true } })
    expect(bridge.asked('forecast.run').at(-1)).not.toHaveProperty('claim')
  })

  test('is not part of a submission', async () => {
    await started()
    await claimAge.fill('70')
    await expect.element(outcome).toMatchTextContent('Estimate only')
    await page.getByRole('link', { name: 'Enroll…' }).first().click()
    await expect
      .element(
        page.getByText(
          /^Claiming at \d+ is an estimate and cannot be sent\. Nothing else was changed/,
        ),
      )
      .toBeVisible()
    await expect.element(page.getByText(/pension of/i)).not.toBeInTheDocument()
    await expect.element(page.getByRole('checkbox', { name: /claim/i })).not.toBeInTheDocument()
  })
})

const claimOf = (id: string): { age: number } => {
  const age = Number(/(\d+)\]$/.exec(id)?.[1] ?? 70)
  return { age, benefit: 1, amount: 1, startYear: '2050' } as never
}

describe('the chart of claim ages', () => {
  const tab = page
    .getByRole('radiogroup', { name: 'Chart', exact: true })
    .getByText('Social Security')
  const picture = page.getByRole('group', { name: 'Claim ages', exact: true })

  test('is requested by a button, beside a note on what will be sent, and shows when waiting pays off', async () => {
    const bridge = await started()
    await tab.click()
    const asks = page.getByRole('region', { name: 'Ask for claim ages' })
    await expect
      .element(asks)
      .toMatchTextContent(
        /Asking sends the salary of \$92,000, retirement at 67, the date of birth/,
      )
    await asks.getByRole('button', { name: 'Compare claim ages' }).click()
    await expect
      .element(picture)
      .toMatchTextContent(
        'Waiting until 70 instead of 62 pays off at the age of 80 years 5 months.',
      )
    await expect
      .element(picture)
      .toMatchTextContent('By life expectancy, 84, claiming at 70 brings the most: $476,140.')
    expect(bridge.asked('forecast.caseInformation')).toMatchObject([
      { keep: false, inputs: { SSAgeOverride: [62, 63, 64, 65, 66, 67, 68, 69, 70] } },
    ])
    await expect.element(asks).not.toBeInTheDocument()
  })

  test('says that the plan has changed, and can be requested again', async () => {
    const bridge = await started()
    await tab.click()
    await page.getByRole('button', { name: 'Compare claim ages' }).click()
    await expect.element(picture).toBeVisible()
    await panel.getByRole('textbox', { name: 'Retirement age' }).fill('64')
    await expect
      .element(page.getByRole('region', { name: 'Ask for claim ages' }))
      .toMatchTextContent('The plan has changed')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect.poll(() => bridge.asked('forecast.caseInformation')).toHaveLength(2)
    expect(bridge.asked('forecast.caseInformation')[1]).toMatchObject({
      inputs: { RetirementAge: 64 },
    })
  })

  test('says why it cannot be loaded', async () => {
    await started({
      ...service,
      'forecast.caseInformation': () =>
        fail({ code: 'service.unreachable', message: 'The service is away.' }),
    })
    await tab.click()
    await page.getByRole('button', { name: 'Compare claim ages' }).click()
    await expect.element(page.getByText('The service is away.').first()).toBeVisible()
  })
})

test('the steps of Close the gap include claiming at 70, which can be tried and kept', async () => {
  const bridge = await started({
    ...service,
    'forecast.keep': ({ id }) => ok(answerTo({ inputs: {}, claim: claimOf(id) })),
  })
  const help = page.getByRole('region', { name: 'Close the gap' })
  const find = help.getByRole('button', { name: /^(Find ways|What one step adds)/ })
  await expect.element(find).toMatchTextContent(/forecasts and Case information on Training/)
  await find.click()
  const steps = help.getByRole('list', { name: 'One step at a time' })
  await expect
    .element(steps)
    .toMatchTextContent(/Claim at 70\s*Estimate only; not sent to the plan\s*−\$40/)
  await steps.getByRole('button', { name: 'Keep Claim at 70 as a scenario' }).click()
  await expect.element(claimAge).toHaveValue('70')
  await expect.poll(() => bridge.asked('forecast.keep')).toHaveLength(1)
})
