import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallListRow, CallListView } from '#shared/call-first/channels.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp, type Rendered } from '#test/support/screens/render-app.ts'
import type { ScriptedBridge, Scripts } from '#test/support/doubles/scripted-bridge.ts'
import {
  aCallList,
  aCallListRow,
  callListFigures,
} from '#test/support/samples/scripted-call-list.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld, someSettings } from '#test/support/samples/scripted-world.ts'

const several = anOpened({
  fileName: 'team.xml',
  participants: [aProfile(), aProfile({ userId: 'P-2', firstName: 'Bea' })],
})
const blank = [0, 1, 2].map((row) =>
  aCallListRow({ row, name: ['Maya Torres', 'Marcus Bell', 'Victor Alvarez'][row] ?? '' }),
)
const done: readonly CallListRow[] = [
  { ...blank[0], figures: callListFigures({ average: 3651, retireAt: 68, adds: 466 }) },
  { ...blank[1], figures: callListFigures({ average: 1882, poor: 1700, adds: 1204 }) },
  {
    ...blank[2],
    figures: callListFigures({ average: 4724, poor: 4042, adds: 64 }),
  },
].map((row) => aCallListRow(row))

/** Opens the call list for a file with several participants from its profile, as a user does. */
const openList = async (
  view: () => CallListView,
  more: Scripts = {},
): Promise<Rendered & { readonly bridge: ScriptedBridge }> => {
  const bridge = createScriptedWorld({
    'participant.open': () => ok(several),
    'callFirst.openFile': () => ok({ callListId: 'call-list-1' }),
    'callFirst.get': () => ok(view()),
    'callFirst.close': () => ok({}),
    ...more,
  })
  const rendered = await renderApp(bridge, '/advise')
  await page
    .getByRole('button', { name: /Maria Alvarez/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Whom to call first' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Whom to call first' }))
    .toBeVisible()
  return { ...rendered, bridge }
}
const names = (): readonly string[] =>
  [...document.querySelectorAll('[role="grid"] tbody tr[aria-rowindex] td:nth-child(2)')].map(
    (cell) => cell.textContent.trim(),
  )

describe('Whom to call first:', () => {
  test('the forecast screen links back to the list and to the next participant in the list’s order', async () => {
    let at = 0
    const { bridge, router } = await openList(() => aCallList(done), {
      'callFirst.openOnly': () => ok(anOpened({ handle: `alone-${(at += 1)}` })),
      'settings.get': () => ok(someSettings({ runOnChange: 'never' })),
    })
    await page.getByRole('gridcell', { name: 'Marcus Bell' }).click()
    await userEvent.keyboard('{Enter}')
    const pager = page.getByRole('navigation', { name: 'Whom to call first' })
    await expect.element(pager).toMatchTextContent('1 of 3')
    await pager.getByRole('button', { name: 'Next participant of the list' }).click()
    await expect.element(pager).toMatchTextContent('2 of 3')
    expect(bridge.asked('callFirst.openOnly')).toMatchObject([{ row: 1 }, { row: 0 }])
    await pager.getByRole('link', { name: /Whom to call first/ }).click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/call-first')
  })

  test('the key P opens the selected participant’s report, which links back to the list', async () => {
    const { router } = await openList(() => aCallList(done), {
      'report.sources': () =>
        ok({ participant: 'Marcus Bell', todays: [], plans: [], notOffered: '' }),
    })
    await page.getByRole('gridcell', { name: 'Marcus Bell' }).click()
    await userEvent.keyboard('p')
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/report')
    expect(router.currentRoute.value.query).toEqual({ today: callListFigures().recordId })
    await page.getByRole('link', { name: 'Whom to call first' }).click()
    await expect.poll(() => router.currentRoute.value.path).toBe('/advise/call-first')
  })

  test('earlier submissions and doubts about the data appear beside the name and in the details', async () => {
    const doubts = [['The participant has a negative salary, −$5.']]
    const at = new Date(2026, 10, 27, 12).toISOString()
    const mark = { receiptId: 'r', operation: 'enroll', inDoubt: false, at } as const
    const marks = [{ ...mark, planIds: [] }]
    await openList(() =>
      aCallList(done.map((row) => (row.row === 0 ? { ...row, doubts, marks } : row))),
    )
    const row = page.getByRole('row', { name: /Doubtful: The participant has a negative salary/ })
    await row.getByRole('gridcell').nth(2).click()
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/Enrolled Nov 27, 2026\. The participant has a negative salary, −\$5\./)
  })

  test('before any forecast, figures are shown as en dashes, and the button says how many participants it will forecast', async () => {
    await openList(() => aCallList(blank))
    await expect
      .element(page.getByText('team.xml · 3 participants · nobody forecast yet'))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Forecast all 3' })).toBeEnabled()
    await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
    expect(names()).toEqual(['Maya Torres', 'Marcus Bell', 'Victor Alvarez'])
  })

  test('a run shows each row as it arrives, and can be canceled', async () => {
    const answer = Promise.withResolvers<CallListView>()
    const { bridge } = await openList(() => aCallList(blank), {
      'callFirst.run': async () => ok(await answer.promise),
      'job.cancel': () => ok({}),
    })
    await page.getByRole('button', { name: 'Forecast all 3' }).click()
    await expect
      .element(page.getByText('Forecasting in Training, each participant alone'))
      .toBeVisible()
    await expect
      .element(page.getByText('Goes on while you look elsewhere, and while the program is locked.'))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Forecast all 3' })).toBeDisabled()
    bridge.emit('callFirst.moved', {
      callListId: 'call-list-1',
      running: true,
      rows: [...done.slice(1, 2)],
    })
    await expect.poll(names).toEqual(['Marcus Bell', 'Maya Torres', 'Victor Alvarez'])
    await expect.element(page.getByRole('gridcell', { name: '$2,140 short' })).toBeVisible()
    bridge.emit('callFirst.moved', { callListId: 'another', running: true, rows: [...done] })
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(bridge.asked('job.cancel')).toHaveLength(1)
    answer.resolve(
      aCallList([...blank.slice(0, 1), ...done.slice(1, 2), ...blank.slice(2)], {
        why: 'You canceled it.',
      }),
    )
    await expect.element(page.getByText('You canceled it.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Forecast the other 2' })).toBeVisible()
    expect(bridge.asked('callFirst.run')).toMatchObject([
      {
        callListId: 'call-list-1',
        scope: 'all',
        to: { environmentId: 'training', place: 'training' },
      },
    ])
  })

  test('a finished run shows its counts, orders the rows by gap, and shows what closes a gap if that is known', async () => {
    const { bridge } = await openList(() => aCallList(done))
    await expect.poll(names).toEqual(['Marcus Bell', 'Maya Torres', 'Victor Alvarez'])
    const tile = (label: string) =>
      page.getByRole('term').filter({ hasText: label }).element().parentElement?.textContent
    expect(tile('short in average markets')).toMatch(/2$/)
    expect(tile('enough in poor markets')).toMatch(/1$/)
    expect(tile('a month, the most one call adds')).toContain('$1,204')
    expect(
      page
        .getByText(/^Retire at/)
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Retire at 68'])
    await expect.element(page.getByText(/from Nov 20, 2026/)).toBeVisible()
    await page.getByRole('button', { name: 'Recommended adds' }).click()
    await expect
      .element(page.getByRole('columnheader', { name: 'Recommended adds' }))
      .toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['Marcus Bell', 'Maya Torres', 'Victor Alvarez'])
    await page.getByRole('searchbox', { name: 'Search the list' }).fill('torres')
    await expect.poll(names).toEqual(['Maya Torres'])
    expect(bridge.asked('callFirst.run')).toEqual([])
  })

  test('a row without a goal shows its income, and one without an income says so', async () => {
    const rows = [callListFigures({ goal: null }), callListFigures({ average: null })].map(
      (figures, row) => aCallListRow({ row, name: ['Ada Open', 'Bea Blank'][row] ?? '', figures }),
    )
    await openList(() => aCallList(rows))
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await expect
      .element(row('Ada Open').getByText('$3,120 a month, no goal', { exact: true }))
      .toBeVisible()
    await expect
      .element(row('Bea Blank').getByText('no income in the answer', { exact: true }))
      .toBeVisible()
  })

  test('a row also shows the change in poor markets if it goes the other way there', async () => {
    const rows = [callListFigures({ adds: -12, addsPoor: 39 }), callListFigures({ adds: 64 })].map(
      (figures, row) => aCallListRow({ row, name: ['Luis Split', 'Ada Same'][row] ?? '', figures }),
    )
    await openList(() => aCallList(rows))
    const adds = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('gridcell')
        .nth(5)
    await expect.element(adds('Luis Split')).toMatchTextContent(/^−\$12\s*\+\$39 in poor markets$/)
    await expect.element(adds('Ada Same')).toMatchTextContent(/^\+\$64$/)
  })

  test('after a submission, a row says when that was sent, and what is left of the recommendation', async () => {
    const mark = { receiptId: 'r', inDoubt: false, at: '2026-11-20T15:04:05Z', planIds: [] }
    const marks = [{ ...mark, operation: 'enroll' as const }]
    const row = (name: string, adds: number | null, sent: 'counted' | 'unknown', number: number) =>
      aCallListRow({
        ...{ row: number, name, marks },
        figures: { ...callListFigures({ adds, average: 3000 - number }), sent },
      })
    await openList(() =>
      aCallList([
        row('Ada All', 0, 'counted', 2),
        row('Bea Part', 64, 'counted', 1),
        row('Cy Unknown', null, 'unknown', 0),
      ]),
    )
    const adds = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('gridcell')
        .nth(5)
    await expect.element(adds('Ada All')).toMatchTextContent(/^nothing left$/)
    await expect.element(adds('Bea Part')).toMatchTextContent(/^\+\$64 left$/)
    await expect.element(adds('Cy Unknown')).toMatchTextContent(/^not known$/)
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/Ada All .*Enrolled Nov 20, 2026\. The figures include what was sent\./)
  })

  test('failed rows show the reason and keep earlier figures, and a second run sends only the failed rows', async () => {
    const problem = { code: 'service.rejected', message: 'The service turned it down.' } as const
    const rows = [{ ...done[0], problem }, { ...blank[1], problem }, done[2]].map((row) =>
      aCallListRow(row),
    )
    const { bridge } = await openList(
      () =>
        aCallList(rows, {
          why: 'The service failed 5 times in a row, so nothing more was asked for.',
        }),
      {
        'callFirst.run': () => ok(aCallList(done)),
      },
    )
    await expect.element(page.getByText(/2 forecasts failed\./)).toBeVisible()
    await expect.element(page.getByText(/The service failed 5 times in a row/)).toBeVisible()
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/turned it down.*earlier forecast/)
    await page.getByRole('button', { name: 'Run those that failed again' }).click()
    await expect.element(page.getByText(/2 forecasts failed\./)).not.toBeInTheDocument()
    expect(bridge.asked('callFirst.run')).toMatchObject([{ scope: 'failed' }])
  })

  test('an unreadable file is listed with the reason, and cannot be opened', async () => {
    const damaged = aCallListRow({
      row: 3,
      fileName: 'bad.xml',
      participantId: '',
      name: '',
      sendable: false,
      problem: { code: 'participant.notWellFormed', message: '<b> is not closed.' },
    })
    const { bridge } = await openList(() =>
      aCallList([...done, damaged], { kind: 'folder', name: 'November', files: 4 }),
    )
    await expect
      .element(page.getByText(/November, 4 files · 3 participants · 1 file cannot be read/))
      .toBeVisible()
    page.getByRole('grid').element().focus()
    await userEvent.keyboard('{End}{Enter}')
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/bad\.xml.*not closed.*Nothing is sent for this file/)
    expect(bridge.asked('callFirst.openOnly')).toEqual([])
  })

  test('on the keyboard, arrows select a row, Space marks it, Enter opens one participant, and Escape goes back', async () => {
    const alone = anOpened({ handle: 'alone', fileName: 'torres.xml' })
    const { bridge, router } = await openList(() => aCallList(done), {
      'callFirst.openOnly': () => ok(alone),
    })
    await expect.poll(names).toHaveLength(3)
    page.getByRole('grid').element().focus()
    await userEvent.keyboard('{ArrowDown} ')
    await expect.element(page.getByText(/1 marked/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { level: 1, name: /Alvarez/ })).toBeVisible()
    await page.getByRole('button', { name: 'Whom to call first' }).click()
    await expect.element(page.getByText(/1 marked/)).toBeVisible()
    expect(bridge.asked('callFirst.openFile')).toHaveLength(1)
    await expect.element(page.getByRole('grid')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => bridge.asked('callFirst.openOnly'))
      .toEqual([{ callListId: 'call-list-1', row: 0 }])
    await expect
      .poll(() => router.currentRoute.value.path, { timeout: 20_000 })
      .toBe('/advise/forecast')
    expect(bridge.asked('participant.close')).not.toContainEqual({ handle: several.handle })
    // Back on the list, keyboard focus continues at the same row.
    router.back()
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/Maya Torres/)
    await expect.element(page.getByRole('grid')).toHaveFocus()
  })

  test('only a few of five hundred rows are rendered, and each tells screen readers its position', async () => {
    const many = Array.from({ length: 500 }, (_, row) =>
      aCallListRow({
        row,
        name: `Person ${row}`,
        figures: callListFigures({ average: 3772 + row }),
      }),
    )
    await openList(() => aCallList(many))
    await expect.poll(() => names().length).toBeGreaterThan(5)
    expect(names().length).toBeLessThan(80)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '501')
    page.getByRole('grid').element().focus()
    await userEvent.keyboard('{End}')
    await expect
      .element(page.getByRole('row', { selected: true }))
      .toHaveAttribute('aria-rowindex', '501')
    await expect
      .element(page.getByRole('status', { name: 'The chosen participant' }))
      .toMatchTextContent(/Person 499/)
  })

  test('a list that main has closed is reported, with a way to open it again', async () => {
    await openList(() => aCallList(done), {
      'callFirst.get': () =>
        fail({ code: 'participant.notOpen', message: 'This list is no longer open.' }),
    })
    await expect.element(page.getByText('This list is no longer open.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Open a folder…' })).toBeVisible()
  })
})
