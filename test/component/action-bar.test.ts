import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import ActionBar from '#renderer/ui/action-bar.vue'
import { renderPart } from '#test/support/render-app.ts'
import { createScriptedWorld } from '#test/support/scripted-world.ts'

/** A screen of 300 pixels with 20 fields, and what ends it. */
const LongScreen = defineComponent(() => () =>
  h('main', { style: 'height: 300px; overflow: auto' }, [
    ...Array.from({ length: 20 }, (_, index) => h('input', { 'aria-label': `Field ${index + 1}`, style: 'display: block; height: 30px' })),
    h(ActionBar, () => h('button', { type: 'button' }, 'Send')),
  ]),
)
const field = (number: number) => page.getByLabelText(`Field ${number}`, { exact: true })
const button = page.getByRole('button', { name: 'Send' })

test('stays in sight, and never lies over the field that is being filled in', async () => {
  await renderPart(LongScreen, createScriptedWorld())
  const foot = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
  expect(button.element().getBoundingClientRect().bottom).toBeLessThan(foot)
  await field(1).click()
  for (let number = 2; number <= 20; number += 1) {
    await userEvent.keyboard('{Tab}')
    await expect.element(field(number)).toHaveFocus()
    const bar = button.element().parentElement?.getBoundingClientRect().top ?? 0
    expect(field(number).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar)
  }
})
