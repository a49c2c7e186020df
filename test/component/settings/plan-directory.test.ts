import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/** Tests the plan directory when another environment is chosen before an answer arrives. */

const plan: PlanEntry = {
  planId: 'ACME401K',
  planType: '401K',
  name: 'Acme Tools',
  source: 'imported',
}
const environment = page.getByRole('combobox', { name: 'Environment', exact: true })
const chooseUat = async (): Promise<void> => {
  await environment.click()
  await page.getByRole('option', { name: /Acme/ }).click()
  await expect.element(environment).toMatchTextContent(/Acme/)
}
const pick = async (): Promise<void> => {
  const picked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function choose(
    this: HTMLInputElement,
  ) {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['PlanId\nA\n'], 'plans.csv'))
    this.files = transfer.files
    this.dispatchEvent(new Event('change'))
  })
  await page.getByRole('button', { name: 'Import CSV' }).click()
  picked.mockRestore()
}

test.each([
  ['the result of an import', ok({ added: 7, changed: 0, same: 0 }), /7 added/],
  [
    'the error of an import',
    fail({ code: 'input.invalid', message: 'Row 2 names no plan.' }),
    /Row 2/,
  ],
])('%s does not appear in another environment', async (_what, answer, words) => {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  const bridge = createScriptedWorld({
    'plans.list': () => ok([plan]),
    'plans.import': async () => {
      await given
      return answer
    },
  })
  await renderApp(bridge, '/settings/plans')
  await expect.element(page.getByText('Acme Tools')).toBeVisible()
  await pick()
  await expect.poll(() => bridge.asked('plans.import')).toHaveLength(1)
  await chooseUat()
  give()
  // The button is enabled again only after the answer has been handled.
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Import CSV' }).element().querySelector('.animate-spin'),
    )
    .toBeNull()
  expect(document.body.textContent).not.toMatch(words)
})

test('a failed read of one environment’s plans is not reported for the next environment', async () => {
  const bridge = createScriptedWorld({
    'plans.list': ({ environmentId }) =>
      environmentId === 'training'
        ? fail({ code: 'internal', message: 'The disk does not answer.' })
        : new Promise(() => undefined),
  })
  await renderApp(bridge, '/settings/plans')
  await expect.element(page.getByText('The disk does not answer.')).toBeVisible()
  await chooseUat()
  await expect.element(page.getByText('The disk does not answer.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('status', { name: 'Loading plans' })).toBeVisible()
})
