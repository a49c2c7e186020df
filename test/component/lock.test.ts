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

describe('a passphrase that encrypts', () => {
  const sealed = aLockState({ passphrase: 'keychain', encrypts: true })
  const ending = { ...sealed, locked: true, ending: true }

  test('hands over what was typed when it locks, and takes no passphrase while the program ends', async () => {
    const bridge = createScriptedWorld({
      'lock.state': () => ok(sealed),
      'lock.keepDrafts': () => ok({}),
      'lock.takeDrafts': () => ok({ drafts: null }),
    })
    await renderApp(bridge, '/opt-out')
    await page.getByLabelText('First name').fill('Zephyrine')
    bridge.script({ 'lock.state': () => ok(ending) })
    bridge.emit('lock.changed', ending)
    await expect.element(page.getByText(/Finishing what was under way/)).toBeVisible()
    expect(page.getByLabelText('Passphrase').query()).toBeNull()
    const [kept] = bridge.asked('lock.keepDrafts')
    expect(kept).toMatchObject({ screen: '/opt-out' })
    expect(JSON.stringify(kept)).toContain('Zephyrine')
  })

  test('puts back what was typed after unlocking, but nothing about a participant who cannot be opened', async () => {
    const typed = {
      typed: {
        ...{ participantId: 'U-1', firstName: 'Zephyrine', lastName: '', caller: 'participant' },
        ...{ checksPassed: [], checksFailed: [], failedBefore: [] },
      },
    }
    const bridge = createScriptedWorld({
      'lock.state': () => ok({ ...sealed, locked: true }),
      'lock.unlock': () => ok(sealed),
      'lock.takeDrafts': () =>
        ok({
          drafts: {
            screen: '/opt-out',
            participant: null,
            fields: {
              'participant/forecast': '{}',
              'opt-out desk': JSON.stringify({
                typed: {
                  ...typed.typed,
                  ...{ listed: [], known: [], byHand: [], reasonCode: '', reason: '' },
                  ...{ note: '', transactionUrl: '' },
                },
                ...{ wrapUp: { disposition: '', note: '' }, startedAt: null },
                ...{ step: 'caller', receiptId: null },
              }),
            },
          },
        }),
    })
    await renderApp(bridge, '/advise')
    await page.getByLabelText('Passphrase', { exact: true }).fill('sesame street')
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect.element(page.getByLabelText('First name')).toHaveValue('Zephyrine')
    await expect.element(page.getByText('Some of what you typed is gone').first()).toBeVisible()
  })

  test('asks for a recovery kit first, then for the passphrase, and says what it does', async () => {
    const code = { key: 'here', offer: false } as const
    const bridge = createScriptedWorld({
      'lock.state': () => ok(open),
      'lock.encrypt': () => ok(sealed),
      'recovery.state': () => ok({ ...code, kit: 'none' as const }),
    })
    await renderApp(bridge, '/settings')
    const part = page.getByRole('region', { name: 'Encrypt saved results with the passphrase' })
    await expect
      .element(part.getByRole('link', { name: 'Make a recovery kit first' }))
      .toBeVisible()
    bridge.script({ 'recovery.state': () => ok({ ...code, kit: 'taken' as const }) })
    bridge.emit('records.changed', {})
    await part.getByRole('button', { name: 'Encrypt saved results' }).click()
    await page.getByLabelText('Current passphrase').fill('sesame street')
    await page.getByRole('button', { name: 'Encrypt saved results' }).click()
    await expect
      .element(page.getByText('Saved results now open only with the passphrase.'))
      .toBeVisible()
    expect(bridge.asked('lock.encrypt')).toEqual([{ current: 'sesame street', on: true }])
    await expect.element(part.getByRole('button', { name: 'Stop encrypting' })).toBeVisible()
    const asked = aLockState({ passphrase: 'keychain', encrypts: true, asked: true })
    bridge.script({ 'lock.state': () => ok(asked) })
    bridge.emit('lock.changed', asked)
    await expect.element(part.getByText(/Your firm asks for this/)).toBeVisible()
    expect(part.getByRole('button', { name: 'Stop encrypting' }).query()).toBeNull()
  })

  test('sets another passphrase by the recovery code', async () => {
    const bridge = createScriptedWorld({
      'lock.state': () => ok({ ...sealed, locked: true }),
      'lock.useCode': () =>
        fail({ code: 'input.invalid', message: 'Group 2 of 13 is wrong.', field: 'code' }),
    })
    await renderApp(bridge, '/advise')
    await page.getByText('Forgot the passphrase?').click()
    await page.getByLabelText('Recovery code').fill('ABCD')
    await page.getByLabelText('New passphrase').fill('another one')
    await page.getByRole('button', { name: 'Set the new passphrase and unlock' }).click()
    await expect.element(page.getByText('Group 2 of 13 is wrong.')).toBeVisible()
    bridge.script({
      'lock.useCode': () => ok(sealed),
      'lock.takeDrafts': () => ok({ drafts: null }),
    })
    await page.getByRole('button', { name: 'Set the new passphrase and unlock' }).click()
    await expect.element(page.getByRole('heading', { name: 'Open a participant' })).toBeVisible()
  })
})
