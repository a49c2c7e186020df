import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { eventually, openExample, showPicture } from '#test/support/screens/screen-steps.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
  type Program,
} from '#test/support/worlds/program.ts'

/**
 * Every figure on the forecast's screen, in every strategy, market, chart and table: one figure has one value. A few
 * people, drawn at random; `GLIDEPATH_FIGURE_PEOPLE=24` takes all.
 */

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env['GLIDEPATH_FIGURE_PEOPLE'] ?? 2)

const state = seededState(`figures ${seed}`)
const people = examplePeople
  .map(({ name }) => ({ name, at: nextFraction(state) }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, count)

/** Texts by id of figure; a sign and “about” are no part of the value. */
type Seen = Map<string, string>

const collect = async (page: Page, seen: Seen, where: string): Promise<string[]> => {
  const found = await page
    .locator('[data-figure]')
    .evaluateAll((all) =>
      all.map((each) => [each.getAttribute('data-figure') ?? '', each.textContent.trim()] as const),
    )
  return found.flatMap(([id, text]) => {
    const value = text.replace(/^about /, '').replace(/^[+−]/, '')
    const before = seen.get(id)
    seen.set(id, value)
    return before === undefined || before === value
      ? []
      : [`${where}: ${id} was ${before}, is ${value}`]
  })
}

const charts = ['Income', 'Wealth', 'Balances', 'Taxes', 'Savings', 'Funds', 'Social Security']

/** Looks at everything that the forecast's screen shows now. */
const lookAround = async (page: Page, seen: Seen, where: string): Promise<string[]> => {
  const faults: string[] = []
  const outcome = page.getByRole('region', { name: 'Outcome' })
  const strategies = outcome.getByRole('radiogroup', { name: 'Show strategy' }).getByRole('radio')
  for (const strategy of await strategies.all()) {
    await strategy.check({ force: true })
    for (const market of ['Poor', 'Average', 'Good']) {
      await outcome
        .getByRole('radiogroup', { name: 'Markets' })
        .getByText(market, { exact: true })
        .click()
      for (const chart of market === 'Average' ? charts : charts.slice(0, 4)) {
        await showPicture(page, chart)
        faults.push(...(await collect(page, seen, `${where}, ${market}, ${chart}`)))
        const table = page.getByRole('button', { name: /^Table/ }).first()
        if (!(await table.isVisible())) continue
        await table.click()
        faults.push(...(await collect(page, seen, `${where}, ${market}, table of ${chart}`)))
        await page
          .getByRole('button', { name: /^Picture/ })
          .first()
          .click()
      }
    }
  }
  return faults
}

let browser: Browser
let program: Program
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  program = await startProgram(['--data-dir', temporaryFolder('figures')])
  const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
  ;({ page } = await openPage(browser, look))
  await page.goto(program.ready.url)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await program.stop()
})

test.each(people)(
  `one figure has one value on every part of the screen for $name (seed ${seed})`,
  { timeout: 600_000 },
  async ({ name }) => {
    const seen: Seen = new Map()
    const headline = page.getByRole('region', { name: 'Outcome' }).getByRole('status')
    await openExample(page, name)
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await eventually(() => headline.textContent()).toMatch(/\$[\d,]+ a month/)
    const faults = await lookAround(page, seen, 'today')
    const age = page.getByLabel('Retirement age', { exact: true })
    const later = Number((await age.getAttribute('placeholder')) ?? 65) + 2
    await age.fill(String(later))
    await page.getByRole('radio', { name: /Plan/ }).first().waitFor()
    faults.push(...(await lookAround(page, seen, `retiring at ${later}`)))
    expect(faults).toEqual([])
    expect(seen.size).toBeGreaterThan(300)
    // A press on a figure explains that very figure.
    const income = page.getByRole('region', { name: 'Outcome' }).locator('[data-figure]').first()
    const text = (await income.textContent()) ?? ''
    await income.click()
    const panel = page.getByRole('dialog', { name: 'Explain this number' })
    await eventually(() => panel.textContent()).toContain(text.replace(/^[+−]/, ''))
    expect(await panel.textContent()).toMatch(/Arithmetic.*Unit, period/s)
    await page.keyboard.press('Escape')
  },
)
