import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, ref } from 'vue'
import ComboField from '#renderer/ui/combo-field.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

test('a long list of options renders only the visible options', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => `P${index}`)
  const made = new Set<string>()
  const text = ref('')
  const line = (item: string) => {
    made.add(item)
    return { key: item, value: item, text: item }
  }
  const part = defineComponent({
    setup: () => () =>
      h(ComboField<string>, {
        items,
        line,
        label: 'Plans',
        'aria-label': 'Plan',
        modelValue: text.value,
        'onUpdate:modelValue': (value: string) => (text.value = value),
      }),
  })
  await renderPart(part, createScriptedWorld())
  await page.getByLabelText('Plan', { exact: true }).click()
  await userEvent.keyboard('P')
  await expect.element(page.getByRole('option', { name: 'P0', exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('option', { selected: true })).toMatchTextContent('P9999')
  expect(made.size).toBeLessThan(200)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Plan', { exact: true })).toHaveValue('P9999')
})
