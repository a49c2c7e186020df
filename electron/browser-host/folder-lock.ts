import { hash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** One that is just ending may take this long, milliseconds. */
const patienceMs = 3_000
const pauseMs = 100

/**
 * The name by which the system knows who uses a folder. On Linux and Windows it goes with the program, however that ends;
 * elsewhere it is a file that may be left over.
 */
const nameFor = (folder: string, platform: NodeJS.Platform): string => {
  const name = `glidepath-${hash('sha256', folder, 'hex').slice(0, 32)}`
  if (platform === 'linux') return `\0${name}`
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`)
}

const isTaken = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'

const listen = (name: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(name, () => resolve(server.unref()))
  })

const isAnswered = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/**
 * Takes the data folder for this program until it ends: two on one folder would not know of each other's submissions.
 * False when another program has it and keeps it. The folder is made where there is none.
 */
export const takeFolder = async (dataDir: string, platform: NodeJS.Platform = process.platform): Promise<boolean> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const name = nameFor(realpathSync(dataDir), platform)
  for (const until = performance.now() + patienceMs; ; await delay(pauseMs)) {
    try {
      await listen(name)
      return true
    } catch (cause) {
      if (!isTaken(cause)) throw cause
      if (path.isAbsolute(name) && platform !== 'win32' && !(await isAnswered(name))) rmSync(name, { force: true })
      else if (performance.now() > until) return false
    }
  }
}
