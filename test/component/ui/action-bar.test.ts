import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, type VNode } from 'vue'
import ActionBar from '#renderer/ui/action-bar.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const screen = (...content: readonly VNode[]) =>
  h('main', { style: 'height: 300px; overflow: auto' }, [
    ...content,
    h(ActionBar, () => h('button', { type: 'button' }, 'Send')),
  ])

/** A screen 300 pixels high with 20 fields and an action bar. */
const LongScreen = defineComponent(
  () => () =>
    screen(
      ...Array.from({ length: 20 }, (_, index) =>
        h('input', { 'aria-label': `Field ${index + 1}`, style: 'display: block; height: 30px' }),
      ),
    ),
)
/**
 * A screen that grows during use, with a text field that grows with its text and a section that
 * unfolds.
 */
const GrowingScreen = defineComponent(
  () => () =>
    screen(
      h('p', { style: 'height: 100px' }, 'Above'),
      h('textarea', { 'aria-label': 'Note', style: 'display: block; field-sizing: content' }),
      h('details', [h('summary', 'More'), h('p', { style: 'height: 80px' }, 'What was under it')]),
      h('p', { style: 'height: 400px' }, 'Below'),
    ),
)
const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom
const barTop = (): number => button.element().parentElement?.getBoundingClientRect().top ?? 0
const field = (number: number) => page.getByLabelText(`Field ${number}`, { exact: true })
const button = page.getByRole('button', { name: 'Send' })

test('the action bar stays visible and never covers the field with the focus', async () => {
  await renderPart(LongScreen, createScriptedWorld())
  const foot = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
  expect(button.element().getBoundingClientRect().bottom).toBeLessThan(foot)
  await field(1).click()
  for (let number = 2; number <= 20; number += 1) {
    await userEvent.keyboard('{Tab}')
    await expect.element(field(number)).toHaveFocus()
    expect(bottomOf(field(number).element())).toBeLessThanOrEqual(barTop())
  }
})

test('the action bar does not cover growing text, an opened section, or a section scrolled into view', async () => {
  await renderPart(GrowingScreen, createScriptedWorld())
  const note = page.getByLabelText('Note')
  await note.click()
  await userEvent.keyboard('a{Enter}b{Enter}c{Enter}d{Enter}e{Enter}f{Enter}g{Enter}h')
  await expect.poll(() => bottomOf(note.element())).toBeLessThanOrEqual(barTop())
  await page.getByText('More').click()
  const opened = page.getByText('What was under it').element()
  await expect.poll(() => bottomOf(opened)).toBeLessThanOrEqual(barTop())
  const below = page.getByText('Below').element()
  below.scrollIntoView({ block: 'end' })
  expect(bottomOf(below)).toBeLessThanOrEqual(barTop())
})
