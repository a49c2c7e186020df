import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { readBack } from '#test/unit/report/made-report.ts'
import { forecastAnswer } from '../samples/express-answers.ts'
import { eventually, goTo, openSavedResult } from './screen-steps.ts'
import type { UatServer } from '../servers/uat-server.ts'

/**
 * A ten-minute client meeting in either host, by visible labels: move levers, keep two scenarios,
 * close the gap, present, compare, print the report, accept part of the recommendation, enroll
 * exactly that, and find all of it the next day.
 */

/** The start of the meeting: Daniel Okafor is open in `page`, and `uat` is the current service. */
export interface SessionPlace {
  readonly page: Page
  readonly uat: UatServer
}

/**
 * An answer whose table of retirement ages falls short of the goal in average markets up to age 68.
 */
export const shortUntil68 = () => {
  const answer = forecastAnswer()
  return {
    ...answer,
    StrategyOutput: answer.StrategyOutput.map((strategy) => ({
      ...strategy,
      Percentile: strategy.Percentile.map((entry) => ({
        ...entry,
        SustainableRetirementIncome: 40_000 + entry.Percentage * 400,
        // One income for all years, because a plan with phases has no single gap.
        IncomeSources: [],
        RetirementIncomeAtVariousRetirementAges: [65, 66, 67, 68, 69].map((age) => ({
          RetirementAge: String(age),
          Income: 100 + (age - 65) * 17,
        })),
      })),
    })),
  }
}

/**
 * Goes from the first forecast to the comparison of two scenarios, and presents to the client in
 * between.
 */
export const compareTwoScenarios = async ({ page, uat }: SessionPlace): Promise<void> => {
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  const help = page.getByRole('region', { name: 'Close the gap' })
  await help.waitFor()

  for (const [label, value] of [
    ['Salary', '90,000'],
    ['Save before tax', '7'],
    ['Goal a month', '7,200'],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page
    .getByRole('row', { name: 'Plan' })
    .getByText(/saving 7%[^,]*, earning/)
    .waitFor()
  await uat.asked('forecast', 2)

  const keep = page.getByRole('button', { name: 'Keep as scenario' })
  await keep.click()
  const tray = page.getByRole('region', { name: 'Scenarios' })
  await tray.getByRole('listitem').nth(1).waitFor()

  await help.getByRole('button', { name: /^Find ways \(up to .* on Acme UAT\)/ }).click()
  await help.getByRole('list', { name: 'To close all of it' }).waitFor()
  await help.getByRole('button', { name: 'Try Retire at 68' }).click()
  await help.getByText('Plan reaches the goal').waitFor()

  await keep.click()
  await eventually(() => tray.getByRole('listitem').count()).toBe(3)

  await page.keyboard.press('F5')
  await eventually(() => page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Outcome' }).isVisible()).toBe(true)
  expect(await page.getByText('Daniel Okafor').count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').first().waitFor()

  for (const card of await tray.getByRole('checkbox', { name: /^Compare / }).all())
    await card.click()
  await tray.getByRole('button', { name: /^Compare/ }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.getByRole('row', { name: /^Retirement age, asked .* 68$/ }).waitFor()
}

/** Opens the comparison's report, passes it to `save`, and reads the file; resolves to its number of pages. */
export const takeHome = async (
  { page }: SessionPlace,
  save: (press: () => Promise<void>) => Promise<Uint8Array>,
): Promise<number> => {
  await page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('button', { name: 'Report…' })
    .click()
  await page.getByText(/^\d+ pages, as they will be printed$/).waitFor()
  const { sheets, fonts } = readBack(
    await save(() => page.getByRole('button', { name: 'Save as PDF' }).click()),
  )
  const paper = sheets.map((sheet) => sheet.replace(/\s+/g, ' '))
  expect(paper[0]).toContain('Retirement report Prepared for Daniel Okafor')
  const side = paper.find((sheet) => sheet.includes('Scenarios side by side Dollars')) ?? ''
  expect(side).toMatch(/Salary \$[\d,]+ (\$90,000 ?){2}/)
  expect(side).toContain('Your goal $7,200')
  expect(fonts).toMatch(/NotoSans\S*\s+.*yes yes yes/)
  for (const [index, sheet] of paper.entries()) {
    expect(sheet).toContain(`Page ${index + 1} of ${paper.length}`)
    expect(sheet).toContain('hypothetical in nature')
    expect(sheet).not.toMatch(/Training|simulated on/)
  }
  return paper.length
}

/**
 * Accepts one line of the recommendation, enrolls with it and the goal, and checks the service's request and the
 * receipt.
 */
export const enrollInPart = async ({ page, uat }: SessionPlace): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name: 'Forecast', exact: true }).click()

  await page.getByRole('button', { name: 'Accept the recommendation line by line' }).click()
  const lines = page.getByRole('region', { name: 'Recommended, line by line' })
  const age = lines.getByRole('checkbox', { name: /Retirement age/ })
  await age.click()
  await lines.getByText(/^1 line of \d accepted/).waitFor()

  await page.getByRole('link', { name: 'Enroll…' }).click()
  const tried = page.getByRole('region', { name: 'Include from your forecast' })
  await tried.getByRole('checkbox', { name: /^Salary/ }).waitFor()
  expect(await tried.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await tried.getByRole('checkbox', { name: /^Desired retirement income: 86400/ }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const changes = page.getByRole('region', { name: /^What changes for Daniel/ })
  await changes.getByText('Desired retirement income').first().waitFor()
  // A line that was not accepted must not be listed as a change.
  expect(await changes.getByRole('list', { name: 'Savings by account' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Confirm and send' }).click()

  await uat.asked('enroll', 1)
  const [request] = uat.seen.filter(({ target }) => target === 'enroll')
  const { ParticipantXML, EnrollmentInfo, ...sent } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(request?.body ?? ''))
  expect(typeof ParticipantXML).toBe('string')
  expect(EnrollmentInfo).not.toEqual([])
  expect(sent).toEqual({
    ClientId: 'ACME',
    RetirementAge: 67,
    DesiredRetirementIncome: { Type: '', Value: '86400' },
  })

  await page.getByText('This receipt is under').waitFor()
  const receipt = page.getByRole('main')
  await eventually(() => receipt.textContent()).toMatch(/Retirement age\s*67/)
  expect(await receipt.textContent()).toMatch(/Desired retirement income\s*86400/)
  expect(await receipt.textContent()).not.toContain('$90,000')
}

/** Reads the previous day's results: the receipt, and the scenario that reached the goal. */
export const reviewNextDay = async (page: Page): Promise<void> => {
  const open = async (words: string | RegExp): Promise<void> => {
    await goTo(page, 'Saved results')
    await openSavedResult(page, words)
  }
  await open('Enrollment accepted')
  const kept = page.getByRole('article', { name: 'Receipt' })
  await kept.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
  expect(await kept.textContent()).toMatch(/retires at 67; wants a retirement income of 86400/)
  await open('with retirement age 68, salary $90,000, savings 7%')
  await page
    .getByRole('region', { name: 'Outcome' })
    .getByText(/^retires at 68, saving 7%[^,]*, earning \$90,000/)
    .waitFor()
  expect(await page.getByRole('region', { name: 'Outcome' }).textContent()).toContain('$5,537')
}
