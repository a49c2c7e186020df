import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseInformation } from '#electron/training/engine/case-information.ts'
import { ok } from '#shared/result.ts'
import { aLockState } from '#test/support/samples/scripted-world.ts'
import { anOpened } from '#test/support/samples/scripted-people.ts'
import { exampleForecast, exampleProfile } from '#test/support/people/training-answers.ts'
import { chooseRadio } from '../ui/choose-radio.ts'
import { age, openForecast, outcome, panel, runButton } from './open-forecast.ts'
import { aSavedCase } from './sample-saved.ts'

/**
 * Tests that headline, chart, readout and table show the same strategy and market, computed by
 * Training's engine.
 */

const income = page.getByRole('group', { name: 'Income by source' })
const open = async (id: string) => {
  const profile = exampleProfile(id)
  const bridge = await openForecast({
    'participant.open': () => ok(anOpened({ participants: [profile] })),
    'forecast.run': ({ inputs, claim }) => ok(exampleForecast(id, { inputs, claim })),
    'forecast.caseInformation': ({ inputs }) => {
      const { SocialSecurity } = caseInformation({ ...inputs, today: '2026-11-27' })
      const saved = aSavedCase(inputs)
      return ok({
        ...saved,
        reading: {
          ...saved.reading,
          socialSecurity: SocialSecurity.map(({ Age, Amount, PenaltyAmount }) => ({
            age: Age,
            amount: Amount,
            penaltyAmount: PenaltyAmount,
          })),
        },
      })
    },
  })
  await runButton.click()
  await expect.element(outcome).toBeVisible()
  return bridge
}
const row = (name: string) => outcome.getByRole('row', { name, exact: true })
const amountIn = (text: string | null | undefined): number =>
  Number(/\$([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''))
/** The figure in one row of the readout, in whole dollars. */
const readout = (label: string): number =>
  amountIn(
    [...income.element().querySelectorAll('tbody tr')].find(
      (each) => each.querySelector('[data-words]')?.textContent.trim() === label,
    )?.textContent,
  )
const idsIn = (element: Element): string[] =>
  [...element.querySelectorAll('[data-figure]')].map(
    (each) => each.getAttribute('data-figure') ?? '',
  )

test('for Carol retiring at 67, headline, chart, readout, table and row show her plan as one level income', async () => {
  await open('carol-nguyen')
  await age.fill('67')
  await expect.element(row('Plan')).toBeVisible()
  await expect.element(outcome.getByRole('radio', { name: 'Plan' })).toBeChecked()
  await expect
    .element(income)
    .toMatchTextContent('For retiring at 67 the answer has one figure for all years')
  const plan = amountIn(row('Plan').element().querySelectorAll('td')[1]?.textContent)
  expect(readout('Income')).toBe(plan)
  const short = amountIn(outcome.getByRole('status').element().textContent)
  expect(readout('Short')).toBe(short)
  expect(readout('Goal') - readout('Income')).toBe(short)
  await income.getByRole('button', { name: /^Table/ }).click()
  const cells = [...income.element().querySelectorAll('[role="region"] tbody tr')].map((each) =>
    [...each.querySelectorAll('td')].map((cell) => amountIn(cell.textContent)),
  )
  expect(cells.length).toBeGreaterThan(20)
  for (const each of cells) expect(each).toEqual([plan, readoutGoal(cells), short])
  // The screen says that the forecast did not use the claim age in the file.
  await expect
    .element(panel.getByRole('textbox', { name: 'Claim Social Security at' }))
    .toHaveAttribute('placeholder', '67')
  await expect.element(panel).toMatchTextContent('Follows the retirement age.')
})
const readoutGoal = (cells: readonly (readonly number[])[]): number => cells[0]?.[1] ?? Number.NaN

test('choosing a row changes the strategy, and choosing a market changes the market, in every part of the screen', async () => {
  await open('carol-nguyen')
  await age.fill('67')
  await expect.element(row('Plan')).toBeVisible()
  for (const name of ['Today', 'Recommended', 'Plan'])
    for (const market of ['Poor', 'Good', 'Average']) {
      await outcome.getByRole('radio', { name, exact: true }).click()
      await chooseRadio(outcome.getByRole('radio', { name: `${market} markets` }))
      await expect.element(outcome.getByRole('status')).toMatchTextContent(market.toLowerCase())
      await expect
        .element(income)
        .toMatchTextContent(`${name}, ${market.toLowerCase()} markets: short`)
      const kept = amountIn(row(name).element().querySelectorAll('td')[1]?.textContent)
      expect(name === 'Plan' ? readout('Income') : readout('Keeps')).toBe(kept)
      expect(amountIn(outcome.getByRole('status').element().textContent)).toBe(readout('Short'))
    }
  await expect.element(income.getByRole('radio')).not.toBeInTheDocument()
  income.element().focus()
  await userEvent.keyboard('1m')
  await expect.element(income).toMatchTextContent('Today, good markets')
})

/**
 * Faulty labels of ranges: those that the goal line crosses, and those that wrap, touch another
 * label, or leave the line of their phase.
 */
const labelFaults = (tops: Set<number>): string[] =>
  [...outcome.element().querySelectorAll('tbody tr')].flatMap((each) => {
    const scale = each.querySelector('td .relative')
    const goal = scale?.querySelector('.border-dashed')?.getBoundingClientRect().x ?? Number.NaN
    const labels = [...(scale?.querySelectorAll('[data-figure]') ?? [])].map((figure) => {
      const words = document.createRange()
      words.selectNodeContents(figure)
      const line = figure.closest('[data-line]')?.getBoundingClientRect()
      return { text: figure.textContent, words, box: words.getBoundingClientRect(), line }
    })
    return labels.flatMap(({ text, words, box, line }, index) => {
      tops.add(Math.round(box.top - (line?.top ?? 0)))
      const isOutside = line === undefined || box.top < line.top - 4 || box.bottom > line.bottom + 4
      const touches = labels
        .slice(index + 1)
        .some(
          ({ box: other }) =>
            box.left < other.right + 2 &&
            other.left < box.right + 2 &&
            box.top < other.bottom - 1 &&
            other.top < box.bottom - 1,
        )
      return [
        ...(box.left - 2 < goal && goal < box.right + 2 ? [`${text} at the goal line`] : []),
        ...(words.getClientRects().length > 1 ? [`${text} on two lines`] : []),
        ...(isOutside ? [`${text} outside its line`] : []),
        ...(touches ? [`${text} touches another`] : []),
      ]
    })
  })

test('no label of a range is crossed by the goal line, wraps or touches another, whatever the plan', async () => {
  await page.viewport(1280, 800)
  await open('angela-ruiz')
  const tops = new Set<number>()
  for (const wanted of ['62', '64', '66', '68', '70']) {
    await age.fill(wanted)
    await expect.element(row('Plan')).toMatchTextContent(`retires at ${wanted}`)
    // A label is placed once its width is known.
    await expect.poll(() => labelFaults(tops), { message: `retiring at ${wanted}` }).toEqual([])
  }
  // Some labels had to go above their range.
  expect(tops.size).toBeGreaterThan(1)
})

test('estimates and a recommended annuity stay within the outcome in a narrow window', async () => {
  await page.viewport(1024, 700)
  await open('angela-ruiz')
  await age.fill('62')
  await expect.element(row('Plan')).toMatchTextContent('about')
  await expect.element(row('Recommended')).toMatchTextContent('Recommended annuity')
  const { right } = outcome.element().getBoundingClientRect()
  for (const each of outcome.element().querySelectorAll('tr'))
    expect(each.getBoundingClientRect().right).toBeLessThan(right)
})

test.each(['carol-nguyen', 'kevin-obrien', 'tomi-adeyemi'])(
  'the labels of each phase of %s stay on the line of that phase',
  async (id) => {
    await page.viewport(1280, 800)
    await open(id)
    await age.fill('67')
    await panel.getByRole('textbox', { name: 'Claim Social Security at' }).fill('70')
    await expect.element(outcome.getByRole('status')).toMatchTextContent(/until 70, then/)
    await expect.poll(() => labelFaults(new Set())).toEqual([])
  },
)

test('for Carol claiming at 70, the plan has two phases, each compared with Today, and no combined income', async () => {
  await open('carol-nguyen')
  await age.fill('67')
  await expect.element(row('Plan')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Claim Social Security at' }).fill('70')
  await expect.element(outcome.getByRole('status')).toMatchTextContent(/until 70, then.*from 70/)
  await expect.element(outcome).toMatchTextContent('Estimate only; not sent to the plan.')
  const today = amountIn(row('Today').element().querySelectorAll('td')[2]?.textContent)
  const cells = [...row('Plan').element().querySelectorAll('td')].map((cell) =>
    [...cell.querySelectorAll('div[data-line]')].map((line) => line.textContent.trim()),
  )
  const [, when = [], incomes = [], differences = []] = cells
  expect(when).toEqual(['until 70', 'from 70'])
  expect(incomes.join()).not.toContain('before tax')
  for (const [index, text] of incomes.entries()) {
    const sign = differences[index]?.startsWith('−') ? -1 : 1
    expect(amountIn(text) - today).toBe(sign * amountIn(differences[index]))
  }
  expect(outcome.element().textContent).not.toContain('takes away')
})

test('Evelyn’s readout adds up: sources, income before tax, tax, income after tax, goal, shortfall', async () => {
  await open('evelyn-hartmann')
  await expect.element(income).toMatchTextContent('Federal tax')
  for (const key of ['{Home}', '{ArrowRight}', '{End}']) {
    income.element().focus()
    await userEvent.keyboard(key)
    const rows = [...income.element().querySelectorAll('tbody tr')].map((each) => ({
      label: each.querySelector('[data-words]')?.textContent.trim(),
      amount: amountIn(each.textContent),
    }))
    const before = rows.findIndex(({ label }) => label === 'Before tax')
    expect(before).toBeGreaterThan(1)
    expect(rows.slice(0, before).reduce((sum, { amount }) => sum + amount, 0)).toBe(
      rows[before]?.amount,
    )
    expect(readout('Before tax') - readout('Federal tax')).toBe(readout('Keeps'))
    expect(readout('Goal') - readout('Keeps')).toBe(readout('Short'))
  }
})

test('Linda has one account, so its balances equal the total', async () => {
  await open('linda-kowalski')
  await chooseRadio(page.getByRole('radio', { name: 'Balances', exact: true }))
  const balances = page.getByRole('group', { name: 'Balances' })
  await expect.element(balances).toMatchTextContent('Dollars at the beginning of the year')
  await balances.getByRole('button', { name: /^Table/ }).click()
  const rows = [...balances.element().querySelectorAll('[role="region"] tbody tr')]
  expect(rows.length).toBeGreaterThan(20)
  for (const each of rows) {
    const [together, account] = [...each.querySelectorAll('td')].map((cell) =>
      cell.textContent.trim(),
    )
    expect(together).toBe(account)
  }
})

test('every dollar amount in outcome, readout and table is a figure that can be explained', async () => {
  await open('evelyn-hartmann')
  await income.getByRole('button', { name: /^Table/ }).click()
  for (const part of [outcome.element(), income.element()]) {
    const bare = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let node = bare.nextNode(); node !== null; node = bare.nextNode())
      if (/\$\d/.test(node.textContent ?? ''))
        expect(node.parentElement?.getAttribute('data-figure'), node.textContent ?? '').toBeTruthy()
    expect(idsIn(part).length).toBeGreaterThan(5)
  }
})

test('the key E explains a figure, the figure’s parts open in the same place, and Escape returns to the figure', async () => {
  await page.viewport(1024, 700)
  await open('evelyn-hartmann')
  const figure = row('Today').getByRole('button').last()
  figure.element().focus()
  await userEvent.keyboard('e')
  const explanation = page.getByRole('dialog', { name: /^Explain this number/ })
  await expect.element(explanation).toHaveFocus()
  await expect.element(explanation).toMatchTextContent('What is missing each month')
  const within = () => {
    const { top, left, right, bottom } = explanation.element().getBoundingClientRect()
    return top >= 0 && left >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
  }
  expect(within()).toBe(true)
  await explanation
    .getByRole('button', { name: /^\$[\d,]+ a month$/ })
    .last()
    .click()
  await expect.element(explanation).toMatchTextContent('SustainableRetirementIncome')
  await explanation.getByRole('button', { name: 'Back to the figure before' }).click()
  await expect.element(explanation).toMatchTextContent('What is missing each month')
  await userEvent.keyboard('{Escape}')
  await expect.element(explanation).not.toBeInTheDocument()
  expect(document.activeElement).toBe(figure.element())
  await userEvent.keyboard('{Enter}')
  await expect.element(explanation).toBeVisible()
  await page.getByRole('heading', { name: 'Income by source' }).click()
  await expect.element(explanation).not.toBeInTheDocument()
  await page.viewport(640, 400)
  await figure.click()
  await expect.element(explanation).toBeVisible()
  expect(within()).toBe(true)
})

test('a printed note contains the explanation, the client, the time and the environment, and nothing else', async () => {
  await open('linda-kowalski')
  const printed: string[] = []
  const spy = (): void => {
    printed.push(document.querySelector('.printed-note')?.textContent ?? '')
  }
  window.print = spy
  await row('Today').getByRole('button').last().click()
  await page.getByRole('button', { name: 'Print as a note' }).click()
  await expect.poll(() => printed.length).toBe(1)
  expect(printed[0]).toMatch(/a month|Arithmetic/)
  expect(printed[0]).toContain('Linda Kowalski')
  expect(printed[0]).toContain('Training – simulated')
  await expect.poll(() => document.querySelector('.printed-note')).toBeNull()
})

test('an explanation shown to a client has no field names', async () => {
  await open('linda-kowalski')
  await userEvent.keyboard('{F5}')
  await row('Today').getByRole('button').nth(2).click()
  const explanation = page.getByRole('dialog')
  await expect.element(explanation).toMatchTextContent('Arithmetic')
  await expect.element(explanation).not.toMatchTextContent('Answer field')
  await expect.element(explanation).not.toMatchTextContent('StrategyOutput')
})

test('the lock closes an open explanation, and the explanation stays closed after unlocking', async () => {
  const bridge = await open('linda-kowalski')
  await row('Today').getByRole('button').last().click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const [unlocked, locked] = [
    aLockState({ passphrase: 'keychain' }),
    aLockState({ passphrase: 'keychain', locked: true }),
  ]
  bridge.script({ 'lock.state': () => ok(locked), 'lock.unlock': () => ok(unlocked) })
  bridge.emit('lock.changed', locked)
  await expect.element(page.getByLabelText('Passphrase')).toHaveFocus()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('sesame street{Enter}')
  await expect.element(outcome).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
