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

/** How long a program may take to end, in milliseconds. */
const patienceMs = 3_000
const pauseMs = 100
/** How long another program may take to remove a left-over socket, in milliseconds. */
const settleMs = 300

/**
 * File in the folder: 32 random hexadecimal digits that only its owner can read, so that nobody else can take the name.
 */
const secretFile = 'lock-name'
const secretPattern = /^[0-9a-f]{32}$/

/** File in the folder, on Linux: a socket that the program listens on. */
const socketFile = 'lock-socket'

const hasCode = (cause: unknown, code: string) =>
  cause instanceof Error && 'code' in cause && cause.code === code

/**
 * Returns the secret from the file, which the first program writes. A truncated secret still works,
 * because all programs read the same one.
 */
const secretOf = async (folder: string) => {
  const file = path.join(folder, secretFile)
  try {
    writeFileSync(file, randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) {
      // A full disk left an empty file, and an empty secret would be the same for every folder.
      rmSync(file, { force: true })
      throw cause
    }
  }
  let secret = readFileSync(file, 'latin1')
  // Another program may be writing the file right now.
  for (let looks = 0; looks < 5 && !secretPattern.test(secret); looks += 1) {
    await delay(pauseMs)
    secret = readFileSync(file, 'latin1')
  }
  return secret
}

/**
 * System-wide names that mark a folder as in use. One comes from its path and one from its
 * file-system identity, because several paths can lead to one folder (another letter case, two
 * mounts). On Linux and Windows the names disappear with the program, however it ends. On other
 * systems they are files, which may be left over, in a folder that can differ between programs.
 * Programs in different Linux network namespaces, such as two containers, do not see each other's
 * names; a socket in the folder itself ({@link takeSocketIn}) covers them.
 */
const namesFor = (folder: string, secret: string, platform: NodeJS.Platform): readonly string[] => {
  const { dev, ino } = statSync(folder, { bigint: true })
  const nameOf = (what: string) =>
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

/**
 * Identifies a file, so that it can be told from a later one with the same name and inode number;
 * undefined if the file does not exist.
 */
const identityOf = (file: string) => {
  const status = statSync(file, { bigint: true, throwIfNoEntry: false })
  return status && `${status.ino}:${status.ctimeNs}`
}

/**
 * Tries to take the name and returns true if this program now has it. With `settle` it waits before
 * the check, because another program may be removing the socket file as left over.
 */
const takeName = async (name: string, isFile: boolean, settle = isFile) => {
  try {
    await listen(name)
    if (!settle) return true
    const own = identityOf(name)
    await delay(settleMs)
    // If another program owns the file by now, this socket stays open: closing it would remove that program's file.
    return own !== undefined && identityOf(name) === own
  } catch (cause) {
    if (!hasCode(cause, 'EADDRINUSE')) throw cause
    if (!isFile) return false
    const found = identityOf(name)
    if (!(await isAnswered(name)) && identityOf(name) === found) rmSync(name, { force: true })
    return false
  }
}

/** Repeats `take` until `until`, because another program may just be ending. */
const patiently = async (until: number, take: () => Promise<boolean>) => {
  while (!(await take())) {
    if (performance.now() > until) return false
    await delay(pauseMs)
  }
  return true
}

/**
 * Takes a socket in the folder, which is the same for every program that reaches the folder, in any
 * namespace. A socket is left over only after a program was killed. Other programs remove only
 * left-over sockets, so the new socket is checked again only if an old one was left over. If the
 * folder's file system does not support sockets, or has no space for one, only the other names
 * count.
 */
const takeSocketIn = async (folder: string, until: number) => {
  try {
    // The path through the open folder is always short; a socket's path is limited to 107 bytes.
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
 * Holds the data folder for this program until it ends, because two programs that use the same
 * folder would not know of each other's submissions. Returns false if another program, of either
 * host, holds it. Creates the folder if needed.
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
  // Takes one name after another, so that programs that share only one name do not wait for each
  // other's other names.
  for (const name of names)
    if (!(await patiently(until, () => takeName(name, isFile)))) return false
  return platform !== 'linux' || takeSocketIn(folder, until)
}
