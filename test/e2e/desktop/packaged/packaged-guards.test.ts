import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { inspect, inspectorArgs, type Inspected } from '#test/support/desktop/inspector.ts'
import { runAsPerson, startDesktop, until, type Started } from '#test/support/desktop/launch.ts'
import {
  answerLessProtection,
  lessProtectionQuestion,
} from '#test/support/desktop/stage/less-protection.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { familyOf, listeningOf } from '#test/support/desktop/processes.ts'
import { bringToFront } from '#test/support/desktop/windows.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

/** Tests a program that Electron treats as packaged. */

const command = inject('desktop').stage.packagedCommand

let keyring: KeyringSession
beforeAll(async () => {
  keyring = await startKeyringSession(person)
})
afterAll(async () => {
  await keyring.stop()
})

const isReady = (program: Started): Promise<true> =>
  until(
    () => program.stdout().includes('"ready"') || null,
    () => `no ready line:\n${program.stderr()}`,
  )

describe('a packaged program started as usual', () => {
  let program: Started
  let main: Inspected
  beforeAll(async () => {
    program = startDesktop({
      command,
      args: ['--data-dir', personalFolder('packaged'), ...inspectorArgs],
    })
    main = await inspect(program)
    await isReady(program)
    expect(await main.inMain('electron.app.isPackaged')).toBe(true)
  })
  afterAll(async () => {
    main.close()
    program.kill('SIGTERM')
    await program.ended
  })

  const contents = 'electron.BrowserWindow.getAllWindows()[0].webContents'
  const areOpen = `electron.webContents.getAllWebContents().some((each) => each.isDevToolsOpened() || each.getURL().startsWith('devtools:'))`

  test('has no DevTools, whatever tries to open them', async () => {
    await main.inMain(`${contents}.openDevTools({ mode: 'detach' })`)
    await main.inMain(`${contents}.toggleDevTools()`)
    await main.inMain(`${contents}.inspectElement(10, 10)`)
    await main.inMain(`electron.Menu.sendActionToFirstResponder?.('toggleDevTools:')`)
    await wait(1_000)
    expect(await main.inMain(areOpen)).toBe(false)
    expect(await main.inMain('electron.webContents.getAllWebContents().length')).toBe(1)
  })

  test('opens no DevTools and reloads nothing when the usual shortcuts are pressed', async () => {
    await main.inMain(`${contents}.executeJavaScript('globalThis.stillHere = true')`)
    await bringToFront('Glidepath')
    for (const key of [
      'F12',
      'ctrl+shift+i',
      'ctrl+shift+j',
      'ctrl+shift+c',
      'ctrl+u',
      'F5',
      'ctrl+r',
      'ctrl+shift+r',
      'ctrl+n',
      'ctrl+t',
      'ctrl+shift+n',
    ]) {
      await runAsPerson('xdotool', ['key', '--clearmodifiers', key])
    }
    await wait(1_000)
    expect(await main.inMain(areOpen)).toBe(false)
    expect(await main.inMain('electron.webContents.getAllWebContents().length')).toBe(1)
    expect(await main.inMain(`${contents}.executeJavaScript('globalThis.stillHere')`)).toBe(true)
  })

  test('has no menu entry for DevTools', async () => {
    const roles = `(() => { const roles = []; const walk = (menu) => menu.items.forEach((item) => { roles.push(item.role); if (item.submenu) walk(item.submenu) }); walk(electron.Menu.getApplicationMenu()); return roles.join() })()`
    expect(await main.inMain(roles)).not.toMatch(/devtools|reload/i)
  })

  test('listens only for the training service and the test’s inspector', () => {
    const training = /"training":"http:\/\/([^"/]+)/.exec(program.stdout())?.[1] ?? ''
    const inspector = /^Debugger listening on ws:\/\/([^/]+)/m.exec(program.stderr())?.[1] ?? ''
    expect(listeningOf(familyOf(program.pid)).toSorted()).toEqual([training, inspector].toSorted())
  })
})

describe('a packaged program started with less protection', () => {
  const start = (name: string): Started =>
    startDesktop({ command, args: ['--data-dir', personalFolder('weak'), name] })

  // With --no-zygote, --browser-subprocess-path and a prefix for utilities or the zygote, Chromium itself does not start.
  test.each([
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--no-sandbox',
    '--disable-setuid-sandbox',
    '--disable-namespace-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--disable-gpu-sandbox',
    '--allow-no-sandbox-job',
    '--no-zygote-sandbox',
    '--allow-sandbox-debugging',
    '--single-process',
    '--in-process-gpu',
    '--disable-web-security',
    '--allow-running-insecure-content',
    '--disable-site-isolation-trials',
    '--enable-blink-features=ScriptedSpeechRecognition',
    '--enable-experimental-web-platform-features',
    '--js-flags=--allow-natives-syntax',
    '--renderer-cmd-prefix=env',
    '--gpu-launcher=env',
    '--auto-open-devtools-for-tabs',
  ])('(%s) asks before it opens anything, and can be ended from that question', async (name) => {
    const program = start(name)
    await answerLessProtection('Quit')
    expect(await program.ended).toBe(2)
    expect(program.stderr()).toContain(name.split('=')[0])
    expect(program.stdout()).toBe('')
  })

  test('ends on a signal while it asks', async () => {
    const program = start('--remote-debugging-port=0')
    await lessProtectionQuestion()
    program.kill('SIGTERM')
    expect(await program.ended).toBe(2)
  })

  test('has no debugging port while it asks, and has it if the person chooses to continue', async () => {
    const program = start('--remote-debugging-port=0')
    await lessProtectionQuestion()
    expect(listeningOf(familyOf(program.pid))).toEqual([])
    expect(program.stderr()).not.toContain('DevTools listening')
    await answerLessProtection('Open anyway')
    await isReady(program)
    const port = /^DevTools listening on ws:\/\/([^/]+)/m.exec(program.stderr())?.[1]
    expect(listeningOf(familyOf(program.pid))).toContain(port)
    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  test('asks again for a later start with the same words', async () => {
    const dataDir = personalFolder('weak')
    const args = ['--data-dir', dataDir, '--remote-debugging-port=0']
    const program = startDesktop({ command, args, env: { GLIDEPATH_AGREED: 'yes' } })
    await answerLessProtection('Quit')
    expect(await program.ended).toBe(2)
  })
})
