import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aLockState, createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import type { ScriptedBridge } from '#test/support/doubles/scripted-bridge.ts'

const open = aLockState({ passphrase: 'keychain' })
const shut = aLockState({ passphrase: 'keychain', locked: true })
const heading = page.getByRole('heading', { name: 'Glidepath is locked' })

/** A host whose lock has the passphrase `sesame street`. */
const protectedWorld = (state = open): ScriptedBridge =>
  createScriptedWorld({
    'lock.state': () => ok(state),
    'lock.lock': () => ok(shut),
    'lock.unlock': ({ passphrase }) =>
      passphrase === 'sesame street'
        ? ok(open)
        : fail({ code: 'lock.wrong', message: 'The passphrase is wrong.' }),
  })

describe('the lock', () => {
  test('removes everything from the page, and keeps typed text', async () => {
    const bridge = protectedWorld()
    await renderApp(bridge, '/opt-out')
    await page.getByLabelText('First name').fill('Zephyrine')
    bridge.script({ 'lock.state': () => ok(shut) })
    bridge.emit('lock.changed', shut)
    await expect.element(heading).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Opt-out desk|Training/)
    await expect.element(page.getByText(/^What you typed is still there/)).toBeVisible()
    expect(document.querySelectorAll('input:not(.hidden)')).toHaveLength(1)
    await expect.element(page.getByLabelText('Passphrase')).toHaveFocus()
    await userEvent.keyboard('not it at all{Enter}')
    await expect.element(page.getByText(/That is not the passphrase\./).first()).toBeVisible()
    await expect.element(page.getByLabelText('Passphrase')).toHaveValue('')
    await userEvent.keyboard('sesame street{Enter}')
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
    expect(heading.query()).toBeNull()
    expect(document.documentElement.outerHTML).not.toContain('sesame')
  })

  test('covers an open dialog when the lock shortcut is pressed, and the dialog stays closed after unlocking', async () => {
    await renderApp(protectedWorld(), '/opt-out')
    await page.getByLabelText('First name').fill('Zephyrine')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Control>}l{/Control}')
    await expect.element(heading).toBeVisible()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await page.getByLabelText('Passphrase').fill('sesame street')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
    await page.getByLabelText('Last name').fill('Quill')
  })

  test('returns the focus to the same element after unlocking', async () => {
    const bridge = protectedWorld()
    await renderApp(bridge, '/opt-out')
    await page.getByLabelText('Last name').click()
    bridge.emit('lock.changed', shut)
    await expect.element(page.getByLabelText('Passphrase')).toHaveFocus()
    await userEvent.keyboard('sesame street{Enter}')
    await expect.element(page.getByLabelText('Last name')).toHaveFocus()
  })

  test('does not mention typed text on a page that opens locked', async () => {
    const bridge = protectedWorld(shut)
    await renderApp(bridge, '/opt-out')
    await expect.element(page.getByText('Enter the passphrase to go on.')).toBeVisible()
    expect(document.body.textContent).not.toMatch(/you typed/)
    await userEvent.keyboard('sesame street{Enter}')
    await page.getByLabelText('First name').fill('Zephyrine')
    bridge.emit('lock.changed', shut)
    await expect.element(page.getByText(/^What you typed is still there/)).toBeVisible()
  })

  test('lets a page that opens locked request only the lock’s state', async () => {
    const bridge = protectedWorld(shut)
    await renderApp(bridge, '/saved-results')
    await expect.element(heading).toBeVisible()
    expect(bridge.calls.map(({ channel }) => channel)).toEqual(['lock.state'])
    await userEvent.keyboard('{Control>}1{/Control}{Control>}o{/Control}')
    expect(bridge.calls.map(({ channel }) => channel)).toEqual(['lock.state'])
  })

  test('says how long to wait after wrong passphrases, and accepts none during the wait', async () => {
    await renderApp(protectedWorld(aLockState({ ...shut, failures: 5, waitSeconds: 8 })), '/advise')
    await expect
      .element(
        page
          .getByText(/^5 wrong passphrases in a row\. The next one can be tried in [78] s\.$/)
          .first(),
      )
      .toBeVisible()
    await expect.element(page.getByLabelText('Passphrase')).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  })

  test('tells main about activity at the keyboard, but not for every key', async () => {
    const bridge = protectedWorld()
    await renderApp(bridge, '/opt-out')
    await page.getByLabelText('First name').fill('Z')
    await userEvent.keyboard('abcdef')
    expect(bridge.asked('lock.touch')).toHaveLength(1)
  })

  test('opens the passphrase setting if there is no passphrase', async () => {
    const bridge = createScriptedWorld({
      'lock.lock': () => fail({ code: 'lock.noPassphrase', message: 'None is set.' }),
    })
    const { router } = await renderApp(bridge, '/advise')
    await userEvent.keyboard('{Control>}l{/Control}')
    await expect.poll(() => router.currentRoute.value.path).toBe('/settings')
  })
})

describe('a new passphrase', () => {
  test('requires at least eight characters, typed the same twice, and is sent to main once', async () => {
    const bridge = createScriptedWorld({ 'lock.setPassphrase': () => ok(open) })
    await renderApp(bridge, '/settings')
    const panel = page.getByRole('region', { name: 'Lock', exact: true })
    await panel.getByRole('button', { name: 'Set a passphrase' }).click()
    await panel.getByLabelText('New passphrase', { exact: true }).fill('short')
    await panel.getByRole('button', { name: 'Set passphrase' }).click()
    const next = panel.getByLabelText('New passphrase', { exact: true })
    const again = panel.getByLabelText('New passphrase again')
    await expect.element(next).toHaveAccessibleDescription(/at least 8 characters\./)
    await expect.element(next).toHaveFocus()
    await panel.getByLabelText('New passphrase', { exact: true }).fill('sesame street')
    await panel.getByLabelText('New passphrase again').fill('sesame stret')
    await panel.getByRole('button', { name: 'Set passphrase' }).click()
    await expect.element(again).toHaveAccessibleDescription('The two new passphrases differ.')
    await expect.element(again).toHaveFocus()
    expect(bridge.asked('lock.setPassphrase')).toEqual([])
    await panel.getByLabelText('New passphrase again').fill('sesame street')
    await panel.getByRole('button', { name: 'Set passphrase' }).click()
    await expect.element(panel.getByText('The passphrase is set.')).toBeVisible()
    expect(bridge.asked('lock.setPassphrase')).toEqual([{ current: '', next: 'sesame street' }])
    await expect.element(panel.getByRole('button', { name: 'Lock now' })).toBeVisible()
  })
})
