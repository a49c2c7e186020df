import { app } from 'electron'
import { AppFailure } from '#shared/app-failure.ts'
import type { Logger } from '../core/ports.ts'
import { inABox } from './in-a-box.ts'
import { showLoneBox } from './lone-box.ts'

/** Linux alone can be without one. */
const hasDisplay = (): boolean =>
  process.platform !== 'linux' ||
  app.commandLine.hasSwitch('ozone-platform') ||
  Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])

/** Throws where no window can be shown: Electron would end with a crash. */
export const needDisplay = (): void => {
  if (hasDisplay()) return
  throw new AppFailure({
    code: 'input.invalid',
    message: 'There is no display to show a window on (DISPLAY and WAYLAND_DISPLAY are not set).',
    advice: 'Start Glidepath in a desktop session.',
  })
}

/** Says it in a box, until that is closed or the program told to end; main goes on meanwhile, so that Ctrl+C works. */
const showWhy = async (sentence: string): Promise<void> => {
  const told = new Promise<void>((resolve) => {
    app.once('before-quit', (event) => {
      event.preventDefault()
      resolve()
    })
  })
  await app.whenReady()
  const title = 'Glidepath cannot start'
  const closed = showLoneBox({
    type: 'error',
    title,
    message: title,
    detail: sentence,
    buttons: ['Close'],
    noLink: true,
  })
  await Promise.race([told, closed])
}

/**
 * Ends a start that failed: says why on standard error and in a box, since nobody reads what a program writes that was
 * started from an icon. Exit code 2 for what the person can put right, 1 for a bug.
 */
export const endFailedStart = async (cause: unknown, logger: Logger): Promise<void> => {
  const expected = cause instanceof AppFailure ? cause.error : null
  const sentence =
    expected === null
      ? 'Something went wrong inside the program. What it says about it is on standard error.'
      : [expected.message, expected.advice ?? ''].map(inABox).join(' ').trim()
  if (expected === null) logger.error('Glidepath cannot start', cause)
  else logger.error(`Glidepath cannot start: ${sentence}`)
  if (hasDisplay()) await showWhy(sentence)
  app.exit(expected === null ? 1 : 2)
}
