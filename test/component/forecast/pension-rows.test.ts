import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import PensionRows from '#renderer/features/forecast/form/pension-rows.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const pensions = page.getByRole('group', { name: /^Pensions/ })
const show = (profile: ReturnType<typeof aProfile>) =>
  renderPart(PensionRows, createScriptedWorld({}), {
    modelValue: [],
    profile,
    errors: {},
    remarks: {},
  })

test('without a pension in the file, the screen says that none is on file', async () => {
  await show(aProfile({ pensions: [] }))
  await expect.element(pensions).toMatchTextContent('No pension is on file.')
})

test('with a pension in the file, the screen says that pensions on file are used', async () => {
  await show(aProfile())
  await expect.element(pensions).toMatchTextContent('Uses the pensions on file.')
})
