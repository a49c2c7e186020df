import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { app, type Event } from 'electron'

/** Switches that let another program control the window as soon as Chromium starts. */
const names = ['remote-debugging-port', 'remote-debugging-pipe'] as const

/** Holds the word that the first process passes on in GLIDEPATH_AGREED. */
const fileIn = (dataDir: string) => path.join(dataDir, 'agreed-to-debugging')

/** True once, if a person has just agreed. A command line and its variables cannot fake the file. */
export const hasAgreed = (dataDir: string, env: NodeJS.ProcessEnv): boolean => {
  const given = env['GLIDEPATH_AGREED']
  delete env['GLIDEPATH_AGREED']
  try {
    const kept = readFileSync(fileIn(dataDir), 'utf8')
    rmSync(fileIn(dataDir))
    return kept === given
  } catch {
    return false
  }
}

/** Keeps Chromium from opening the port. Call this before the application is ready; false if there is no such switch. */
export const keepPortClosed = (): boolean => {
  const found = names.filter((name) => app.commandLine.hasSwitch(name))
  for (const name of found) app.commandLine.removeSwitch(name)
  return found.length > 0
}

/**
 * Starts the program again as it was started, because Chromium opens its port only at a start. This process waits for the
 * other one, so that whoever started it can still end it, and resolves to its exit code.
 */
export const startAgreed = (dataDir: string): Promise<number> => {
  const agreement = randomUUID()
  writeFileSync(fileIn(dataDir), agreement, { mode: 0o600 })
  const child = spawn(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, GLIDEPATH_AGREED: agreement },
  })
  app.on('before-quit', (event: Event) => {
    event.preventDefault()
    child.kill('SIGTERM')
  })
  // Without a window, nothing else wakes Node's loop on Linux (boxes/lone-box.ts).
  const awake = setInterval(() => undefined, 100)
  return new Promise((resolve) => {
    const end = (code: number | null) => {
      clearInterval(awake)
      resolve(code ?? 1)
    }
    child.once('error', () => end(1))
    child.once('exit', end)
  })
}
