import { hash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  watch,
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
  const isUsed = readdirSync(folder).length > 0
  try {
    writeFileSync(file, randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
    // Somebody removed the file of a folder with data: a program that holds the folder puts its own back.
    if (isUsed) await delay(restoreMs)
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

/** How long a running program may take to put back its secret, in milliseconds. */
const restoreMs = 1_000

/** Calls `look` when the file `name` in the folder may have changed, and four times a second, because some file systems report nothing. */
const whenChanged = (folder: string, name: string, look: () => void): void => {
  try {
    watch(folder, { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) look()
    }).on('error', () => undefined)
  } catch {
    // This file system reports no changes.
  }
  setInterval(look, restoreMs / 4).unref()
}

/**
 * Puts the secret back as soon as somebody removes or changes its file. A second program would otherwise write another
 * secret, derive other names from it, and not see this one.
 */
const guardSecret = (folder: string, secret: string): void => {
  const file = path.join(folder, secretFile)
  whenChanged(folder, secretFile, () => {
    try {
      if (readFileSync(file, 'latin1') === secret) return
    } catch {
      // The file is missing; it is written below.
    }
    try {
      writeFileSync(`${file}.new`, secret, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch {
      // The folder is gone or full; the next look tries again.
    }
  })
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
    let own = identityOf(name)
    process.once('exit', () => {
      if (identityOf(name) === own) rmSync(name, { force: true })
    })
    whenChanged(folder, socketFile, () => {
      if (identityOf(name) !== undefined) return
      listen(name).then(
        () => (own = identityOf(name)),
        () => undefined,
      )
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
  const secret = await secretOf(folder)
  const names = namesFor(folder, secret, platform)
  const isFile = platform !== 'linux' && platform !== 'win32'
  const until = performance.now() + patienceMs
  // Takes one name after another, so that programs that share only one name do not wait for each
  // other's other names.
  for (const name of names)
    if (!(await patiently(until, () => takeName(name, isFile)))) return false
  if (platform === 'linux' && !(await takeSocketIn(folder, until))) return false
  guardSecret(folder, secret)
  return true
}
