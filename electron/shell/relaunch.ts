import { spawn } from 'node:child_process'
import { app } from 'electron'

/**
 * Waits until this process has ended, because two cannot have the data folder, and then becomes the program. Ten seconds
 * suffice, even if nobody collects the ended process.
 */
const waiter =
  'n=0; while kill -0 "$0" 2> /dev/null && [ "$n" -lt 200 ]; do sleep 0.05; n=$((n + 1)); done; exec "$@"'

/**
 * Ends all processes of the program, the page's too, and starts it again. `app.exit` asks nothing and tells no page, so
 * typed text must be sealed by now. The next process has no standard output.
 *
 * On Linux `app.relaunch` would forbid the next process to use Chromium's setuid sandbox, so that it could not start where
 * only that sandbox works. An AppImage is started from its file, because what it has mounted goes with this process.
 */
export const relaunch = (): void => {
  const args = process.argv.slice(1).filter((word) => word !== '--forget-passphrase')
  const program = process.env['APPIMAGE'] ?? process.execPath
  if (process.platform === 'linux')
    spawn('/bin/sh', ['-c', waiter, String(process.pid), program, ...args], {
      detached: true,
      stdio: 'ignore',
    }).unref()
  else app.relaunch({ args })
  app.exit(0)
}
