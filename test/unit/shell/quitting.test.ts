import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { app, dialog, dialogs } from '#test/support/doubles/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'
import type { Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
})
afterEach(() => desktop.end())

describe('quitting', () => {
  test('closes the core first', async () => {
    app.quit()
    expect(app.exitCode).toBeNull()
    await vi.waitFor(() => expect(app.exitCode).toBe(0))
    expect(desktop.core.closed).toBe(1)
    expect(dialogs).toEqual([])
  })

  test('also happens when the window is closed', async () => {
    desktop.window.close()
    expect(desktop.window.destroyed).toBe(false)
    await vi.waitFor(() => expect(app.exitCode).toBe(0))
    expect(desktop.window.destroyed).toBe(true)
    expect(desktop.core).toMatchObject({ closed: 1, pagesGone: 1 })
    expect(dialogs).toEqual([])
  })

  test('does not wait for an unanswered request to the keychain, although Node would', async () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    app.emit('quit')
    expect(kill).not.toHaveBeenCalled()
    desktop.core.keychainWaits = () => true
    app.emit('quit')
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
    kill.mockRestore()
  })

  test('does not wait for a core that does not close', async () => {
    desktop.core.close = () => new Promise<void>(() => undefined)
    app.quit()
    await vi.waitFor(() => expect(app.exitCode).toBe(0), 4_000)
  })

  describe('while typed text would be lost', () => {
    const [goBack, discard] = [0, 1]
    const question = {
      message: 'Something typed has not been sent or kept',
      buttons: ['Go back', 'Discard and close'],
    }
    /** Waits until everything that needs no further click has happened. */
    const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))
    beforeEach(() => {
      desktop.window.webContents.page = 'holds on'
    })

    test.each(['quitting', 'closing the window'])(
      'asks (started by %s), and going back leaves everything unchanged',
      async (way) => {
        dialog.answer = goBack
        const leave = (): void => (way === 'quitting' ? app.quit() : desktop.window.close())
        leave()
        await vi.waitFor(() => expect(dialogs).toMatchObject([question]))
        await quiet()
        expect(desktop.window.destroyed).toBe(false)
        expect(desktop.core.closed).toBe(0)
        expect(app.exitCode).toBeNull()
        leave()
        await vi.waitFor(() => expect(dialogs).toMatchObject([question, question]))
      },
    )

    test('discards nothing on Enter or Escape', async () => {
      app.quit()
      await vi.waitFor(() =>
        expect(dialogs).toMatchObject([{ defaultId: goBack, cancelId: goBack }]),
      )
    })

    test('closes the core only after the user has agreed', async () => {
      const press = Promise.withResolvers<{ response: number }>()
      const asked = vi.spyOn(dialog, 'showMessageBox').mockReturnValueOnce(press.promise)
      app.quit()
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
      app.quit()
      desktop.window.close()
      await quiet()
      expect(desktop.core.closed).toBe(0)
      expect(desktop.window.destroyed).toBe(false)
      press.resolve({ response: discard })
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
      expect(desktop.window.destroyed).toBe(true)
      expect(desktop.core.closed).toBe(1)
      expect(asked).toHaveBeenCalledTimes(1)
      asked.mockRestore()
    })

    test('asks two questions during a submission, first about the submission', async () => {
      desktop.core.sending = 'An enrollment is being sent.'
      dialog.answers.push(1, discard)
      app.quit()
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
      expect(dialogs).toMatchObject([{ message: 'An enrollment is being sent.' }, question])
    })

    test('asks about the text only if the user agreed to cut off the submission', async () => {
      desktop.core.sending = 'An enrollment is being sent.'
      dialog.answer = 2
      app.quit()
      await quiet()
      expect(dialogs).toHaveLength(1)
      expect(desktop.window.destroyed).toBe(false)
    })

    test('closes a page that hangs, without asking that page', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      desktop.window.webContents.page = 'hangs'
      app.quit()
      await new Promise((resolve) => setImmediate(resolve))
      expect(desktop.window.destroyed).toBe(false)
      vi.advanceTimersByTime(5_000)
      vi.useRealTimers()
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
      expect(dialogs).toEqual([])
    })
  })

  describe('while a submission is being sent', () => {
    beforeEach(() => {
      desktop.core.sending = 'An enrollment is being sent.'
    })

    test('waits for the answer if the user chooses to wait', async () => {
      dialog.answer = 0
      app.quit()
      await vi.waitFor(() => expect(dialogs).toHaveLength(1))
      await new Promise((resolve) => setTimeout(resolve, 250))
      expect(app.exitCode).toBeNull()
      expect(desktop.core.closed).toBe(0)
      desktop.core.sending = null
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
      expect(desktop.core.closed).toBe(1)
    })

    test('ends at once if the user chooses that', async () => {
      dialog.answer = 1
      app.quit()
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
    })

    test('is canceled if the user chooses to stay, and asks only once even if quitting is requested twice', async () => {
      dialog.answer = 2
      app.quit()
      app.quit()
      await vi.waitFor(() => expect(dialogs).toHaveLength(1))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(app.exitCode).toBeNull()
      expect(dialogs).toHaveLength(1)
      desktop.core.sending = null
      app.quit()
      await vi.waitFor(() => expect(app.exitCode).toBe(0))
    })
  })
})
