import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, ref } from 'vue'
import { ok } from '#shared/result.ts'
import type { ConnectionState, HostBridge } from '#renderer/ipc/bridge.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { anInfo, createScriptedWorld, someSettings } from '#test/support/samples/scripted-world.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

describe('the window’s frame:', () => {
  test('"select all" selects the page’s text, but not the frame or button labels', async () => {
    await renderApp(createScriptedWorld(), '/activity')
    await expect.element(heading('Activity')).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}')
    const taken = getSelection()?.toString() ?? ''
    expect(taken).toContain('What was done with this program')
    for (const frame of ['Opt-out desk', 'Keyboard shortcuts', 'No participant open', 'Verify now'])
      expect(taken).not.toContain(frame)
  })

  test('an error while a screen renders shows a panel that can be closed, never a blank window', async () => {
    const broken = ref(true)
    const { router } = await renderApp(createScriptedWorld())
    router.addRoute({
      path: '/broken',
      component: defineComponent({
        setup: () => () => {
          if (broken.value) throw new Error('a bug in a screen')
          return h('h1', 'Mended')
        },
      }),
    })
    await router.push('/broken')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/a bug in a screen/)
    await expect.element(page.getByRole('navigation', { name: 'Areas' })).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect.element(heading('Settings')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await router.push('/broken')
    await expect.element(page.getByRole('alert')).toBeVisible()
    broken.value = false
    await page.getByRole('button', { name: 'Show the screen again' }).click()
    await expect.element(heading('Mended')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('a screen that fails to load is reported, and loading can be tried again', async () => {
    const bridge = createScriptedWorld({
      'settings.get': refusal({ code: 'ipc.disconnected', message: 'The host is gone.' }),
    })
    await renderApp(bridge)
    await expect.element(page.getByRole('alert')).toMatchTextContent(/The host is gone\./)
    bridge.script({ 'settings.get': () => ok(someSettings()) })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Environment: Training' })).toBeVisible()
  })

  test('shortcuts reach every area', async () => {
    await renderApp(createScriptedWorld())
    await expect.element(heading('Open a participant')).toBeVisible()
    await userEvent.keyboard('{Control>}3{/Control}')
    await expect.element(heading('Saved results')).toBeVisible()
    await userEvent.keyboard('{Control>}4{/Control}')
    await expect.element(heading('Settings')).toBeVisible()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })

  test('shortcuts work on a Cyrillic keyboard, and Ctrl+S never saves the page', async () => {
    await renderApp(createScriptedWorld())
    await expect.element(heading('Open a participant')).toBeVisible()
    const press = (key: string, code: string) => {
      const event = new KeyboardEvent('keydown', { key, code, ctrlKey: true, cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(press('ы', 'KeyS')).toBe(true)
    expect(press('s', 'KeyS')).toBe(true)
    expect(press('щ', 'KeyO')).toBe(true)
    expect(press('ж', 'Semicolon')).toBe(false)
  })

  test('the wheel does not change a number that has the focus', async () => {
    await renderApp(createScriptedWorld(), '/settings')
    const number = page.getByRole('spinbutton').first()
    const before = (await number.findElement()).getAttribute('aria-valuenow')
    number.element().focus()
    number
      .element()
      .dispatchEvent(new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true }))
    await expect.element(number).toHaveAttribute('aria-valuenow', before ?? '')
    await expect.element(number).not.toHaveFocus()
  })

  test.each([
    ['text/plain', 'Maria'],
    ['text/uri-list', 'https://a.example'],
    ['text/html', '<img>'],
  ])('a drop without a file says what to drop: %s', async (type, text) => {
    await renderApp(createScriptedWorld())
    await expect.element(heading('Open a participant')).toBeVisible()
    const carried = new DataTransfer()
    carried.setData(type, text)
    const drop = new DragEvent('drop', { dataTransfer: carried, cancelable: true })
    window.dispatchEvent(drop)
    expect(drop.defaultPrevented).toBe(true)
    await expect
      .element(page.getByText(/Drop a participant XML file, several, or their folder/).first())
      .toBeVisible()
  })

  test('a screen gets the focus if it replaces the element that was just pressed', async () => {
    await renderApp(createScriptedWorld())
    await expect.element(heading('Open a participant')).toBeVisible()
    expect(document.activeElement).toBe(document.body)
    page
      .getByRole('button', { name: /Maria Alvarez/ })
      .first()
      .element()
      .focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Maria Alvarez')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    page.getByRole('link', { name: 'Settings' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Settings')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Settings' })).toHaveFocus()
  })

  test('each entry of the application menu does the same as its shortcut', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    await expect.element(heading('Open a participant')).toBeVisible()
    bridge.emit('menu.command', { command: 'goSettings' })
    await expect.element(heading('Settings')).toBeVisible()
  })

  test('a print command is reported only if Chromium ignores it', async () => {
    const bridge = createScriptedWorld()
    await renderApp(bridge)
    await expect.element(heading('Open a participant')).toBeVisible()
    const print = vi.spyOn(window, 'print')
    print.mockImplementationOnce(() => void window.dispatchEvent(new Event('beforeprint')))
    bridge.emit('menu.command', { command: 'print' })
    expect(print).toHaveBeenCalledTimes(1)
    await expect.element(page.getByText('Nothing was printed')).not.toBeInTheDocument()
    print.mockImplementationOnce(() => undefined)
    bridge.emit('menu.command', { command: 'print' })
    await expect.element(page.getByText('Nothing was printed').first()).toBeVisible()
    print.mockRestore()
  })

  test('results of Training are marked', async () => {
    await renderApp(createScriptedWorld())
    await expect
      .element(page.getByText('Nothing reaches a real account.', { exact: false }))
      .toBeVisible()
    await page.getByRole('button', { name: 'Environment: Training' }).click()
    await page.getByRole('menuitemcheckbox', { name: /Acme 401\(k\) UAT/ }).click()
    await expect.element(page.getByText('UAT – test').first()).toBeVisible()
    await expect
      .element(page.getByText('Nothing reaches a real account.', { exact: false }))
      .not.toBeInTheDocument()
  })

  test('an unreachable keychain is explained', async () => {
    const keychain = {
      kind: 'memory',
      reason: 'moduleMissing',
      message: 'libsecret is not installed.',
    } as const
    await renderApp(createScriptedWorld({ 'app.info': () => ok(anInfo({ keychain })) }))
    await expect
      .element(page.getByText(/Kept until Glidepath closes, because libsecret is not installed/))
      .toBeVisible()
  })

  test('a lost connection to main is reported, and the screen stays visible', async () => {
    let report: (state: ConnectionState) => void = () => undefined
    const bridge: HostBridge = {
      ...createScriptedWorld(),
      onState: (listener) => {
        report = listener
        return () => undefined
      },
    }
    await renderApp(bridge, '/settings')
    await expect.element(heading('Settings')).toBeVisible()
    report('lost')
    await expect.element(page.getByText('The connection to the program was lost.')).toBeVisible()
    await expect.element(heading('Settings')).toBeVisible()
    report('connected')
    await expect
      .element(page.getByText('The connection to the program was lost.'))
      .not.toBeInTheDocument()
  })

  test('the theme setting decides the colors', async () => {
    const bridge = createScriptedWorld({
      'settings.get': () => ok(someSettings({ theme: 'dark' })),
    })
    await renderApp(bridge, '/settings')
    await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(true)
    await page.getByRole('radio', { name: 'Light' }).click()
    await expect.poll(() => document.documentElement.classList.contains('dark')).toBe(false)
    expect(bridge.asked('settings.change')).toEqual([{ theme: 'light' }])
  })
})
