import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  operationNames,
  submissionOperations,
  type OperationName,
} from '#shared/express/operations.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { specified } from '#test/operations/index.ts'
import { atStep, freshDesk, identify, typeCaller } from '#test/support/screens/desk-steps.ts'
import {
  eventually,
  expectCalm,
  goTo,
  openExample,
  runOnlyWhenPressed,
} from '#test/support/screens/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/worlds/uat-program.ts'

/**
 * Types every field of every request into the page, and checks that the service receives exactly
 * that.
 */

const sid = 'canary-sid-51c0'
const cookie = 'canary-cookie-93aa'
const daniel = examplePeople.find(({ name }) => name === 'Daniel Okafor')
let program: UatProgram
const looked = new Set<OperationName>()

beforeAll(async () => {
  program = await startUatProgram()
  const { page } = program.watched
  await goTo(page, 'Settings')
  const card = page.getByRole('article', { name: 'Acme UAT' })
  await card.getByRole('button', { name: 'Enter SID and Cookie' }).click()
  await card.getByLabel('SID', { exact: true }).fill(sid)
  await card.getByLabel('Cookie', { exact: true }).fill(cookie)
  await card.getByLabel('Recordkeeper address (TransURL)').fill('https://rk.example/receive')
  await card.getByRole('button', { name: 'Save SID and Cookie' }).click()
  await card.getByRole('button', { name: 'Replace SID and Cookie' }).waitFor()
  // Type all fields before anything is sent, so that one request has all of them.
  await runOnlyWhenPressed(page)
  await openExample(page, 'Daniel Okafor')
  program.uat.reset()
}, 180_000)
afterAll(() => program.stop(), 60_000)

/**
 * All fields of the only `target` request since the previous check, except the participant's XML.
 */
const sentTo = async (target: OperationName): Promise<unknown> => {
  const { uat, watched } = program
  await uat.asked(target, 1)
  const bodies = uat.seen.filter((request) => request.target === target).map(({ body }) => body)
  expect(bodies).toHaveLength(1)
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(bodies[0] ?? ''))
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(specified[target].body).toSorted())
  const { ParticipantXML, ...others } = body
  if (ParticipantXML !== undefined) expect(ParticipantXML).toBe(daniel?.xml)
  await expectCalm(watched)
  uat.reset()
  looked.add(target)
  return others
}

const toForecast = async (page: Page): Promise<void> => {
  await goTo(page, 'Advise')
  await page.getByRole('navigation').getByRole('link', { name: 'Forecast', exact: true }).click()
}

const forecastFields = {
  ClientId: 'ACME',
  RetirementAge: 66,
  SavingsRateDetails: [
    { PlanId: 'HARBOR401K', SavingsType: '0', Value: '6.5' },
    { PlanId: 'HARBORPSP', SavingsType: 'Roth', Value: '0.3' },
  ],
  Salary: 81_234.5,
  PensionTypes: [
    { Amount: 12_000.25, Cola: true, IsFromRecordKeeper: false, StartYear: '2050' },
    { Amount: 900, Cola: false, IsFromRecordKeeper: true, StartYear: '2051' },
  ],
  ExcludeSocialSecurity: true,
}
const recordKeeper = {
  TransactionHTTPEndpoint: { TransURL: 'https://rk.example/receive', SID: sid, Cookie: cookie },
}
const formed = submissionOperations.flatMap((operation) => {
  const { form, body } = specified[operation]
  return form === null ? [] : [{ operation, ...form, takesInputs: 'RetirementAge' in body }]
})

/** Fills the plan table, finding each field by its label, and ticks every row. */
const typePlans = async (
  page: Page,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<void> => {
  while ((await page.getByLabel(/^PlanId of plan/).count()) < rows.length)
    await page.getByRole('button', { name: 'Add plan' }).click()
  for (const [index, row] of rows.entries()) {
    for (const [name, text] of Object.entries(row)) {
      const field = page.getByLabel(`${name} of plan ${index + 1}`)
      // Leaving the id field may fill in its type from the directory, so continue in the next field.
      await field.click()
      await field.fill(text)
    }
    await page.getByLabel(`Include plan ${row['PlanId']}`).setChecked(true)
  }
}

describe('the request contains exactly the typed values', { timeout: 180_000 }, () => {
  test('for Express Forecast', async () => {
    const { page } = program.watched
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    program.uat.reset()
    await page.getByLabel('Retirement age', { exact: true }).fill('66')
    await page.getByLabel('Salary', { exact: true }).fill('$81,234.50')
    for (const [index, rate] of forecastFields.SavingsRateDetails.entries()) {
      await page.getByRole('button', { name: 'Add a rate' }).click()
      await page.getByLabel(`Plan of savings rate ${index + 1}`).fill(rate.PlanId)
      await page.getByLabel(`Type of savings rate ${index + 1}`).fill(rate.SavingsType)
      await page.getByLabel(`Percent of pay of savings rate ${index + 1}`).fill(rate.Value)
    }
    const pensions = page.getByRole('group', { name: 'Pensions' })
    while ((await pensions.getByRole('listitem').count()) < 2) {
      await pensions.getByRole('button', { name: /^(Add a pension|Change pensions)$/ }).click()
    }
    for (const [index, pension] of forecastFields.PensionTypes.entries()) {
      await page.getByLabel(`Dollars a year of pension ${index + 1}`).fill(String(pension.Amount))
      await page.getByLabel(`Start year of pension ${index + 1}`).fill(pension.StartYear)
      await page
        .getByLabel(`Pension ${index + 1} rises with prices (COLA)`)
        .setChecked(pension.Cola)
      await page
        .getByLabel(`Pension ${index + 1} is from the recordkeeper`)
        .setChecked(pension.IsFromRecordKeeper)
    }
    await page.getByRole('switch', { name: 'Exclude Social Security' }).click()
    await page
      .getByRole('form', { name: 'What if' })
      .getByRole('button', { name: 'More', exact: true })
      .click()
    await page.getByLabel('Forecast type').fill('Full')
    await page
      .getByRole('form', { name: 'What if' })
      .getByRole('button', { name: /^Run forecast/ })
      .click()
    expect(await sentTo('forecast')).toEqual({ ...forecastFields, ForecastType: 'Full' })
  })

  test.each(formed)('for $operation, with the forecast’s values', async (form) => {
    const { page } = program.watched
    await toForecast(page)
    await page.getByRole('link', { name: form.link }).click()
    if (form.takesInputs) {
      const tried = page.getByRole('region', { name: 'Include from your forecast' })
      await tried.getByRole('checkbox', { name: 'Salary: $81,234.50' }).waitFor()
      expect(await tried.getByRole('checkbox', { checked: true }).count()).toBe(0)
      for (const line of await tried.getByRole('checkbox').all()) await line.setChecked(true)
    }
    await typePlans(page, form.rows)
    await page.locator('summary').filter({ hasText: 'More fields' }).click()
    for (const [label, text] of Object.entries(form.more)) await page.getByLabel(label).fill(text)
    await page.getByLabel('Recordkeeper address').fill('https://rk.example/receive')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    expect(await sentTo(form.operation)).toEqual({
      ClientId: 'ACME',
      ...(form.takesInputs ? { ...forecastFields, ForecastType: 'Full' } : {}),
      ...form.sends,
      ...recordKeeper,
    })
  })

  test('for Express Forecast Current, which has no ForecastType', async () => {
    const { page } = program.watched
    await toForecast(page)
    const form = page.getByRole('form', { name: 'What if' })
    await form.getByText('Where you stand', { exact: true }).click()
    expect(await page.getByLabel('Forecast type').count()).toBe(0)
    await form.getByRole('button', { name: /^Run/ }).click()
    expect(await sentTo('forecastCurrent')).toEqual(forecastFields)
  })

  test('for Express Forecast Case Information', async () => {
    const { page } = program.watched
    const form = page.getByRole('form', { name: 'What if' })
    await form.getByText('Social Security', { exact: true }).click()
    await form.getByLabel(/^Salary/).fill('64,000')
    await form.getByLabel(/^Retirement age/).fill('68')
    await page.getByLabel('Date of birth').fill('1980-04-12')
    await page.getByLabel('Gender').fill('M')
    await page.getByLabel('Claim ages').fill('62, 67 70')
    await form.getByRole('button').last().click()
    expect(await sentTo('caseInformation')).toEqual({
      Salary: 64_000,
      RetirementAge: 68,
      ClientId: 'ACME',
      DOB: '1980-04-12',
      Gender: 'M',
      SSAgeOverride: [62, 67, 70],
    })
  })

  test('for Express Optout', async () => {
    const { page } = program.watched
    await freshDesk(page)
    await typeCaller(page, { participantId: 'TR9', firstName: 'Ann', lastName: 'Lee' })
    await identify(page)
    const rows = [
      { PlanId: 'ONE', PlanType: '401K' },
      { PlanId: 'TWO', PlanType: '403B' },
    ]
    await typePlans(page, rows)
    await page.getByRole('button', { name: /^Continue/ }).click()
    await atStep(page, 'Reason')
    await page.getByRole('option', { name: 'Deceased' }).click()
    await page.getByLabel('Note').fill('Told by the estate')
    await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Wants to choose alone')
    await page.locator('summary').filter({ hasText: 'Recordkeeper address' }).click()
    await page.getByLabel('Recordkeeper address').fill('https://rk.example/receive')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    expect(await sentTo('optout')).toEqual({
      ClientId: 'ACME',
      ParticipantId: 'TR9',
      FirstName: 'Ann',
      LastName: 'Lee',
      OptoutInfo: rows,
      Reason: 'Wants to choose alone',
      ...recordKeeper,
    })
    await eventually(() => page.getByRole('heading', { name: /^Opt-out/ }).count()).toBeGreaterThan(
      0,
    )
  })

  test('for every operation', () => {
    expect([...looked].toSorted()).toEqual(operationNames.toSorted())
  })
})
