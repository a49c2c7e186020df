import { app } from 'electron'
import { AppFailure } from '#shared/app-failure.ts'
import type { Logger } from '../core/platform/ports.ts'
import { inABox } from './boxes/in-a-box.ts'
import { showLoneBox } from './boxes/lone-box.ts'

/** Only Linux can lack a display. */
const hasDisplay = () =>
  process.platform !== 'linux' ||
  app.commandLine.hasSwitch('ozone-platform') ||
  Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

/** Throws if no window can be shown, because Electron would crash then. */
export const needDisplay = (): void => {
  if (hasDisplay()) return
  throw new AppFailure({
    code: 'input.invalid',
    message: 'There is no display to show a window on (DISPLAY and WAYLAND_DISPLAY are not set).',
    advice: 'Start Glidepath in a desktop session.',
  })
}

const title = 'Glidepath cannot start'

/**
 * Ends a failed start. It gives the reason on standard error and in a message box, because nobody
 * reads the output of a program that was started from an icon. The exit code is 2 for a problem
 * that the user can fix, and 1 for a bug.
 */
export const endFailedStart = async (cause: unknown, logger: Logger): Promise<void> => {
  const expected = cause instanceof AppFailure ? cause.error : null
  const sentence =
    expected === null
      ? 'Something went wrong inside the program. What it says about it is on standard error.'
      : [expected.message, expected.advice ?? ''].map(inABox).join(' ').trim()
  if (expected === null) logger.error(title, cause)
  else logger.error(`${title}: ${sentence}`)
  const box = { title, message: title, detail: sentence, buttons: ['Close'], noLink: true }
  if (hasDisplay()) await showLoneBox({ type: 'error', ...box })
  app.exit(expected === null ? 1 : 2)
}
