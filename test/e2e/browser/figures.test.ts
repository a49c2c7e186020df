import { readFileSync } from 'node:fs'
import type { Browser, JSHandle, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { createOneValue } from '#test/support/figures/one-value.ts'
import { makePageWalk, type PageWalk } from '#test/support/figures/page-walk.ts'
import { faultsOfFiles } from '#test/support/figures/table-files.ts'
import { eventually, openExample } from '#test/support/screens/screen-steps.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
} from '#test/support/worlds/program.ts'
import { readBack } from '#test/unit/report/made-report.ts'

/**
 * Checks that each figure has one value in the whole program: today, the levers, the accepted
 * recommendation, the review, the receipt and the report. Draws a participant at random;
 * `GLIDEPATH_FIGURE_PEOPLE=24` takes all. `test/component/forecast/every-person.test.ts` checks the
 * forecast screen for random people.
 */

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env['GLIDEPATH_FIGURE_PEOPLE'] ?? 1)

const state = seededState(`figures ${seed}`)
const people = examplePeople
  .map(({ name }) => ({ name, at: nextFraction(state) }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, count)

let browser: Browser
let program: Program
let page: Page
let walk: JSHandle<PageWalk>

beforeAll(async () => {
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', temporaryFolder('figures')])
  const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
  ;({ page } = await openPage(browser, look))
  await page.goto(program.ready.url)
  walk = await page.evaluateHandle(makePageWalk)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await program.stop()
})

const fileOf = async (name: string) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readBack(readFileSync(await (await download).path()))
}
/** Dollar amounts and percentages in a text, sorted as strings. */
const amountsIn = (text: string): readonly string[] =>
  (
    text
      .replaceAll(/(?:\$[\d.]+\s+)?per\s+\$1/g, '')
      .match(/\$\d(?:[\d,.]*\d)?[KM]?|\d(?:[\d,.]*\d)?%/g) ?? []
  ).toSorted()
/** The texts of the report’s preview, one for each page. */
const textsOfPages = async (): Promise<readonly string[]> =>
  Promise.all(
    (await page.getByRole('group', { name: /^Page \d+ of \d+$/ }).all()).map(async (each) =>
      (await each.locator('text').allTextContents()).join('\n'),
    ),
  )
const dollarsIn = (text: string): readonly string[] =>
  text.match(/\$\d{1,3}(,\d{3})*(?![\d.]*[\dKM])/g) ?? []

/**
 * Positions of the most important levers: when to stop working, how much to save, when to claim.
 * The last position is sent, with a new salary, so that every request has an amount.
 */
const positions = [
  { what: 'saving three points more', moves: [{ lever: 'Save ', by: 3 }] },
  { what: 'claiming at 70 too', moves: [{ lever: 'Claim Social Security at', to: 70 }] },
  {
    what: 'two years later',
    isReset: true,
    moves: [
      { lever: 'Save ', by: 3 },
      { lever: 'Retirement age', by: 2 },
    ],
  },
]

/**
 * True for report lines whose dollars are not figures on a screen: axis labels, pay and savings.
 */
const isOther = (line: string): boolean =>
  /^\s*\$[\d.]+[KM]?(\s{3,}|$)/.test(line) ||
  /^\s*(Pay|Salary|You save|Your employer adds|Other savings|Pensions)\b/.test(line)

/** Dollar amounts in a report, except the legal limits that its assumptions mention. */
const dollarsOfReport = (text: string): readonly string[] =>
  (text.split(/^\s*What Training assumes/m)[0] ?? '')
    .split('\n')
    .filter((line) => !isOther(line))
    .flatMap(dollarsIn)

/** Opens the comparison of the saved runs. */
const compare = async (): Promise<void> => {
  const tray = page.getByRole('region', { name: 'Scenarios' })
  for (const card of await tray.getByRole('checkbox', { name: /^Compare / }).all())
    await card.check()
  await tray.getByRole('button', { name: /^Compare/, expanded: false }).click()
  await page.getByRole('region', { name: 'Comparison' }).waitFor()
  await walk.evaluate((each) => each.look('comparison'))
  await page.getByRole('button', { name: 'Close the comparison' }).click()
}

/**
 * Enrolls with everything accepted and tried, so that exactly the strategy on screen is sent.
 * Resolves to the texts of the service’s answer, the review, the receipt and its file.
 */
const enroll = async () => {
  await page.getByRole('link', { name: 'Enroll…' }).click()
  const tried = page.getByRole('region', { name: 'Include from your forecast' })
  await tried.waitFor()
  for (const line of await tried.getByRole('checkbox').all()) await line.check()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const send = page.getByRole('button', { name: 'Confirm and send' })
  const meant = page.getByRole('region', { name: 'Unusual' }).getByRole('checkbox')
  await send.or(meant).first().waitFor()
  if (!(await send.isVisible())) {
    await meant.check()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await send.waitFor()
  }
  await walk.evaluate((each) => each.look('review', true))
  const review = await page.getByRole('main').innerText()
  if ((await meant.count()) > 0) await meant.check()
  await send.click()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await receipt.waitFor()
  await walk.evaluate((each) => each.look('receipt', true))
  return {
    answer: await receipt.getByRole('region', { name: 'What the service answered' }).innerText(),
    places: {
      'the review': review,
      'the receipt': await receipt.innerText(),
      'its file': (await fileOf('Save PDF')).text,
    },
  }
}

test.each(people)(
  `each figure has the same value from today’s forecast to the report for $name (seed ${seed})`,
  { timeout: 600_000 },
  async ({ name }) => {
    const one = createOneValue()
    const faults: string[] = []
    const known = new Set<string>()
    const note = async (isOfForecast = true) => {
      const { readings, faults: found, dollars } = await walk.evaluate((each) => each.take())
      faults.push(...one.add(readings), ...found)
      if (isOfForecast) for (const amount of dollars) known.add(amount)
      // Legal limits, amounts from the file and a sent rate in dollars may appear for the first
      // time where savings are sent.
      for (const { id, text } of readings)
        if (/^(?:law|file|typed\/SavingsRateDetails)\//.test(id)) known.add(text)
      return readings
    }
    const noteForeign = (where: string, dollars: readonly string[]) => {
      const foreign = new Set(dollars.filter((amount) => !known.has(amount)))
      faults.push(...[...foreign].map((amount) => `only in ${where}: ${amount}`))
    }
    const outcome = page.getByRole('region', { name: 'Outcome' })
    await openExample(page, name)
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await eventually(() => outcome.getByRole('status').textContent()).toMatch(/\$[\d,]+ a month/)
    await walk.evaluate(async (each) => {
      await each.chooseChart('All')
      await each.walk('today')
    })
    await note()
    const keep = page.getByRole('button', { name: 'Keep as scenario' })
    for (const position of positions) {
      await walk.evaluate(async (each, { what, moves, isReset }) => {
        if (isReset === true) await each.reset()
        let isMoved = false
        for (const { lever, ...by } of moves) isMoved = (await each.move(lever, by)) || isMoved
        if (isMoved) await each.walk(what)
      }, position)
      await note()
      if (!(await keep.isVisible())) continue
      await keep.click()
      await keep.waitFor({ state: 'hidden' })
    }
    await compare()
    for (const press of [/^Compare claim ages/, /^(Find ways|What one step adds)/]) {
      const button = page.getByRole('button', { name: press })
      if (await button.isVisible()) await button.click()
    }
    await eventually(() => page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    await walk.evaluate((each) => each.look('with ways and claim ages'))
    await note()
    const files = await walk.evaluate((each) => each.copyFiles('files'))
    expect(files.length).toBeGreaterThan(10)
    faults.push(...faultsOfFiles(files))
    await note()
    const opens = page.getByRole('button', { name: /the recommendation line by line$/ })
    if (await opens.isVisible()) {
      await opens.click()
      const lines = page.getByRole('region', { name: 'Recommended, line by line' })
      for (const line of await lines.getByRole('checkbox').all()) await line.check()
      await walk.evaluate((each) => each.look('accepted'))
    }
    await page.keyboard.press('F5')
    await page.getByRole('navigation').first().waitFor({ state: 'hidden' })
    await walk.evaluate((each) => each.look('present'))
    await page.keyboard.press('Escape')
    await note()
    await walk.evaluate(async (each) => {
      await each.move('Salary', { by: 1000 })
      await each.walk('with more pay')
    })
    await note()
    const { answer, places } = await enroll()
    // The service computes again when it enrolls, and the receipt shows amounts from that answer.
    for (const amount of dollarsIn(answer)) known.add(amount)
    const sent = new Set((await note(false)).flatMap(({ text }) => amountsIn(text)))
    for (const [where, text] of Object.entries(places)) noteForeign(where, dollarsIn(text))
    for (const amount of amountsIn(places['its file']))
      if (!sent.has(amount)) faults.push(`no figure of the receipt, but in its file: ${amount}`)
    await page.getByRole('link', { name: 'Forecast', exact: true }).last().click()
    await walk.evaluate((each) => each.look('after sending'))
    await note()
    await page.getByRole('button', { name: 'Report…' }).first().click()
    await page.getByText(/^\d+ pages, as they will be printed$/).waitFor()
    await walk.evaluate((each) => each.look('report', true))
    await note(false)
    const { text, sheets } = await fileOf('Save as PDF')
    noteForeign('the report', dollarsOfReport(text))
    // Each amount in the preview has the id of its figure, so the same amounts in the file do not
    // need one.
    const previewed = (await textsOfPages()).map((each) => amountsIn(each).join(' '))
    expect(sheets.map((sheet) => amountsIn(sheet).join(' '))).toEqual(previewed)
    await page.getByRole('link', { name: 'Forecast', exact: true }).first().click()
    expect(faults).toEqual([])
    expect(one.count()).toBeGreaterThan(1000)
  },
)
