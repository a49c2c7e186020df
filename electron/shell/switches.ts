import { app } from 'electron'
import { showLoneBox } from './boxes/lone-box.ts'

/**
 * Chromium switches that disable a protection of the page or let another program control the
 * window. Chromium acts on some of them before any of our code runs, so we ask the user instead of
 * removing them.
 */
const weakening = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'allow-no-sandbox-job',
  'disable-gpu-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'allow-sandbox-debugging',
  'single-process',
  'in-process-gpu',
  'disable-web-security',
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'enable-blink-features',
  'enable-experimental-web-platform-features',
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
  'auto-open-devtools-for-tabs',
] as const

/**
 * The weakening switches that the program was started with. Call this first: `app.enableSandbox()` removes `no-sandbox` from
 * the command line.
 */
export const weakeningSwitches = (): readonly string[] =>
  weakening.filter((name) => app.commandLine.hasSwitch(name))

/**
 * Asks the user before the program opens any participant data. Resolves to true if the program may
 * continue; Enter, Escape and a signal end it.
 */
export const mayRunWith = async (switches: readonly string[]): Promise<boolean> => {
  const pressed = await showLoneBox({
    type: 'warning',
    title: 'Glidepath: less protection',
    message: 'Glidepath was started with less protection than usual',
    detail:
      `Whoever started it added ${switches.map((name) => `--${name}`).join(', ')}. Another program may then see or do what ` +
      'you can. Unless you or your administrator wanted this, quit and start Glidepath in the usual way.',
    buttons: ['Quit', 'Open anyway'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return pressed === 1
}
