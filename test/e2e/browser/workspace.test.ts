import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { forecastAnswer } from '#test/support/express-answers.ts'
import { eventually, expectCalm, goTo, openExample } from '#test/support/screen-steps.ts'
import { startUatProgram, type UatProgram } from '#test/support/uat-program.ts'
import { readBack } from '#test/unit/report/made-report.ts'

/**
 * A client's session: levers, two scenarios kept, the gap closed, compared, presented, taken home, the recommendation accepted
 * in part, exactly that enrolled, and all of it there the next day without a service.
 */

let program: UatProgram

/** A service whose poor markets fall short of the goal until retirement at 68, by its own table of ages. */
const shortUntil68 = () => {
  const answer = forecastAnswer()
  return {
    ...answer,
    StrategyOutput: answer.StrategyOutput.map((strategy) => ({
      ...strategy,
      Percentile: strategy.Percentile.map((entry) => ({
        ...entry,
        SustainableRetirementIncome: 40_000 + entry.Percentage * 400,
        RetirementIncomeAtVariousRetirementAges: [65, 66, 67, 68, 69].map((age) => ({
          RetirementAge: String(age),
          Income: 100 + (age - 65) * 17,
        })),
      })),
    })),
  }
}

beforeAll(async () => {
  program = await startUatProgram()
  program.uat.meet('forecast', { kind: 'answer', body: shortUntil68() })
  await openExample(program.watched.page, 'Daniel Okafor')
}, 180_000)
afterAll(() => program.stop(), 60_000)

test('what is accepted, and nothing else, is what the service gets and the receipt says', async () => {
  const { watched, uat } = program
  const { page } = watched
  await page.getByRole('button', { name: 'Run forecast' }).first().click()
  const help = page.getByRole('region', { name: 'What helps' })
  await help.getByText('is missing in poor markets').waitFor()

  for (const [label, value] of [
    ['Salary', '90,000'],
    ['Save before tax', '7'],
    ['Need a month', '5,350'],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page
    .getByText(/^On a salary of|^Saving 7%/)
    .first()
    .waitFor()
  await uat.asked('forecast', 2)

  const keep = page.getByRole('button', { name: 'Keep as scenario' })
  await keep.click()
  const tray = page.getByRole('region', { name: 'Scenarios' })
  await tray.getByRole('listitem').nth(1).waitFor()

  await help.getByRole('button', { name: /^What closes the gap up to .* on Acme UAT/ }).click()
  const cards = help.getByRole('list', { name: 'What closes the gap' })
  await cards.getByText(/^Retire at 68: reaches \$5,537 a month in poor markets$/).waitFor()
  await cards.getByText(/is not enough/).waitFor()
  await cards.getByRole('button', { name: 'Try it: Retire at 68' }).click()
  await help.getByText('The plan reaches the need in poor markets').waitFor()

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

  await comparison.getByRole('link', { name: 'Report…' }).click()
  await page.getByText(/^\d+ pages, as they will be printed$/).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const { sheets, fonts } = readBack(readFileSync(await (await download).path()))
  const paper = sheets.map((sheet) => sheet.replace(/\s+/g, ' '))
  expect(paper[0]).toContain('Retirement report Prepared for Daniel Okafor')
  const side = paper.find((sheet) => sheet.includes('Scenarios side by side Dollars')) ?? ''
  expect(side).toMatch(/Salary \$[\d,]+ (\$90,000 ?){2}/)
  expect(side).toContain('You need $5,350')
  expect(fonts).toMatch(/NotoSans\S*\s+.*yes yes yes/)
  for (const [index, sheet] of paper.entries()) {
    expect(sheet).toContain(`Page ${index + 1} of ${paper.length}`)
    expect(sheet).toContain('hypothetical in nature')
    expect(sheet).not.toMatch(/Training|simulated on/)
  }
  // Printed from the screen, it is the same pages, with nothing of the window and no empty one.
  const printed = readBack(await page.pdf({ preferCSSPageSize: true }))
  expect(printed.sheets.map((sheet) => sheet.match(/Page \d+ of \d+/g))).toEqual(
    paper.map((_, index) => [`Page ${index + 1} of ${paper.length}`]),
  )
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
  await tried.getByRole('checkbox', { name: /^Desired retirement income: 64200/ }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const changes = page.getByRole('region', { name: /^What changes for Daniel/ })
  await changes.getByText('Desired retirement income').first().waitFor()
  // What is recommended and was not accepted is no change.
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
    DesiredRetirementIncome: { Type: '', Value: '64200' },
  })

  await page.getByText('This receipt is under').waitFor()
  const receipt = page.getByRole('main')
  await eventually(() => receipt.textContent()).toMatch(/Retirement age\s*67/)
  expect(await receipt.textContent()).toMatch(/Desired retirement income\s*64200/)
  expect(await receipt.textContent()).not.toContain('$90,000')
  await expectCalm(watched)

  const later = await program.nextDayOffline()
  await goTo(later.page, 'Saved results')
  await later.page
    .getByRole('listitem')
    .filter({ hasText: 'Enrollment accepted' })
    .getByRole('link')
    .first()
    .click()
  const kept = later.page.getByRole('article', { name: 'Receipt' })
  await kept.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
  expect(await kept.textContent()).toMatch(/retires at 67; wants a retirement income of 64200/)
  await expectCalm(later)
}, 240_000)
