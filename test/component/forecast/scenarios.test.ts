import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { ok } from '#shared/result.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { anInfo } from '#test/support/samples/scripted-world.ts'
import { age, openForecast, outcome, runButton } from './open-forecast.ts'
import { aSavedForecast, movedBy } from './sample-saved.ts'

/** Tests that scenarios can be named, moved, removed and restored. */

const tray = page.getByRole('region', { name: 'Scenarios' })
const at = (RetirementAge: number, id: string) =>
  aSavedForecast({ RetirementAge }, { id, reading: movedBy(1_200, RetirementAge) })
const cards = () =>
  tray
    .getByRole('listitem')
    .elements()
    .map((card) => card.querySelector('button')?.textContent ?? '')

const withBytes = z.object({ bytes: z.instanceof(Uint8Array) })

type Over = Parameters<typeof openForecast>[0]
const openTray = async (over: Over = {}) => {
  const bridge = await openForecast({
    'scenario.list': () => ok([at(64, 'early'), at(68, 'late')]),
    'scenario.describe': ({ id, scenario }) => ok({ ...at(64, id), scenario }),
    ...over,
  })
  await runButton.click()
  await expect.element(tray.getByRole('button', { name: /^Retiring at 64/ })).toBeVisible()
  return bridge
}
const choose = async (card: string, item: RegExp): Promise<void> => {
  await tray.getByRole('button', { name: `More for ${card}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('the list of scenarios', () => {
  test('shows the scenarios of earlier days, and saves changed names and notes', async () => {
    const bridge = await openTray()
    await choose('Retiring at 64', /^Name and note/)
    const dialog = page.getByRole('dialog', { name: 'Name and note' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Leave early')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Wants to travel')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(tray.getByRole('button', { name: /^Leave early/ })).toHaveFocus()
    await expect.element(tray).toMatchTextContent('Retirement age 64')
    await expect.element(tray).toMatchTextContent('Wants to travel')
    expect(bridge.asked('scenario.describe')).toMatchObject([
      { id: 'early', scenario: { name: 'Leave early', note: 'Wants to travel' } },
    ])
  })

  test('moves a card by keyboard, and that card keeps the focus', async () => {
    await openTray()
    const late = tray.getByRole('button', { name: /^Retiring at 68/ })
    late.element().focus()
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await expect.poll(() => cards()[1]).toMatch(/^Retiring at 68/)
    await expect.element(late).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await expect.poll(() => cards()[0]).toMatch(/^Today/)
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => cards().length).toBe(2)
  })

  test('moves the focus to the next card when a card is removed, and back after Undo', async () => {
    await openTray()
    await choose('Retiring at 64', /^Take off the tray/)
    await expect.element(tray.getByRole('button', { name: /^Retiring at 68/ })).toHaveFocus()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect.element(tray.getByRole('button', { name: /^Retiring at 64/ })).toHaveFocus()
  })

  test('returns the focus to the Compare button when the comparison closes', async () => {
    await openTray()
    await tray.getByRole('checkbox', { name: 'Compare Today' }).click()
    await tray.getByRole('checkbox', { name: 'Compare Retiring at 64' }).click()
    const compare = tray.getByRole('button', { name: 'Compare', exact: true })
    await compare.click()
    await page.getByRole('button', { name: 'Close the comparison' }).click()
    await expect.element(compare).toHaveFocus()
  })

  test('puts a pinned card first', async () => {
    await openTray()
    await choose('Retiring at 68', /^Pin/)
    await expect.poll(() => cards()[1]).toMatch(/Retiring at 68/)
  })

  test('reports a failed save, and restores the card', async () => {
    await openTray({
      'scenario.describe': refusal({ code: 'records.diskFull', message: 'The disk is full.' }),
    })
    await choose('Retiring at 64', /^Take off the tray/)
    await expect.element(page.getByText(/disk is full/i).first()).toBeVisible()
    await expect.element(tray.getByRole('button', { name: /^Retiring at 64/ })).toBeVisible()
  })

  test('can show an unsaved run again', async () => {
    const tried = at(66, 'tried')
    await openTray({
      'scenario.unkept': () => {
        const { id, kind, savedAt, environment, inputs } = tried
        return ok([{ id, kind, savedAt, environment, inputs }])
      },
      'scenario.openUnkept': () => ok(tried),
    })
    await tray.getByRole('button', { name: 'Not kept (1)' }).click()
    await page.getByRole('menuitem', { name: /^Retiring at 66/ }).click()
    await expect.element(age).toHaveValue('66')
    await expect.element(outcome).toMatchTextContent('retires at 66')
  })

  test('copies the screen as a note without identifiers', async () => {
    let copied = ''
    const clipboard = { writeText: (text: string) => Promise.resolve(void (copied = text)) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await openTray()
    await tray.getByRole('button', { name: /^Retiring at 68/ }).click()
    await page.getByRole('button', { name: 'Copy for CRM' }).click()
    await expect.poll(() => copied).toContain('Tried: retirement age 68')
    expect(copied).toContain('Training – simulated')
    expect(copied).toMatch(/^Today: \$4,320 a month in average markets/m)
    expect(copied).toContain('Hypothetical; not a guarantee.')
    expect(copied).not.toContain(at(68, 'late').subject.participantId)
  })

  test('compares the recommendation with the tried values, and collapses equal rows', async () => {
    await openTray({
      'scenario.list': () =>
        ok([
          at(64, 'early'),
          { ...at(68, 'late'), scenario: { ...plainScenario, name: 'Work on' } },
        ]),
    })
    await expect.element(tray.getByRole('button', { name: /^Work on/ })).toBeVisible()
    await tray.getByRole('checkbox', { name: 'Compare Retiring at 64' }).click()
    await tray.getByRole('checkbox', { name: 'Compare Work on' }).click()
    await userEvent.keyboard('{F5}')
    await expect.element(tray).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(tray.getByRole('checkbox', { name: 'Compare Work on' })).toBeChecked()
    await tray.getByRole('button', { name: 'Compare', exact: true }).click()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    const heading = comparison.getByRole('heading', { name: 'Compare scenarios' })
    await expect.element(heading).toHaveFocus()
    await expect.element(heading).toBeInViewport({ ratio: 1 })
    await expect.element(comparison.getByRole('row').nth(2)).toBeInViewport({ ratio: 1 })
    const heads = comparison.getByRole('columnheader')
    await expect
      .poll(() => heads.elements().map((head) => head.textContent.trim()))
      .toEqual(['What differs', 'Retiring at 64', 'Work on'])
    await expect.element(comparison).toMatchTextContent(/Retirement age, asked\s*64\s*68/)
    expect(comparison.element().textContent).not.toContain('Salary, asked')
    await comparison.getByRole('checkbox', { name: 'Work on: recommended' }).click()
    await expect.poll(() => heads.elements().length).toBe(4)
    await comparison.getByRole('button', { name: /^Show what is the same/ }).click()
    await expect.element(comparison).toMatchTextContent('Salary, asked')
  })

  test('exports a comparison as JSON and CSV with real numbers and units in the names', async () => {
    const bridge = await openTray({
      'app.info': () => ok(anInfo({ host: 'desktop' })),
      'export.save': () => ok({ fileName: 'comparison.json', folder: 'Documents' }),
    })
    await tray.getByRole('checkbox', { name: 'Compare Today' }).click()
    await tray.getByRole('checkbox', { name: 'Compare Retiring at 68' }).click()
    await tray.getByRole('button', { name: 'Compare', exact: true }).click()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    await comparison.getByRole('button', { name: 'JSON' }).click()
    await expect.poll(() => bridge.asked('export.save').length).toBe(1)
    const savedText = (at: number): string =>
      new TextDecoder().decode(withBytes.parse(bridge.asked('export.save')[at]).bytes)
    const income = 'Average markets, dollars a month'
    expect(JSON.parse(savedText(0))).toMatchObject({
      table: 'Comparison of scenarios',
      rows: [
        { Strategy: 'Today', 'Retirement age, asked': null, [income]: 4320 },
        { Strategy: 'Retiring at 68', 'Retirement age, asked': 68, [income]: 4420 },
      ],
    })
    await comparison.getByRole('button', { name: 'CSV' }).click()
    await expect.poll(() => bridge.asked('export.save').length).toBe(2)
    expect(savedText(1)).toMatch(/^Strategy,Forecast at,[^\r]*"Average markets, dollars a month"/)
  })
})
