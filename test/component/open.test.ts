import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { doubtsOf } from '#shared/participant/doubts.ts'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { aProfile, anOpened } from '#test/support/samples/scripted-people.ts'
import { anInfo, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const example = page.getByRole('button', { name: /Maria Alvarez age 46/ })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

const drop = (file: File): void => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    )
}

afterEach(() => vi.restoreAllMocks())

describe('opening a participant:', () => {
  test('an example shows the participant, the balances, and the warnings with their lines', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    await example.click()
    await expect.element(heading('Maria Alvarez')).toBeVisible()
    await expect.element(page.getByText('$308,475', { exact: true }).first()).toBeVisible()
    await expect.element(page.getByText('Line 14')).toBeVisible()
    expect(bridge.asked('participant.open')).toEqual([{ kind: 'example', id: 'mid' }])
  })

  test('every dollar figure in the profile, and its contribution limit, can be explained', async () => {
    const doubt = doubtsOf({ ...aProfile(), salary: -5 }, new Date()).at(0) ?? []
    const [contribution] = aProfile().contributions
    if (contribution === undefined) throw new Error('no contribution')
    const profile = aProfile({
      salaryPeriod: 'twoWeeks',
      contributions: [
        { ...contribution, rate: 4, amount: 3_500, period: 'month' },
        {
          ...contribution,
          kind: 'employer',
          attributes: { MatchRate: '50', MatchLimit: '6', MatchMaxAmount: '3000' },
        },
      ],
    })
    const warnings = [{ line: 9, column: 1, message: doubt }]
    await renderApp(
      createScriptedWorld({
        'participant.open': () => ok(anOpened({ participants: [profile], warnings })),
      }),
    )
    await example.click()
    await expect.element(heading('Maria Alvarez')).toBeVisible()
    const body = page.getByRole('main')
    await expect.element(body).toMatchTextContent('every two weeks in the file')
    await expect.element(body).toMatchTextContent('at most $3,000 a year')
    await expect.element(body).toMatchTextContent('has a negative salary, −$5.')
    const walker = document.createTreeWalker(body.element(), NodeFilter.SHOW_TEXT)
    const bare: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (/\$\d/.test((node.textContent ?? '').replaceAll('per $1', '')))
        if (!node.parentElement?.hasAttribute('data-figure')) bare.push(node.textContent ?? '')
    expect(bare).toEqual([])
    const explanation = page.getByRole('dialog', { name: /^Explain this number/ })
    body.getByRole('button', { name: '75%', exact: true }).first().element().focus()
    await userEvent.keyboard('e')
    await expect.element(explanation).toMatchTextContent('Contribution limit of')
    await userEvent.keyboard('{Escape}')
    await body.getByRole('button', { name: '−$5' }).click()
    await expect.element(explanation).toMatchTextContent('Salary: −5')
  })

  test('a file that cannot be read is reported with line and column, and the page stays unchanged', async () => {
    const bridge = createScriptedWorld({
      'participant.open': refusal({
        code: 'participant.notWellFormed',
        message: 'alvarez.xml is not well-formed.',
        line: 12,
        column: 41,
      }),
    })
    await renderApp(bridge)
    await example.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Line 12, column 41/)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/nothing was sent/)
    await expect.element(heading('Open a participant')).toBeVisible()
  })

  test('a file that cannot be read leaves the open participant in place', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    await example.click()
    await expect.element(heading('Maria Alvarez')).toBeVisible()
    bridge.script({
      'participant.open': refusal({ code: 'participant.empty', message: 'The file is empty.' }),
    })
    drop(new File([''], 'empty.xml'))
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(heading('Maria Alvarez')).toBeVisible()
  })

  test('a dropped file is sent to main byte for byte', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    await expect.element(heading('Open a participant')).toBeVisible()
    drop(new File([new Uint8Array([0xff, 0xfe, 0x3c, 0x00])], 'utf16.xml'))
    await expect.element(heading('Maria Alvarez')).toBeVisible()
    expect(bridge.asked('participant.open')).toEqual([
      { kind: 'file', name: 'utf16.xml', bytes: new Uint8Array([0xff, 0xfe, 0x3c, 0x00]) },
    ])
  })

  test('a file over the size limit is refused before it is read', async () => {
    const bridge = createScriptedWorld({
      'app.info': () => ok(anInfo({ maxParticipantBytes: 10 })),
    })
    await renderApp(bridge)
    await expect.element(page.getByText(/up to 10 bytes/)).toBeVisible()
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
    drop(new File(['more than ten bytes'], 'big.xml'))
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/big\.xml has 19 bytes; at most 10 bytes/)
    expect(read).not.toHaveBeenCalled()
    expect(bridge.asked('participant.open')).toEqual([])
  })

  test('Ctrl+O opens the file dialog wherever the focus is', async () => {
    await renderApp(createScriptedWorld())
    await expect.element(heading('Open a participant')).toBeVisible()
    const picked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
    await userEvent.keyboard('{Control>}o{/Control}')
    expect(picked).toHaveBeenCalledTimes(1)
  })

  test('Clear list removes the recent files', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    const clear = page.getByRole('button', { name: 'Clear list' })
    await clear.click()
    await expect.element(clear).not.toBeInTheDocument()
    expect(bridge.asked('participant.forgetRecents')).toEqual([{}])
  })

  test('one of several participants in a file can be chosen for display', async () => {
    const people = [
      aProfile(),
      aProfile({ firstName: 'Walter', lastName: 'Nguyen', userId: 'P-2' }),
    ]
    const bridge = createScriptedWorld({
      'participant.open': () => ok(anOpened({ participants: people })),
      'participant.choose': ({ index }) => ok(anOpened({ participants: people, chosen: index })),
    })
    await renderApp(bridge)
    await example.click()
    await expect
      .element(
        page.getByText(/Training takes files of one participant only: open the one you mean/),
      )
      .toBeVisible()
    await page.getByRole('button', { name: 'Show Walter Nguyen' }).click()
    await expect.element(heading('Walter Nguyen')).toBeVisible()
    expect(bridge.asked('participant.choose')).toEqual([{ handle: 'handle-1', index: 1 }])
  })

  test('one of 500 participants is found by name and opened alone, and a button shows the whole file again', async () => {
    const people = Array.from({ length: 500 }, (_, index) =>
      aProfile({ firstName: 'Person', lastName: `Nr${index}`, userId: `U-${index}` }),
    )
    const whole = anOpened({ participants: people, fileName: 'all.xml' })
    const bridge = createScriptedWorld({
      'participant.open': () => ok(whole),
      'participant.openOnly': ({ index }) =>
        ok(
          anOpened({
            handle: 'part',
            participants: people.slice(index, index + 1),
            partOf: { fileName: 'all.xml', number: index + 1, participants: 500 },
          }),
        ),
    })
    await renderApp(bridge)
    await example.click()
    await expect.element(page.getByText('This file holds 500 participants')).toBeVisible()
    expect(
      document.querySelectorAll('[aria-label="Participants in the file"] tbody tr').length,
    ).toBeLessThan(60)
    await expect.element(page.getByRole('button', { name: 'Run forecast' })).toBeDisabled()
    await page.getByRole('searchbox', { name: 'Search the participants of the file' }).fill('nr417')
    await expect.element(page.getByText('1 of 500')).toBeVisible()
    await page.getByRole('button', { name: 'Open only Person Nr417' }).click()
    await expect.element(heading('Person Nr417')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Run forecast' })).toBeEnabled()
    expect(bridge.asked('participant.openOnly')).toEqual([{ handle: 'handle-1', index: 417 }])
    expect(bridge.asked('participant.close')).toEqual([])
    await page.getByRole('button', { name: /All 500 participants of all\.xml/ }).click()
    await expect.element(page.getByText('This file holds 500 participants')).toBeVisible()
    expect(bridge.asked('participant.close')).toEqual([{ handle: 'part' }])
  })

  test('a participant opened alone does not replace a file opened in the meantime', async () => {
    const people = [
      aProfile(),
      aProfile({ firstName: 'Walter', lastName: 'Nguyen', userId: 'P-2' }),
    ]
    const ada = aProfile({ firstName: 'Ada', lastName: 'Lovelace', userId: 'P-3' })
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const bridge = createScriptedWorld({
      'participant.open': () => ok(anOpened({ participants: people })),
      'participant.openOnly': async ({ index }) => {
        await asked
        return ok(
          anOpened({
            handle: 'part',
            participants: people.slice(index, index + 1),
            partOf: { fileName: 'all.xml', number: 2, participants: 2 },
          }),
        )
      },
    })
    await renderApp(bridge)
    await example.click()
    await page.getByRole('button', { name: 'Open only Walter Nguyen' }).click()
    bridge.script({
      'participant.open': () => ok(anOpened({ handle: 'ada', participants: [ada] })),
    })
    drop(new File(['<a/>'], 'ada.xml'))
    await expect.element(heading('Ada Lovelace')).toBeVisible()
    answer()
    await vi.waitFor(() =>
      expect(bridge.asked('participant.close')).toContainEqual({ handle: 'part' }),
    )
    await expect.element(heading('Ada Lovelace')).toBeVisible()
  })
})
