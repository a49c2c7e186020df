import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListView } from '#shared/lists/list.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { refusal } from '#test/support/doubles/scripted-bridge.ts'
import { aListView, listId, listScripts, sentCounts } from '#test/support/samples/scripted-lists.ts'
import { inUse } from '#test/support/samples/in-use.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { dialog, here, hostWith } from './list-screen.ts'

const acme = { id: 'prod', name: 'Acme', kind: 'production' } as const
/** Number of lines of an element's text. */
const linesOf = (element: Element): number => {
  const text = document.createRange()
  text.selectNodeContents(element)
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
  return Math.round(text.getBoundingClientRect().height / lineHeight)
}

describe('before a list is sent,', () => {
  test('the person confirms it in words, and Enter alone never sends it', async () => {
    const bridge = hostWith(aListView())
    await renderApp(bridge, here)
    const send = page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' })
    await expect.element(send).toBeVisible()
    send.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(dialog.getByRole('heading', { name: 'Send 9,812 opt-outs to Training?' }))
      .toBeVisible()
    await expect
      .element(
        dialog.getByText('Not sent: 120 rows to fix and 68 rows left out.', { exact: false }),
      )
      .toBeVisible()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bridge.asked('list.start')).toEqual([])
    await send.click()
    await dialog.getByRole('button', { name: 'Send 9,812 opt-outs' }).click()
    await expect
      .poll(() => bridge.asked('list.start'))
      .toEqual([
        {
          listId,
          options: {
            concurrency: 4,
            perMinute: null,
            stopAfterErrors: 20,
            overrideReason: '',
            sendsUnusual: false,
          },
          rowsToSend: 9812,
          check: 'check-1',
          to: { environmentId: 'training', place: 'training', name: 'Training' },
        },
      ])
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  test('the keyboard focus stays on the list while it changes, and never moves to the send button', async () => {
    const holder = { view: aListView({ state: 'mapping', environment: null }) }
    await renderApp(createScriptedWorld(listScripts(holder)), here)
    const check = page.getByRole('button', { name: 'Check 10,000 rows' })
    await expect.element(check).toBeVisible()
    check.element().focus()
    await userEvent.keyboard('{Enter}')
    const send = page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' })
    await expect.element(send).toBeVisible()
    const place = page.getByRole('group', { name: 'The list' })
    await expect.element(place).toHaveFocus()
    send.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(send).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toBeVisible()
    dialog.getByRole('button', { name: 'Send 9,812 opt-outs' }).element().focus()
    await userEvent.keyboard('{Enter}')
    const pause = page.getByRole('button', { name: 'Pause' })
    await expect.element(pause).toBeVisible()
    await expect.element(place).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(pause).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: /^Go on/ })).toBeVisible()
    await expect.element(place).toHaveFocus()
  })

  test('in production Enter alone sends nothing, and the button sends the number of rows on it', async () => {
    const bridge = hostWith(aListView({ environment: acme }))
    bridge.script(inUse(acme))
    await renderApp(bridge, here)
    await page.getByRole('button', { name: 'Send 9,812 opt-outs to Acme …' }).click()
    await expect.element(dialog).toBeVisible()
    expect(dialog.getByRole('textbox').elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Send 9,812 opt-outs' }).click()
    await expect.poll(() => bridge.asked('list.start')).toMatchObject([{ rowsToSend: 9812 }])
  })

  test('rows accepted recently need a reason to be sent', async () => {
    const bridge = hostWith(aListView({ needReason: 12 }))
    await renderApp(bridge, here)
    await page.getByRole('radio', { name: 'Send them again, because …' }).click()
    await expect
      .element(page.getByRole('button', { name: /opt-outs to Training …/ }))
      .toBeDisabled()
    await page
      .getByRole('textbox', { name: 'Why they are sent again', exact: false })
      .fill('The recordkeeper lost them')
    await page.getByRole('button', { name: 'Send 9,824 opt-outs to Training …' }).click()
    await dialog.getByRole('button', { name: 'Send 9,824 opt-outs' }).click()
    await expect
      .poll(() => bridge.asked('list.start'))
      .toMatchObject([
        { rowsToSend: 9824, options: { overrideReason: 'The recordkeeper lost them' } },
      ])
  })

  test('a refusal by main is explained in words, and nothing is lost', async () => {
    const bridge = hostWith(aListView())
    bridge.script({
      'list.start': refusal({ code: 'input.invalid', message: 'Another list is being sent.' }),
    })
    await renderApp(bridge, here)
    await page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' }).click()
    await dialog.getByRole('button', { name: 'Send 9,812 opt-outs' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/Another list is being sent/)
    await expect
      .element(page.getByRole('button', { name: 'Send 9,812 opt-outs to Training …' }))
      .toBeVisible()
  })
})

describe('while a list is sent and afterwards,', () => {
  const running = (accepted: number): ListView =>
    aListView(
      {
        state: 'running',
        startedAt: '2026-11-20T13:05:00.000Z',
        rowsPerHour: 36_000,
        secondsLeft: 750,
      },
      { ready: 9812 - accepted - 8, sending: 8, accepted },
    )

  test('progress is updated without redrawing the rows, on this and other screens', async () => {
    const bridge = hostWith(running(100))
    const { router } = await renderApp(bridge, here)
    await expect
      .element(page.getByText('About 12 min 30 s left, 36,000 rows an hour'))
      .toBeVisible()
    const grid = page.getByRole('grid', { name: 'Rows' })
    await expect.element(grid).toHaveAttribute('aria-rowcount', '10001')
    let changes = 0
    const watch = new MutationObserver((records) => (changes += records.length))
    watch.observe(grid.element(), {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    for (let step = 1; step <= 50; step += 1) bridge.emit('list.progress', running(100 + step))
    await expect
      .element(page.getByText('150 of 9,812 rows have an outcome.', { exact: false }))
      .toBeVisible()
    watch.disconnect()
    expect(changes).toBeLessThan(50)
    await router.push('/saved-results')
    await expect.element(page.getByRole('heading', { name: 'Saved results' })).toBeVisible()
    const asked = bridge.asked('list.rows').length
    bridge.emit('list.progress', running(4906))
    await expect
      .element(page.getByRole('link', { name: /opt-outs november\.csv.*50%/ }))
      .toBeVisible()
    expect(bridge.asked('list.rows').length).toBe(asked)
  })

  test('the list can be paused and continued', async () => {
    const bridge = hostWith(running(100))
    await renderApp(bridge, here)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Go on: send 9,704 opt-outs to Training' }).click()
    await expect.poll(() => bridge.asked('list.start')).toMatchObject([{ rowsToSend: 9704 }])
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  test('in the smallest window, the number of rows to run again fits on one line beside the buttons', async () => {
    await page.viewport(1024, 700)
    const counts = { ...sentCounts, ready: 9109, rejected: 0, declined: 0, notSent: 0 }
    await renderApp(
      hostWith(
        aListView({ state: 'paused', attempt: 2, startedAt: '2026-11-20T13:05:00.000Z' }, counts),
      ),
      here,
    )
    const heading = page.getByRole('heading', { name: '9,109 rows to run again.' })
    await expect.element(heading).toBeVisible()
    const send = page
      .getByRole('button', { name: 'Go on: send 9,109 opt-outs to Training' })
      .element()
    expect(send.getBoundingClientRect().top).toBeLessThan(
      heading.element().getBoundingClientRect().bottom,
    )
    expect(linesOf(heading.element())).toBe(1)
  })

  test('a finished list shows outcomes, and each row in doubt links to its receipt', async () => {
    const bridge = hostWith(
      aListView({ state: 'done', startedAt: '2026-11-20T13:05:00.000Z' }, sentCounts),
    )
    await renderApp(bridge, here)
    await expect
      .element(page.getByRole('heading', { name: 'Done: 9,812 opt-outs sent to Training' }))
      .toBeVisible()
    await page.getByRole('button', { name: 'Show them to check and settle' }).click()
    await expect
      .element(page.getByRole('grid', { name: 'Rows' }))
      .toHaveAttribute('aria-rowcount', '4')
    await expect
      .element(page.getByRole('link', { name: 'Check and settle' }))
      .toHaveAttribute('href', '#/saved-results/receipt-189')
    await page.getByRole('button', { name: 'Save outcome file' }).click()
    await expect.poll(() => bridge.asked('list.outcome').length).toBe(1)
  })
})
