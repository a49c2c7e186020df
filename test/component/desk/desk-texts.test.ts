import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import { ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aDeskConfig, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const own = { ...defaultTexts, checksNeeded: 1 }
const saved = { version: 2, savedAt: '2026-11-20T12:00:00.000Z', savedBy: 'lead', texts: own }

const editor = async (texts = own) => {
  const bridge = createScriptedWorld({
    'desk.config.get': ({ environmentId, version }) =>
      ok(
        version === 0
          ? aDeskConfig({ environmentId })
          : aDeskConfig({ environmentId, ...saved, texts }),
      ),
    'desk.config.save': ({ environmentId, texts: edited }) =>
      ok(aDeskConfig({ ...saved, environmentId, version: 3, texts: edited })),
  })
  const { router } = await renderApp(bridge, '/settings/desk')
  await expect.element(page.getByText(/Version 2, saved by lead/)).toBeVisible()
  return { bridge, router }
}
const save = page.getByRole('button', { name: 'Save as new version' })

test('a script is edited beside a preview, and saved as a new version', async () => {
  const { bridge } = await editor()
  await expect.element(save).toBeDisabled()
  await page.getByLabelText('Plans', { exact: true }).fill('Which of {plans}, {firstName}?')
  await expect
    .element(page.getByText('Which of ACME401K (401K) and ACME457 (457B), Maria?'))
    .toBeVisible()
  await save.click()
  await expect.element(page.getByText(/Version 3, saved by lead/)).toBeVisible()
  expect(bridge.asked('desk.config.save')).toMatchObject([
    {
      environmentId: 'training',
      texts: { checksNeeded: 1, scripts: { plans: 'Which of {plans}, {firstName}?' } },
    },
  ])
  await expect.element(save).toBeDisabled()
})

test('a reason can have its own script for a result, and can return to the general script', async () => {
  const { bridge } = await editor()
  await expect
    .element(page.getByRole('combobox', { name: 'Reason with words of its own' }))
    .toMatchTextContent(/Deceased \(own words\)/)
  const done = page.getByLabelText('Opted out, for this reason')
  await expect
    .element(done)
    .toHaveValue(own.reasons.find(({ code }) => code === 'deceased')?.outcomes.done ?? '')
  await page.getByRole('combobox', { name: 'Reason with words of its own' }).click()
  await page.getByRole('option', { name: 'Fee too high' }).click()
  await expect.element(done).toHaveValue('')
  await done.fill('Done for {plans}.')
  await expect.element(page.getByText('Done for ACME401K (401K) and ACME457 (457B).')).toBeVisible()
  await save.click()
  await expect.element(page.getByText(/Version 3, saved by lead/)).toBeVisible()
  expect(bridge.asked('desk.config.save')).toMatchObject([
    { texts: { reasons: [{ outcomes: { done: 'Done for {plans}.' } }, ...own.reasons.slice(1)] } },
  ])
  await done.fill('Something else')
  await expect.element(save).toBeEnabled()
  await done.fill('Done for {plans}.')
  await expect.element(save).toBeDisabled()
})

test('words on behalf of somebody, the meaning of a reason and last words are saved, and an empty field shows what is said instead', async () => {
  const { bridge } = await editor()
  const chooser = page.getByRole('combobox', { name: 'Reason with words of its own' })
  await chooser.click()
  await page.getByRole('option', { name: /On behalf of the participant/ }).click()
  const greeting = page.getByLabelText('Caller, on behalf')
  await greeting.fill('')
  await expect
    .element(page.getByText(/full name of the person you are calling for/).last())
    .toBeVisible()
  await greeting.fill('For whom are you calling?')
  await page.getByRole('combobox', { name: 'Meaning of reason 2' }).click()
  await page.getByRole('option', { name: 'No reason is given' }).click()
  await page.getByLabelText('Last words of disposition 6').fill('Goodbye, {name}.')
  await page.getByRole('checkbox', { name: 'Own last words' }).first().click()
  await expect.element(page.getByLabelText('Last words of disposition 1')).toHaveValue('')
  await save.click()
  await expect.element(page.getByText(/Version 3, saved by lead/)).toBeVisible()
  const reasons = own.reasons.map((each, at) => (at === 1 ? { ...each, means: 'none' } : each))
  const lastWords = new Map([
    [0, ''],
    [5, 'Goodbye, {name}.'],
  ])
  expect(bridge.asked('desk.config.save')).toMatchObject([
    {
      texts: {
        onBehalf: { scripts: { caller: 'For whom are you calling?' } },
        reasons,
        dispositions: own.dispositions.map((each, at) =>
          lastWords.has(at) ? { ...each, says: lastWords.get(at) } : each,
        ),
      },
    },
  ])
})

test('the columns for text and codes have headings', async () => {
  await page.viewport(1024, 700)
  await editor()
  for (const title of ['Checks', 'Reasons', 'Dispositions']) {
    const panel = page.getByRole('region', { name: title })
    const code = panel
      .getByLabelText(/^Code of .* 1$/)
      .element()
      .getBoundingClientRect()
    const head = panel.getByText('Code for records').element().getBoundingClientRect()
    expect(Math.abs(head.left - code.left)).toBeLessThan(2)
    expect(head.bottom).toBeLessThanOrEqual(code.top)
    const text = panel
      .getByLabelText(/^Text of .* 1$/)
      .element()
      .getBoundingClientRect()
    expect(
      Math.abs(
        panel.getByText('Text', { exact: true }).element().getBoundingClientRect().left - text.left,
      ),
    ).toBeLessThan(2)
  }
})

test('an error in a script is shown at its field, and nothing is sent to main', async () => {
  const { bridge } = await editor()
  await page.getByLabelText('Text of reason 1', { exact: true }).fill('')
  await page.getByLabelText('Code of check 2').fill('birth')
  await page.getByLabelText('Identify', { exact: true }).fill('Tell me your {balance}')
  await save.click()
  await expect
    .element(page.getByRole('alert').first())
    .toMatchTextContent(/3 things must be corrected/)
  await expect.element(page.getByText('This code is used twice.')).toBeVisible()
  await expect.element(page.getByText(/\{balance\} is not known here/)).toBeVisible()
  expect(bridge.asked('desk.config.save')).toEqual([])
})

test('the focus moves to the first error, even in the scripts of a hidden reason', async () => {
  const { bridge } = await editor()
  const reasons = page.getByRole('combobox', { name: 'Reason with words of its own' })
  const done = page.getByLabelText('Opted out, for this reason')
  await done.fill('Done for {balance}.')
  await reasons.click()
  await page.getByRole('option', { name: 'Fee too high' }).click()
  await expect.element(done).toHaveValue('')
  await save.click()
  await expect
    .element(page.getByRole('alert').first())
    .toMatchTextContent(/1 thing must be corrected/)
  await expect.element(reasons).toMatchTextContent(/Deceased/)
  await expect.element(done).toHaveValue('Done for {balance}.')
  await expect.element(done).toHaveFocus()
  expect(bridge.asked('desk.config.save')).toEqual([])
})

test('unsaved changes to the scripts are not discarded by accident', async () => {
  const { router } = await editor()
  await page.getByRole('button', { name: 'Add check' }).click()
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: 'Advise' })
    .click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(router.currentRoute.value.path).toBe('/settings/desk')
  await expect.element(page.getByLabelText('Text of check 7')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link', { name: 'Advise' })
    .click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(page.getByRole('heading', { name: 'Open a participant' })).toBeVisible()
})

test('the default scripts can be restored', async () => {
  const { bridge } = await editor()
  await page.getByRole('combobox', { name: 'Take over another version' }).click()
  await page.getByRole('option', { name: 'Standard wording' }).click()
  await save.click()
  await expect.element(page.getByText(/Version 3/).first()).toBeVisible()
  expect(bridge.asked('desk.config.save')).toMatchObject([{ texts: defaultTexts }])
})

test('the window asks before closing only if there are unsaved changes', async () => {
  await editor()
  const closing = (): boolean =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closing()).toBe(false)
  await page.getByRole('button', { name: 'Add check' }).click()
  await expect.element(page.getByText('Changed, not saved.', { exact: true })).toBeVisible()
  expect(closing()).toBe(true)
  await page.getByRole('button', { name: 'Remove check 7' }).click()
  await expect.element(save).toBeDisabled()
  expect(closing()).toBe(false)
})
