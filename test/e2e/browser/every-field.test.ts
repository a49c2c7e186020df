import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operationNames } from '#shared/express/operations.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { atStep, freshDesk, identify, typeCaller } from '#test/support/desk-steps.ts'
import {
  eventually,
  expectCalm,
  goTo,
  openExample,
  runOnlyWhenPressed,
} from '#test/support/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/uat-program.ts'
import type { UatTarget } from '#test/support/uat-server.ts'

/** Every field of every request is typed into the page, and the service gets exactly that. */

const sid = 'canary-sid-51c0'
const cookie = 'canary-cookie-93aa'
const daniel = examplePeople.find(({ name }) => name === 'Daniel Okafor')
let program: UatProgram
const looked = new Set<UatTarget>()

beforeAll(async () => {
  program = await startUatProgram()
  const { page } = program.watched
  await goTo(page, 'Settings')
  const card = page.getByRole('article', { name: 'Acme UAT' })
  await card.getByRole('button', { name: 'Enter SID and Cookie' }).click()
  await card.getByLabel('SID', { exact: true }).fill(sid)
  await card.getByLabel('Cookie', { exact: true }).fill(cookie)
  await card.getByLabel('TransURL they are for').fill('https://rk.example/receive')
  await card.getByRole('button', { name: 'Save SID and Cookie' }).click()
  await card.getByRole('button', { name: 'Replace SID and Cookie' }).waitFor()
  // Each field is typed before anything goes, so that one request has them all.
  await runOnlyWhenPressed(page)
  await openExample(page, 'Daniel Okafor')
  program.uat.reset()
}, 180_000)
afterAll(() => program.stop(), 60_000)

/** The body of the only request of `target` since it was last asked for; the participant's XML apart. */
const sentTo = async (target: UatTarget): Promise<unknown> => {
  const { uat, watched } = program
  await uat.asked(target, 1)
  const bodies = uat.seen.filter((request) => request.target === target).map(({ body }) => body)
  expect(bodies).toHaveLength(1)
  const { ParticipantXML, ...others } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(bodies[0] ?? ''))
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
const everythingElse = {
  DOB: '1984-03-09T00:00:00.000Z',
  Gender: 'F',
  StateOfResidence: 'ME',
  DesiredRetirementIncome: { Type: 'Percent', Value: '72500.5' },
  TransactionHTTPEndpoint: { TransURL: 'https://rk.example/receive', SID: sid, Cookie: cookie },
}

describe('what is typed is what is sent', { timeout: 180_000 }, () => {
  test('by Express Forecast', async () => {
    const { page } = program.watched
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^The recommended plan adds \$/).waitFor()
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
        .getByLabel(`Pension ${index + 1} is from the record-keeper`)
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

  test('by Express Enroll and Express Implement, with what the forecast used', async () => {
    const { page } = program.watched
    for (const [operation, link] of [
      ['enroll', 'Enroll…'],
      ['implement', 'Implement…'],
    ] as const) {
      await toForecast(page)
      await page.getByRole('link', { name: link }).click()
      const tried = page.getByRole('region', { name: 'Include from your forecast' })
      await tried.getByRole('checkbox', { name: 'Salary: $81,234.50' }).waitFor()
      expect(await tried.getByRole('checkbox', { checked: true }).count()).toBe(0)
      for (const line of await tried.getByRole('checkbox').all()) await line.setChecked(true)
      const rows = [
        { PlanId: 'HARBOR401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
        { PlanId: 'HARBORPSP', PlanType: 'Profit Sharing', ServiceOption: 'OnlineAdvice' },
        { PlanId: 'HARBOR457B', PlanType: '457B', ServiceOption: 'Proposal' },
      ]
      while ((await page.getByLabel(/^PlanId of plan/).count()) < rows.length) {
        await page.getByRole('button', { name: 'Add plan' }).click()
      }
      for (const [index, row] of rows.entries()) {
        await page.getByLabel(`PlanId of plan ${index + 1}`).fill(row.PlanId)
        // Leaving the id may bring its type from the directory; a person is past that once they are in the next field.
        await page.getByLabel(`PlanType of plan ${index + 1}`).click()
        await page.getByLabel(`PlanType of plan ${index + 1}`).fill(row.PlanType)
        await page.getByLabel(`ServiceOption of plan ${index + 1}`).fill(row.ServiceOption)
        await page.getByLabel(`Include plan ${row.PlanId}`).setChecked(true)
      }
      await page.locator('summary').filter({ hasText: 'More fields' }).click()
      await page.getByLabel('DOB').fill('1984-03-09')
      await page.getByLabel('Gender').fill('F')
      await page.getByLabel('StateOfResidence').fill('ME')
      await page.getByLabel('DesiredRetirementIncome type').fill('Percent')
      await page.getByLabel('DesiredRetirementIncome value').fill('72,500.50')
      await page.getByLabel('TransURL').fill('https://rk.example/receive')
      await page.getByRole('button', { name: 'Review', exact: true }).click()
      await page.getByRole('button', { name: 'Confirm and send' }).click()
      expect(await sentTo(operation)).toEqual({
        ...forecastFields,
        EnrollmentInfo: rows,
        ...everythingElse,
        ForecastType: 'Full',
      })
    }
  })

  test('by Express Forecast Current, which has no ForecastType', async () => {
    const { page } = program.watched
    await toForecast(page)
    const form = page.getByRole('form', { name: 'What if' })
    await form.getByText('Where you stand', { exact: true }).click()
    expect(await page.getByLabel('Forecast type').count()).toBe(0)
    await form.getByRole('button', { name: /^Run/ }).click()
    expect(await sentTo('forecastCurrent')).toEqual(forecastFields)
  })

  test('by Express Forecast Case Information', async () => {
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

  test('by Express Optout', async () => {
    const { page } = program.watched
    await freshDesk(page)
    await typeCaller(page, { participantId: 'TR9', firstName: 'Ann', lastName: 'Lee' })
    await identify(page)
    const rows = [
      { PlanId: 'ONE', PlanType: '401K' },
      { PlanId: 'TWO', PlanType: '403B' },
    ]
    while ((await page.getByLabel(/^PlanId of plan/).count()) < rows.length) {
      await page.getByRole('button', { name: 'Add plan' }).click()
    }
    for (const [index, row] of rows.entries()) {
      await page.getByLabel(`PlanId of plan ${index + 1}`).fill(row.PlanId)
      await page.getByLabel(`PlanType of plan ${index + 1}`).fill(row.PlanType)
      await page.getByLabel(`Include plan ${row.PlanId}`).setChecked(true)
    }
    await page.getByRole('button', { name: /^Continue/ }).click()
    await atStep(page, 'Reason')
    await page.getByRole('option', { name: 'Deceased' }).click()
    await page.getByLabel('Note').fill('Told by the estate')
    await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Wants to choose alone')
    await page.locator('summary').filter({ hasText: 'Record-keeper address' }).click()
    await page.getByLabel('TransURL').fill('https://rk.example/receive')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    expect(await sentTo('optout')).toEqual({
      ClientId: 'ACME',
      ParticipantId: 'TR9',
      FirstName: 'Ann',
      LastName: 'Lee',
      OptoutInfo: rows,
      Reason: 'Wants to choose alone',
      TransactionHTTPEndpoint: everythingElse.TransactionHTTPEndpoint,
    })
    await eventually(() => page.getByRole('heading', { name: /^Opt-out/ }).count()).toBeGreaterThan(
      0,
    )
  })

  test('by every operation there is', () => {
    expect([...looked].toSorted()).toEqual(operationNames.toSorted())
  })
})
