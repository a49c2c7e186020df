import { hash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** One that is just ending may take this long, milliseconds. */
const patienceMs = 3_000
const pauseMs = 100
/** After so long whoever was about to clear away a socket left over has done so, milliseconds. */
const settleMs = 300

/** In the folder: 32 random hexadecimal digits that only its owner can read, so that nobody else can take its name. */
const secretFile = 'lock-name'
const secretPattern = /^[0-9a-f]{32}$/

/** In the folder: a socket that the program listens on, on Linux. */
const socketFile = 'lock-socket'

const hasCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code

/** What stands in the file; made by whoever comes first. One that was cut while it was made is taken as it is: all read the same. */
const secretOf = async (folder: string): Promise<string> => {
  const file = path.join(folder, secretFile)
  try {
    writeFileSync(file, randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) {
      // On a full disk an empty one was made; it would be everybody's secret.
      rmSync(file, { force: true })
      throw cause
    }
  }
  let secret = readFileSync(file, 'latin1')
  // Another program may just be writing it.
  for (let looks = 0; looks < 5 && !secretPattern.test(secret); looks += 1) {
    await delay(pauseMs)
    secret = readFileSync(file, 'latin1')
  }
  return secret
}

/**
 * The names by which the system knows who uses a folder: by where it is, and by which folder it is, since one folder may be
 * reached by several paths, such as in letters of another case, or mounted twice. On Linux and Windows they go with the
 * program, however that ends; elsewhere they are files that may be left over, and the folder for such files is not the same
 * for every program. Programs in different network namespaces of Linux, such as two containers, do not see each other's: for
 * them there is a socket in the folder itself as well ({@link takeSocketIn}).
 */
const namesFor = (folder: string, secret: string, platform: NodeJS.Platform): readonly string[] => {
  const { dev, ino } = statSync(folder, { bigint: true })
  const nameOf = (what: string): string =>
    `glidepath-${hash('sha256', `${what}\n${secret}`, 'hex').slice(0, 32)}`
  const [byPath, byFolder] = [nameOf(folder), nameOf(`${dev}:${ino}`)]
  if (platform === 'linux') return [`\0${byPath}`, `\0${byFolder}`]
  if (platform === 'win32') return [`\\\\.\\pipe\\${byPath}`, `\\\\.\\pipe\\${byFolder}`]
  return [path.join(tmpdir(), `${byPath}.sock`), `/tmp/${byFolder}.sock`]
}

const listen = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(name, () => {
      server.unref()
      resolve()
    })
  })

const isAnswered = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(name, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Tells a file from another one that takes its name, and its number, later; undefined where there is none. */
const identityOf = (file: string): string | undefined => {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false })
  return status && `${status.ino}:${status.ctimeNs}`
}

/**
 * Whether the name is ours. A socket file may have been cleared away by one that took it for left over: with `settle` that is
 * waited for.
 */
const takeName = async (name: string, isFile: boolean, settle = isFile): Promise<boolean> => {
  try {
    await listen(name)
    if (!settle) return true
    const own = identityOf(name)
    await delay(settleMs)
    // Where it is another's by now ours stays open: closing it would take the other's file away.
    return own !== undefined && identityOf(name) === own
  } catch (cause) {
    if (!hasCode(cause, 'EADDRINUSE')) throw cause
    if (!isFile) return false
    const found = identityOf(name)
    if (!(await isAnswered(name)) && identityOf(name) === found) rmSync(name, { force: true })
    return false
  }
}

/** `take` again and again, for as long as one that is just ending may take. */
const patiently = async (until: number, take: () => Promise<boolean>): Promise<boolean> => {
  while (!(await take())) {
    if (performance.now() > until) return false
    await delay(pauseMs)
  }
  return true
}

/**
 * A socket in the folder is the same for every program that reaches the folder, whatever its namespaces. It is left over where
 * a program was killed, and only then somebody may clear it away; so only then it is looked at once more.
 * Where the folder's file system has no sockets, or no room for one, the other names alone tell.
 */
const takeSocketIn = async (folder: string, until: number): Promise<boolean> => {
  try {
    // The path by way of the open folder is short, whatever the folder's own is: a socket's may have 107 bytes.
    const name = `/proc/self/fd/${openSync(folder, 'r')}/${socketFile}`
    const isLeftOver = identityOf(name) !== undefined
    if (!(await patiently(until, () => takeName(name, true, isLeftOver)))) return false
    const own = identityOf(name)
    process.once('exit', () => {
      if (identityOf(name) === own) rmSync(name, { force: true })
    })
    return true
  } catch {
    return true
  }
}

/**
 * Takes the data folder for this program until it ends: two on one folder would not know of each other's submissions.
 * False when another program has it and keeps it, whichever host that is. The folder is made where there is none.
 */
export const takeFolder = async (
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(dataDir)
  const names = namesFor(folder, await secretOf(folder), platform)
  const isFile = platform !== 'linux' && platform !== 'win32'
  const until = performance.now() + patienceMs
  // One after the other: of two programs that share one name only, none may wait for the other's.
  for (const name of names)
    if (!(await patiently(until, () => takeName(name, isFile)))) return false
  return platform !== 'linux' || takeSocketIn(folder, until)
}
