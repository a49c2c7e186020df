import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import CaseResult from '#renderer/workspace/result/case-result.vue'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { ok } from '#shared/result.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { chooseRadio } from '../../ui/choose-radio.ts'
import { openForecast, runButton } from '../open-forecast.ts'
import { aSavedCase, aSavedForecast } from '../sample-saved.ts'

/** Checks the rules that every chart on every tab must follow. */

const read = readParticipantXml(examplePeople.find(({ id }) => id === 'daniel-okafor')?.xml ?? '')
const profile = read.ok ? read.value.participants[0] : undefined
if (!profile) throw new Error('the example cannot be read')
const answer = readForecast(JSON.stringify(forecast({ profile, today: '2026-11-20', paths: 20 })))
if (!answer.ok) throw new Error(answer.error.message)
const { value: reading } = answer

const tabs = page.getByRole('radiogroup', { name: 'Chart', exact: true })
const notCharts = ['All fields', 'All']
const open = async (): Promise<readonly string[]> => {
  await openForecast({
    'forecast.run': ({ inputs }) => ok(aSavedForecast(inputs, { profile, reading })),
  })
  await runButton.click()
  await expect.element(tabs).toBeVisible()
  return tabs
    .getByRole('radio')
    .elements()
    .map((radio) => radio.parentElement?.textContent.trim() ?? '')
    .filter((name) => !notCharts.includes(name))
}
const choose = (name: string): Promise<void> =>
  chooseRadio(tabs.getByRole('radio', { name, exact: true }))
const framesIn = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('section[role="group"]'),
]
const titleOf = (frame: HTMLElement): string => frame.querySelector('h3')?.textContent.trim() ?? ''

/** Checks one chart's table, image, CSV, JSON and full-window view. */
const expectEverything = async (title: string): Promise<void> => {
  const frame = page.getByRole('group', { name: title, exact: true })
  await frame.getByRole('button', { name: 'Table', exact: true }).click()
  await expect.element(frame.getByRole('table').first(), { message: title }).toBeVisible()
  await frame.getByRole('button', { name: 'Chart', exact: true }).click()
  await frame.getByRole('button', { name: `More of ${title}`, exact: true }).click()
  const offered = page.getByRole('menuitem')
  await expect.element(offered.first(), { message: title }).toBeVisible()
  const actions = offered.elements().map(({ textContent }) => textContent.trim())
  for (const action of ['Copy as CSV', 'Copy as JSON', 'Save as CSV…', 'Save as JSON…'])
    expect(actions, title).toContain(action)
  expect(actions.join(), title).toMatch(/Full window/)
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  await page.getByRole('menuitem', { name: 'Copy as image' }).click()
  await expect.poll(() => write.mock.calls.length, { message: `image of ${title}` }).toBe(1)
  const image = await write.mock.calls[0]?.[0][0]?.getType('image/png')
  expect(image?.size, title).toBeGreaterThan(3_000)
  write.mockRestore()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  frame.element().focus()
  await userEvent.keyboard('f')
  await expect
    .poll(() =>
      framesIn()
        .filter((each) => each.checkVisibility())
        .map(titleOf),
    )
    .toEqual([title])
  await expect.element(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect
    .element(page.getByRole('button', { name: 'Back', exact: true }))
    .not.toBeInTheDocument()
}

test('every chart can be shown as a table or in the full window, and saved as an image, CSV or JSON', async () => {
  const names = await open()
  expect(names).toHaveLength(11)
  for (const name of names) {
    await choose(name)
    await expect.poll(() => framesIn().length, { message: name }).toBeGreaterThan(0)
    for (const title of framesIn().map(titleOf)) await expectEverything(title)
  }
}, 180_000)

test.each([
  ['training', /a spouse’s and a survivor’s benefit are left out/],
  ['uat', /or a spouse’s benefit is in it, it does not say/],
] as const)(
  'the Social Security charts say whose benefit they show, in %s',
  async (kind, words) => {
    const saved = aSavedCase({ Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' })
    await renderPart(CaseResult, createScriptedWorld(), {
      saved: { ...saved, environment: { ...saved.environment, kind } },
    })
    await expect.element(page.getByText(words)).toBeVisible()
    await expect
      .element(page.getByText(/a spouse and a survivor are not asked about/))
      .toBeVisible()
  },
)

test('the claim age charts of Case information can be shown and saved in the same ways', async () => {
  await renderPart(CaseResult, createScriptedWorld(), {
    saved: aSavedCase({ Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' }),
  })
  const titles = framesIn().map(titleOf)
  expect(titles).toEqual(['Claim ages', 'Social Security'])
  for (const title of titles) {
    await page.getByRole('button', { name: `More of ${title}`, exact: true }).click()
    for (const action of ['Copy as image', 'Copy as CSV', 'Save as JSON…', /^Full window/])
      await expect.element(page.getByRole('menuitem', { name: action })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
})

test('every chart of accounts leaves out a hidden account, says so, and can show it again', async () => {
  await open()
  const account = 'HARBOR401K 401(k)'
  await choose('Income')
  await page.getByRole('button', { name: account }).click()
  for (const name of ['Balances', 'Balance history']) {
    await choose(name)
    const row = page.getByRole('button', { name: account })
    await expect.element(row, { message: name }).toHaveAttribute('aria-pressed', 'true')
  }
  for (const [name, left] of [
    ['Mix', null],
    ['Savings', `Pre-tax, ${account}`],
    ['Funds', account],
  ] as const) {
    await choose(name)
    const [frame] = framesIn()
    if (frame === undefined) throw new Error(`${name} has no picture`)
    const shown = page.getByRole('group', { name: titleOf(frame), exact: true })
    const back = shown.getByRole('button', { name: `Show ${account}`, exact: true })
    await expect.element(back, { message: name }).toBeVisible()
    await shown.getByRole('button', { name: 'Table', exact: true }).click()
    await expect.element(back, { message: name }).toBeVisible()
    const rows = (): string[] =>
      [...frame.querySelectorAll('tbody th')].map((cell) => cell.textContent.trim())
    if (left !== null) expect(rows(), name).not.toContain(left)
    await back.click()
    await expect.element(back).not.toBeInTheDocument()
    if (left !== null) await expect.poll(rows, { message: name }).toContain(left)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await choose('Income')
    await page.getByRole('button', { name: account }).click()
  }
}, 60_000)

test('a table and its copied text leave out the columns of a hidden account, and say so', async () => {
  await open()
  const account = 'HARBOR401K 401(k)'
  const income = page.getByRole('group', { name: 'Income by source' })
  await income.getByRole('button', { name: account }).click()
  await income.getByRole('button', { name: 'Table', exact: true }).click()
  await expect.element(income.getByRole('columnheader', { name: 'Social Security' })).toBeVisible()
  await expect.element(income.getByRole('columnheader', { name: account })).not.toBeInTheDocument()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await income.getByRole('button', { name: 'More of Income by source' }).click()
  await page.getByRole('menuitem', { name: 'Copy as JSON' }).click()
  await expect.poll(() => write.mock.calls.length).toBe(1)
  expect(write.mock.calls[0]?.[0]).toContain('Social Security')
  expect(write.mock.calls[0]?.[0]).not.toContain(`"${account}"`)
  expect(write.mock.calls[0]?.[0]).toMatch(`, without ${account}"`)
  write.mockRestore()
  await income.getByRole('button', { name: `Show ${account}` }).click()
  await expect.element(income.getByRole('columnheader', { name: account })).toBeVisible()
})
