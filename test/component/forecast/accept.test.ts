import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavingsComponent, Strategy } from '#shared/express/reading.ts'
import { fail, ok } from '#shared/result.ts'
import type { ScriptedBridge } from '#test/support/doubles/scripted-bridge.ts'
import { asObject } from '#test/support/as-object.ts'
import { sampleForecast } from '#test/unit/strategy/sample-forecast.ts'
import { age, openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { aSavedForecast } from './sample-saved.ts'

/**
 * Tests that an advisor accepts the recommendation line by line, and that only accepted lines are
 * sent.
 */

const component = (type: string, value: number): SavingsComponent => ({
  planId: 'ACME401K',
  type,
  value,
  isRoth: type === 'Roth',
  numberOfYears: null,
  dollarAmount: value * 920,
})
const reading = (askedAge: number | undefined) => ({
  ...sampleForecast,
  accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
  strategies: sampleForecast.strategies.map((strategy): Strategy => {
    const isRevised = strategy.type === 'Revised'
    return {
      ...strategy,
      retirementAge: isRevised ? (askedAge ?? 67) + (askedAge === 68 ? 1 : 0) : 67,
      savingsRateDetail: [
        {
          account: 'A1',
          components: isRevised
            ? [component('Pretax', 9), component('Roth', 4), component('Employer', 5)]
            : [component('Pretax', 6), component('Roth', 2), component('Employer', 4)],
        },
      ],
    }
  }),
})

/** A recommendation that changes neither the age nor a rate. */
const same = {
  ...sampleForecast,
  strategies: sampleForecast.strategies.map((strategy) => ({
    ...strategy,
    retirementAge: 67,
    savingsRateDetail: [],
    accountSavingsRateDetail: [],
  })),
}

const opened = (): Promise<ScriptedBridge> =>
  openForecast({
    'forecast.run': ({ inputs }) =>
      ok(
        aSavedForecast(inputs, {
          id: `run ${inputs.RetirementAge ?? ''}`,
          reading: reading(inputs.RetirementAge),
        }),
      ),
    'forecast.keep': ({ id }) =>
      ok(aSavedForecast({ RetirementAge: 69 }, { id, reading: reading(69) })),
    'submission.review': () => fail({ code: 'input.invalid', message: 'Not in this test.' }),
  })
const recommended = page.getByRole('region', { name: 'Recommended, line by line' })
const openLines = page.getByRole('button', { name: 'Accept the recommendation line by line' })
const reviewed = (bridge: ScriptedBridge): unknown => {
  const asked = bridge.asked('submission.review').at(-1)
  return asked === undefined ? undefined : asObject(asObject(asked)['draft'])['inputs']
}

test('Enroll proposes exactly the accepted lines of the recommendation', async () => {
  const bridge = await opened()
  await runButton.click()
  await age.fill('68')
  await expect.element(outcome).toMatchTextContent('no income for retiring at 68')
  await openLines.click()
  await expect
    .element(recommended)
    .toMatchTextContent(
      'Nothing is accepted yet. Glidepath does not send what is not accepted. The managed account may still change investments.',
    )
  await expect.element(recommended).toMatchTextContent(/Retirement age.*68, in your plan.*69/)
  const explanation = page.getByRole('dialog', { name: /^Explain this number/ })
  for (const [name, source] of [
    ['68', 'Retirement age entered for the forecast: 68'],
    ['69', 'StrategyOutput[Revised].RetirementAge = 69'],
  ] as const) {
    await recommended.getByRole('button', { name, exact: true }).click()
    await expect.element(explanation).toMatchTextContent(source)
    await userEvent.keyboard('{Escape}')
  }
  await expect.element(recommended).toMatchTextContent(/Pre-tax.*6% \(\$5,520 a year\).*9%/)
  await expect.element(recommended).toMatchTextContent('the employer’s part follows from the plan')
  await expect
    .element(recommended)
    .toMatchTextContent('the manager makes these trades once the plan is enrolled or implemented')
  await recommended.getByRole('checkbox', { name: /Pre-tax/ }).click()
  await expect.element(openLines).toMatchTextContent('1 of 3 accepted')
  await expect
    .element(recommended)
    .toMatchTextContent(
      /propose exactly that\. Glidepath does not send what is not accepted\. The managed account may/,
    )

  await page.getByRole('link', { name: 'Enroll…' }).click()
  const lines = page.getByRole('region', { name: 'Recommended by the service' })
  await expect.element(lines.getByRole('checkbox', { name: /Pre-tax/ })).toBeChecked()
  await expect.element(lines.getByRole('checkbox', { name: /Roth/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect
    .poll(() => reviewed(bridge))
    .toEqual({
      SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '9' }],
    })
})

test('when a tried value and a recommended value compete for one field, only the last choice is sent', async () => {
  const bridge = await opened()
  await runButton.click()
  await age.fill('68')
  await expect.element(outcome).toMatchTextContent('no income for retiring at 68')
  await page.getByRole('link', { name: 'Enroll…' }).click()
  const tried = page
    .getByRole('region', { name: 'Include from your forecast' })
    .getByRole('checkbox', { name: 'Retirement age: 68' })
  const advised = page
    .getByRole('region', { name: 'Recommended by the service' })
    .getByRole('checkbox', { name: /Retirement age/ })
  await tried.click()
  await advised.click()
  await expect.element(tried).not.toBeChecked()
  await tried.click()
  await expect.element(advised).not.toBeChecked()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.poll(() => reviewed(bridge)).toEqual({ RetirementAge: 68 })
})

test('the retirement age that the advisor tried has one checkbox, apart from the service’s recommendations', async () => {
  const bridge = await opened()
  await runButton.click()
  await age.fill('69')
  await expect.element(outcome).toMatchTextContent('no income for retiring at 69')
  await page.getByRole('link', { name: 'Enroll…' }).click()
  const box = page.getByRole('checkbox', { name: /Retirement age/ })
  await expect.element(box).toHaveAccessibleName('Retirement age: 69')
  await expect
    .element(page.getByRole('region', { name: 'Recommended by the service' }))
    .not.toMatchTextContent('Retirement age')
  await box.click()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.poll(() => reviewed(bridge)).toEqual({ RetirementAge: 69 })
})

test('a recommendation that changes neither the age nor a rate offers nothing to accept', async () => {
  await openForecast({
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { reading: same })),
  })
  await runButton.click()
  await expect.element(outcome).toMatchTextContent('Recommended')
  await expect.element(openLines).not.toBeInTheDocument()
})

test('an annuity is shown as recommended without a checkbox, even if nothing else is recommended', async () => {
  const secured = {
    ...same,
    strategies: same.strategies.map((strategy) => ({
      ...strategy,
      risOutput: {
        annuityType: 'GMWB',
        recommendations: [
          {
            annuityType: 'GMWB',
            loweringAnnuitizationAdvisable: false,
            percentage: strategy.type === 'Revised' ? 15 : 0,
            amount: strategy.type === 'Revised' ? 91_872.1 : 0,
          },
        ],
      },
    })),
  }
  await openForecast({
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { reading: secured })),
  })
  await runButton.click()
  await page
    .getByRole('button', { name: 'Recommended annuity…: the recommendation line by line' })
    .click()
  await expect
    .element(recommended)
    .toMatchTextContent('An annuity (GMWB) is recommended: 15%, $91,872.')
  await expect.element(recommended).toMatchTextContent('There is no line to accept.')
  await expect.element(recommended.getByRole('checkbox')).not.toBeInTheDocument()
})

test('savings that move between contribution types within a plan have one checkbox, and both rates are sent', async () => {
  const moved = {
    ...reading(undefined),
    strategies: reading(undefined).strategies.map((strategy) => ({
      ...strategy,
      savingsRateDetail: [
        {
          account: 'A1',
          components:
            strategy.type === 'Revised'
              ? [component('Pretax', 2), component('Roth', 6)]
              : [component('Pretax', 6), component('Roth', 2)],
        },
      ],
    })),
  }
  const bridge = await openForecast({
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { reading: moved })),
    'submission.review': () => fail({ code: 'input.invalid', message: 'Not in this test.' }),
  })
  await runButton.click()
  await openLines.click()
  await recommended
    .getByRole('checkbox', { name: /Pre-tax.*to 2%.*together with Roth.*to 6%/ })
    .click()
  await expect.element(openLines).toMatchTextContent('1 of 1 accepted')
  await page.getByRole('link', { name: 'Enroll…' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect
    .poll(() => reviewed(bridge))
    .toEqual({
      SavingsRateDetails: [
        { PlanId: 'ACME401K', SavingsType: 'Pretax', Value: '2' },
        { PlanId: 'ACME401K', SavingsType: 'Roth', Value: '6' },
      ],
    })
})

test('a new run starts with nothing accepted', async () => {
  await opened()
  await runButton.click()
  await openLines.click()
  await recommended.getByRole('checkbox', { name: /Pre-tax/ }).click()
  await age.fill('69')
  await expect.element(outcome).toMatchTextContent('no income for retiring at 69')
  await expect.element(recommended).toMatchTextContent('Nothing is accepted yet')
})

test('the recommended goal is sent if ticked, and is not offered if the advisor has typed a goal', async () => {
  const bridge = await opened()
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  await panel.getByRole('textbox', { name: 'Goal a month' }).fill('5,000')
  await page.getByRole('link', { name: 'Enroll…' }).click()
  const line = page.getByRole('checkbox', { name: /Desired retirement income: 60000/ })
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.poll(() => reviewed(bridge)).toEqual({})
  await line.click()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect
    .poll(() => reviewed(bridge))
    .toEqual({ DesiredRetirementIncome: { Type: '', Value: '60000' } })
  await page.getByText('More fields').click()
  await page.getByLabelText('Desired retirement income, amount').fill('48,000')
  await expect.element(line).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect
    .poll(() => reviewed(bridge))
    .toEqual({ DesiredRetirementIncome: { Type: '', Value: '48000' } })
})
