import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mappingText, participantMappingSchema } from '#shared/participant/mapping.ts'
import { mappingPresets, publishedMapping } from '#shared/participant/mapping-presets.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const world = () => {
  let mapping = publishedMapping
  return createScriptedWorld({
    'mapping.get': () => ok({ mapping, damaged: '' }),
    'mapping.save': (request) => {
      mapping = participantMappingSchema.parse(request.mapping)
      return ok({ mapping, damaged: '' })
    },
    'mapping.preview': ({ mapping: asked }) =>
      ok({
        participants: 1,
        name: 'Maria Alvarez',
        found: {
          salary: {
            text: '2850',
            by: 'Salary/@Amount',
            line: 9,
            amount: {
              aYear: asked.amounts.salary === 'twoWeeks' ? 74_100 : 2850,
              period: asked.amounts.salary,
              isNamed: false,
            },
          },
          pensionAmount: {
            text: '12000',
            by: '@AnnualAmount',
            line: 10,
            amount: { aYear: 12_000, period: 'year', isNamed: true },
          },
          currentMin: {
            text: '60',
            by: '@CurMin',
            line: 17,
            limit: { number: 60, unit: 'percent' },
          },
          currentMax: {
            text: '10000000',
            by: '@CurMax',
            line: 17,
            limit: { number: 10_000_000, unit: 'dollars' },
          },
          ...(asked.values.userId.includes('Participant/@Badge')
            ? { userId: { text: 'B-9', by: 'Participant/@Badge', line: 6 } }
            : {}),
        },
        parts: { participant: 1, account: 2 },
        misfits: asked.values.userId.includes('Participant/@LastName')
          ? ['Maria Alvarez has the id “Alvarez”, which is the last name, too.']
          : [],
        warnings: [],
      }),
  })
}
const places = (of: string) => page.getByRole('textbox', { name: `Places of ${of}`, exact: true })
const open = async (bridge: ReturnType<typeof world>): Promise<void> => {
  await renderApp(bridge)
  await page.getByRole('button', { name: /Maria Alvarez age 46/ }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Edit the mapping' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Participant files' }))
    .toBeVisible()
}

afterEach(() => vi.restoreAllMocks())

describe('the mapping form:', () => {
  test('a mapping is tried on the open file, and saved', async () => {
    const bridge = world()
    await open(bridge)
    await expect.element(page.getByText('not found').first()).toBeVisible()
    await places('Participant id').fill('Participant/@Badge, Participant/@UserID')
    await expect.element(page.getByText('B-9')).toBeVisible()
    await expect.element(page.getByText('Participant/@Badge, line 6')).toBeVisible()
    await page.getByRole('button', { name: 'Save mapping' }).click()
    await expect.element(page.getByText(/^Saved\./)).toBeVisible()
    expect(bridge.asked('mapping.save')).toMatchObject([
      { mapping: { values: { userId: ['Participant/@Badge', 'Participant/@UserID'] } } },
    ])
  })

  test('if a mapping does not fit the open file, the form shows what was found', async () => {
    await open(world())
    await places('Participant id').fill('Participant/@LastName')
    const misfit = page.getByText('has the id “Alvarez”, which is the last name', { exact: false })
    await expect.element(misfit).toBeVisible()
    await expect.element(page.getByText('This mapping may not fit the open file')).toBeVisible()
    await places('Participant id').fill('Participant/@UserID')
    await expect.element(misfit).not.toBeInTheDocument()
  })

  test('the period of a dollar amount is shown, tried on the open file, and saved, and can be reset to the preset', async () => {
    const bridge = world()
    await open(bridge)
    await expect.element(page.getByText('$2,850 a year, our reading')).toBeVisible()
    await expect.element(page.getByText('$12,000 a year, a year by its name')).toBeVisible()
    const salary = page.getByRole('combobox', { name: 'What the dollars of Salary are read as' })
    await expect.element(salary).toHaveTextContent('Dollars a year')
    await salary.click()
    await page.getByRole('option', { name: 'Dollars every two weeks' }).click()
    await expect.element(page.getByText('$74,100 a year, our reading')).toBeVisible()
    await page.getByRole('button', { name: 'Save mapping' }).click()
    await expect.element(page.getByText(/^Saved\./)).toBeVisible()
    expect(bridge.asked('mapping.save')).toMatchObject([
      { mapping: { amounts: { salary: 'twoWeeks', pensionAmount: 'year' } } },
    ])
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    await expect.element(salary).toHaveTextContent('Dollars a year')
  })

  test('a fund’s limit is shown as percent and as dollars, starting with the reading in use', async () => {
    await open(world())
    await expect.element(page.getByText('Read as 60% of the plan; could be $60')).toBeVisible()
    await expect
      .element(page.getByText('Read as $10,000,000, which limits nothing here', { exact: false }))
      .toBeVisible()
  })

  test('a failed read of the mapping is reported, changes nothing, and can be tried again', async () => {
    const bridge = world()
    bridge.script({
      'mapping.get': () => fail({ code: 'internal', message: 'The disk does not answer.' }),
    })
    await renderApp(bridge, '/settings/mapping')
    const failed = page.getByRole('alert').filter({ hasText: 'The disk does not answer.' })
    await expect.element(failed).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeDisabled()
    bridge.script({
      'mapping.get': () => ok({ mapping: mappingPresets[2] ?? publishedMapping, damaged: '' }),
    })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect
      .element(page.getByRole('textbox', { name: 'Name of this mapping' }))
      .toHaveValue('Employee census')
    await expect.element(failed).not.toBeInTheDocument()
  })

  test('an invalid path is pointed out, and nothing is saved', async () => {
    const bridge = world()
    await open(bridge)
    await places('Participant id').fill('(a+)+$')
    await expect.element(page.getByText(/“\(a\+\)\+\$” is not a place/)).toBeVisible()
    await expect
      .element(
        page.getByText('1 field cannot be used. Nothing is saved until every field is right.'),
      )
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save mapping' })).toBeDisabled()
    await page.getByRole('link', { name: 'Saved results' }).click()
    await expect.element(page.getByText('Leave without saving?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(places('Participant id')).toHaveValue('(a+)+$')
  })

  test('importing a mapping file fills the form, and any other file is refused with an explanation', async () => {
    const bridge = world()
    await open(bridge)
    const choose = async (text: string): Promise<void> => {
      const picked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function pick(
        this: HTMLInputElement,
      ) {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'mapping.json'))
        this.files = transfer.files
        this.dispatchEvent(new Event('change'))
      })
      await page.getByRole('button', { name: 'Import' }).click()
      picked.mockRestore()
    }
    await choose('{"dependencies":{}}')
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'not a mapping of this program' }))
      .toBeVisible()
    await choose(mappingText(mappingPresets[2] ?? publishedMapping))
    await expect
      .element(page.getByRole('textbox', { name: 'Name of this mapping' }))
      .toHaveValue('Employee census')
    expect(bridge.asked('mapping.save')).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    await expect
      .element(page.getByRole('textbox', { name: 'Name of this mapping' }))
      .toHaveValue('Published outline')
  })
})
