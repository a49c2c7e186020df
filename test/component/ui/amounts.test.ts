import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const open = async (over: Parameters<typeof aProfile>[0]): Promise<void> => {
  const bridge = createScriptedWorld({
    'participant.open': () => ok(anOpened({ participants: [aProfile(over)] })),
  })
  await renderApp(bridge)
  await page.getByRole('button', { name: /Maria Alvarez age 46/ }).click()
  await expect.element(page.getByText('Contributions and pensions')).toBeVisible()
}

test('an amount for a period other than a year is shown beside its yearly amount', async () => {
  await open({
    salary: 74_100,
    salaryPeriod: 'twoWeeks',
    pensions: [
      { amount: 4_800, period: 'month', startYear: '2047', cola: false, line: 1 },
      { amount: 100, startYear: '2050', cola: false, line: 2 },
    ],
    contributions: [
      {
        kind: 'roth',
        planId: '',
        rate: null,
        amount: 5_200,
        period: 'week',
        attributes: {},
        line: 3,
      },
    ],
  })
  await expect.element(page.getByText('$74,100', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$2,850 every two weeks in the file')).toBeVisible()
  await expect.element(page.getByText('$400 a month in the file.')).toBeVisible()
  await expect.element(page.getByText('$100 a week in the file.')).toBeVisible()
  expect(page.getByText(/^\$\d+ a .* in the file\.$/).elements()).toHaveLength(2)
})

test('the screen says that reading an amount as dollars a year is an assumption, and links to the setting', async () => {
  await open({})
  await expect
    .element(page.getByText(/Dollars a year are our reading if the file does not name a period/))
    .toBeVisible()
  await page.getByRole('link', { name: 'Change it' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Participant files' }))
    .toBeVisible()
})
