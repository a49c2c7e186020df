import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { asPerson } from '../person.ts'

/** A virtual X server with a window manager. Without a window manager, no window is ever in front or full screen. */
export interface Display {
  /** The value for the environment variable DISPLAY. */
  readonly name: string
  stop(): Promise<void>
}

const displayOf = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const number = /(\d+)\n/.exec(text)?.[1]
      if (number !== undefined) resolve(`:${number}`)
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** Resolves once a window manager is on the display. */
const untilManaged = async (name: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      const said = execFileSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], {
        env: { ...process.env, DISPLAY: name },
        encoding: 'utf8',
      })
      if (said.includes('window id')) return
    } catch {
      // The server may not accept connections yet.
    }
    await wait(50)
  }
  throw new Error('no window manager took the display')
}

/** Starts Xvfb on a free display, 1920 × 1200, with openbox. */
export const startDisplay = async (): Promise<Display> => {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset', '-ac'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const name = await displayOf(server)
  const manager = spawn('openbox', ['--sm-disable'], {
    env: { ...process.env, DISPLAY: name, HOME: '/nonexistent' },
    stdio: 'ignore',
    ...asPerson,
  })
  const reap = (): void => {
    manager.kill()
    server.kill()
  }
  process.once('exit', reap)
  await untilManaged(name)
  return {
    name,
    stop: async () => {
      process.off('exit', reap)
      await ended(manager)
      await ended(server)
    },
  }
}
