import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import {
  aListFile,
  aListView,
  listId,
  listScripts,
  sentCounts,
} from '#test/support/samples/scripted-lists.ts'
import {
  anEnvironment,
  anInfo,
  createScriptedWorld,
  someSettings,
} from '#test/support/samples/scripted-world.ts'
import { dialog, here, hostWith } from './list-screen.ts'

describe('the overview of lists', () => {
  test('says how to begin if there are none, and offers an example while Training is in use', async () => {
    const bridge = createScriptedWorld({
      'training.exampleList': () =>
        ok({ fileName: 'example opt-outs.csv', bytes: new Uint8Array([65]) }),
    })
    await renderApp(bridge, '/opt-out/lists')
    await expect.element(page.getByRole('heading', { name: 'No list yet' })).toBeVisible()
    const holder = { view: aListView({ state: 'mapping' }) }
    bridge.script(listScripts(holder))
    await page.getByRole('button', { name: 'Try it with a list of examples' }).click()
    await expect.element(page.getByRole('heading', { name: 'How the file was read' })).toBeVisible()
    expect(bridge.asked('list.open')).toMatchObject([{ fileName: 'example opt-outs.csv' }])
  })

  test('offers no example outside Training', async () => {
    const uat = anEnvironment({ id: 'uat', name: 'Acme UAT', kind: 'uat' })
    const bridge = createScriptedWorld({
      'environments.list': () => ok([uat]),
      'settings.get': () => ok(someSettings({ activeEnvironmentId: 'uat' })),
    })
    await renderApp(bridge, '/opt-out/lists')
    await expect.element(page.getByRole('button', { name: 'Choose a list (CSV)' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Try it with a list of examples' }).elements()).toEqual(
      [],
    )
  })

  test('offers to continue a list that a crash cut off, and shows its progress', async () => {
    const cut = aListView(
      {
        state: 'paused',
        why: 'The program ended in the middle.',
        startedAt: '2026-11-20T13:05:00.000Z',
      },
      { ready: 5688, accepted: 4310, inDoubt: 2, invalid: 0, skipped: 0 },
    )
    await renderApp(hostWith(cut), '/opt-out/lists')
    await expect
      .element(page.getByText('4,312 of 10,000 rows have an outcome.', { exact: false }))
      .toBeVisible()
    await expect
      .element(
        page.getByRole('navigation', { name: 'Areas' }).getByText('Paused at 4,312 of 10,000'),
      )
      .toBeVisible()
    await page.getByRole('link', { name: /Review and resume/ }).click()
    await expect
      .element(page.getByRole('button', { name: 'Go on: send 5,688 opt-outs to Training' }))
      .toBeVisible()
  })

  test('explains a file that is not a table, and offers to choose another file', async () => {
    const bridge = hostWith(aListView())
    bridge.script({
      'list.open': refusal({ code: 'input.invalid', message: 'The file has no rows.' }),
    })
    await renderApp(bridge, '/opt-out/lists')
    await expect.element(page.getByRole('link', { name: 'opt-outs november.csv' })).toBeVisible()
    const carried = new DataTransfer()
    carried.items.add(new File([''], 'empty.csv'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, cancelable: true }))
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The file has no rows/)
    expect(bridge.asked('participant.open')).toEqual([])
  })

  test('asks before removing a list, and says which data is kept', async () => {
    const done = aListView({ state: 'done', startedAt: '2026-11-20T13:05:00.000Z' }, sentCounts)
    const bridge = hostWith(done)
    await renderApp(bridge, '/opt-out/lists')
    await page.getByRole('button', { name: 'Remove opt-outs november.csv' }).click()
    await expect
      .element(dialog)
      .toMatchTextContent(/What was sent stays sent, and its 9,812 receipts stay/)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByRole('heading', { name: 'No list yet' })).toBeVisible()
    expect(bridge.asked('list.remove')).toEqual([{ listId }])
  })
})

describe('the reading of the file:', () => {
  test('encoding and header can be changed, a missing column is named, and the check uses the chosen columns', async () => {
    const mapping = {
      participantId: 0,
      firstName: 1,
      lastName: null,
      planId: 3,
      planType: 4,
      reason: null,
    }
    const holder = {
      view: aListView({ state: 'mapping', environment: null }),
      file: aListFile({ mapping }),
    }
    const bridge = createScriptedWorld(listScripts(holder))
    await renderApp(bridge, here)
    await expect
      .element(page.getByText('Still to say: which column holds Last name.'))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Check 10,000 rows' })).toBeDisabled()
    await page.getByRole('switch', { name: 'The first line names the columns' }).click()
    await expect
      .poll(() => bridge.asked('list.read').at(-1))
      .toEqual({
        listId,
        reading: { encoding: 'windows-1252', delimiter: ';', hasHeader: false, skip: 0 },
      })
    await page.getByRole('combobox', { name: 'Last name', exact: false }).click()
    await page.getByRole('option', { name: 'Last', exact: true }).click()
    await page.getByLabelText('Reason if the row has none').fill('Prefers own choice')
    const main = document.querySelector('main')
    main?.scrollTo({ top: 400 })
    expect(main?.scrollTop).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Check 10,000 rows' }).click()
    await expect.element(page.getByRole('button', { name: 'All rows 10,000' })).toBeVisible()
    await expect
      .element(page.getByRole('heading', { name: 'opt-outs november.csv' }))
      .toBeInViewport({ ratio: 1 })
    await expect.poll(() => main?.scrollTop).toBe(0)
    expect(bridge.asked('list.check')).toEqual([
      {
        listId,
        mapping: { ...mapping, lastName: 2 },
        defaults: { planType: '', reason: 'Prefers own choice', planSeparator: '' },
        to: { environmentId: 'training', place: 'training', name: 'Training' },
      },
    ])
  })
})

describe('a file whose encoding is uncertain', () => {
  const choices = [
    { encoding: 'cp850', lines: ['P-1,Ana,Øen'] },
    { encoding: 'cp437', lines: ['P-1,Ana,¥en'] },
  ] as const
  test('is checked only after a person has chosen the encoding in which its lines look right', async () => {
    const holder = {
      view: aListView({ state: 'mapping', environment: null }),
      file: aListFile({
        encoding: 'cp850',
        encodingChoices: choices.map(({ encoding, lines }) => ({ encoding, lines: [...lines] })),
        skip: 2,
      }),
    }
    const bridge = createScriptedWorld(listScripts(holder))
    await renderApp(bridge, here)
    await expect.element(page.getByText('Still to say: which encoding reads right.')).toBeVisible()
    await expect.element(page.getByText('P-1,Ana,Øen')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Check 10,000 rows' })).toBeDisabled()
    holder.file = aListFile({ encoding: 'cp437', skip: 2 })
    await page.getByRole('button', { name: 'DOS, code page 437' }).click()
    await expect
      .poll(() => bridge.asked('list.read').at(-1))
      .toEqual({ listId, reading: { encoding: 'cp437', delimiter: ';', hasHeader: true, skip: 2 } })
    await expect.element(page.getByRole('button', { name: 'Check 10,000 rows' })).toBeEnabled()
    const skip = page.getByRole('spinbutton', { name: 'Lines to skip above' })
    await expect.element(skip).toHaveValue(2)
    await skip.fill('3')
    await userEvent.tab()
    await expect
      .poll(() => bridge.asked('list.read').at(-1))
      .toEqual({ listId, reading: { encoding: 'cp437', delimiter: ';', hasHeader: true, skip: 3 } })
  })
})

describe('without a keychain,', () => {
  const memoryOnly = anInfo({
    keychain: {
      kind: 'memory',
      reason: 'moduleMissing',
      message: 'the system library libsecret is missing.',
    },
    savedRecords: {
      persistent: false,
      message: 'There is no system keychain. Results are kept until Glidepath closes.',
    },
  })

  test('the screen says that a list is kept until the program closes, and that an earlier list is gone', async () => {
    const note = 'Without the keychain, this list is kept until Glidepath closes.'
    const holder = {
      view: aListView({ state: 'mapping', environment: null }),
      file: aListFile({ notes: [note] }),
    }
    const bridge = createScriptedWorld({
      ...listScripts(holder),
      'app.info': () => ok(memoryOnly),
    })
    const { router } = await renderApp(bridge, here)
    await expect.element(page.getByText(note)).toBeVisible()
    await expect
      .element(
        page.getByText(
          /Kept until Glidepath closes, because the system library libsecret is missing/,
        ),
      )
      .toBeVisible()
    await page.getByRole('button', { name: 'Check 10,000 rows' }).click()
    await expect
      .element(page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' }))
      .toBeVisible()
    await router.push('/opt-out/lists/00000000-0000-4000-8000-000000000000')
    await expect
      .element(page.getByRole('heading', { name: 'This list is no longer there' }))
      .toBeVisible()
    await expect.element(page.getByText(/it was kept only until Glidepath closed/)).toBeVisible()
  })
})

describe('the rows of a list:', () => {
  test('only the visible rows of 10,000 are fetched and rendered, and the keyboard reaches the last row', async () => {
    const bridge = hostWith(aListView())
    await renderApp(bridge, here)
    const grid = page.getByRole('grid', { name: 'Rows' })
    await expect.element(grid).toHaveAttribute('aria-rowcount', '10001')
    expect(page.getByRole('row').elements().length).toBeLessThan(60)
    expect(bridge.asked('list.rows').length).toBeLessThan(4)
    grid.element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(page.getByLabelText('The chosen row')).toMatchTextContent(/Row 3, line 4/)
    await userEvent.keyboard('{End}')
    await expect
      .element(page.getByLabelText('The chosen row'))
      .toMatchTextContent(/Row 10,000, line 10,001/)
    expect(bridge.asked('list.rows').length).toBeLessThan(10)
  })

  test('after an error the rows are shown again, scrolled to the selected row', async () => {
    const holder = { view: aListView() }
    const bridge = createScriptedWorld(listScripts(holder))
    await renderApp(bridge, here)
    const grid = page.getByRole('grid', { name: 'Rows' })
    await expect.element(grid).toHaveAttribute('aria-rowcount', '10001')
    grid.element().focus()
    await userEvent.keyboard('{End}')
    const last = page.getByRole('row', { name: /^10,000 / })
    await expect.element(last).toBeInViewport()
    bridge.script({ 'list.rows': refusal({ code: 'lock.locked', message: 'It is locked.' }) })
    bridge.emit('records.changed', {})
    await expect.element(page.getByText('It is locked.')).toBeVisible()
    await expect.element(grid).not.toBeInTheDocument()
    bridge.script(listScripts(holder))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(last).toBeInViewport()
    await expect.element(last).toHaveAttribute('aria-selected', 'true')
  })

  test('a filter shows only rows in the chosen state, with every message readable', async () => {
    const bridge = hostWith(aListView())
    await renderApp(bridge, here)
    await page.getByRole('button', { name: 'To fix 120' }).click()
    await expect
      .element(page.getByRole('grid', { name: 'Rows' }))
      .toHaveAttribute('aria-rowcount', '121')
    expect(bridge.asked('list.rows').at(-1)).toMatchObject({ states: ['invalid'], offset: 0 })
    const detail = page.getByLabelText('The chosen row')
    await expect.element(detail.getByText('Participant id is missing.')).toBeVisible()
  })
})
