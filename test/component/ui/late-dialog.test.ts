import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, KeepAlive, nextTick, ref, type Component } from 'vue'
import { UModal } from '#renderer/ui/kit.ts'
import { currentFault } from '#renderer/ui/failures/faults.ts'
import { useLateDialog } from '#renderer/ui/use-late-dialog.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const Dialog = defineComponent({
  props: { open: Boolean },
  emits: ['update:open'],
  setup:
    (props, { emit }) =>
    () =>
      h(UModal, {
        open: props.open,
        title: 'Late',
        description: 'Loaded late',
        'onUpdate:open': (to: boolean) => emit('update:open', to),
      }),
})
const dialog = page.getByRole('dialog', { name: 'Late' })
const button = page.getByRole('button', { name: 'Open it' })

const opener = (load: () => Promise<{ default: Component }>): Component =>
  defineComponent({
    setup: () => {
      const late = useLateDialog(load)
      return () => [
        h('button', { onClick: () => (late.open.value = true) }, 'Open it'),
        late.dialog.value &&
          h(late.dialog.value, {
            open: late.open.value,
            'onUpdate:open': (to: boolean) => (late.open.value = to),
          }),
      ]
    },
  })

describe('a dialog that loads when it is first opened', () => {
  test('is loaded only once and opens every time', async () => {
    let loads = 0
    await renderPart(
      opener(async () => ((loads += 1), { default: Dialog })),
      createScriptedWorld(),
    )
    expect(loads).toBe(0)
    for (let time = 0; time < 2; time += 1) {
      await button.click()
      await expect.element(dialog).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).not.toBeInTheDocument()
    }
    expect(loads).toBe(1)
  })

  test('reports a failed load, and loads at the next try', async () => {
    let broken = true
    await renderPart(
      opener(async () => {
        if (broken) throw new Error('no such file')
        return { default: Dialog }
      }),
      createScriptedWorld(),
    )
    await button.click()
    await expect.poll(() => currentFault.value?.message).toBe('no such file')
    broken = false
    await button.click()
    await expect.element(dialog).toBeVisible()
  })

  test('does not open over another screen that opened while it loaded', async () => {
    const loading = Promise.withResolvers<{ default: Component }>()
    const Opener = opener(() => loading.promise)
    const there = ref(true)
    const Gate = defineComponent({
      setup: () => () => h(KeepAlive, () => (there.value ? h(Opener) : null)),
    })
    await renderPart(Gate, createScriptedWorld())
    await button.click()
    there.value = false
    await expect.element(button).not.toBeInTheDocument()
    loading.resolve({ default: Dialog })
    await loading.promise
    await nextTick()
    await nextTick()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    there.value = true
    await button.click()
    await expect.element(dialog).toBeVisible()
  })

  test.each(['Practice a bad day…', 'What Training assumes…', 'Keyboard shortcuts'])(
    'returns the focus to "%s"',
    async (name) => {
      await renderApp(createScriptedWorld(), '/advise')
      const opens = page.getByRole('button', { name })
      await expect.element(opens).toBeVisible()
      opens.element().focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      await expect.element(opens).toHaveFocus()
    },
  )
})
