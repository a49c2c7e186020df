import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A real gnome-keyring on its own D-Bus session, with its own HOME. */
export interface KeyringSession {
  readonly address: string
  /** Locks every collection of the keyring, as a screen lock may do. */
  lock(): Promise<void>
  /** Unlocks every collection, as signing in to the computer does. */
  unlock(): Promise<void>
  /** Restarts the bus and the daemon but keeps the secrets, as signing out and in again does. */
  startAnew(): Promise<void>
  stop(): Promise<void>
}

const password = 'test-keyring-password'

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnfile} ended with ${code}: ${text}`)),
    )
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** The owner of the session, if that is not the user who runs the tests. */
export interface SessionOwner {
  readonly uid: number
  readonly gid: number
}

/** Environment and owner of a process in the session. */
type Place = { readonly env: NodeJS.ProcessEnv } & Partial<SessionOwner>

/** What dbus-send prints; fails if dbus-send fails. */
const dbusSend = (place: Place, ...args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile('dbus-send', ['--session', '--print-reply', ...args], place, (error, stdout) => {
      if (error) reject(new Error(`dbus-send: ${error.message}`))
      else resolve(stdout)
    })
  })

const untilSecretsAnswer = async (place: Place): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const owner = await dbusSend(
      place,
      '--dest=org.freedesktop.DBus',
      '/',
      'org.freedesktop.DBus.NameHasOwner',
      'string:org.freedesktop.secrets',
    )
    if (owner.includes('true')) return
    await wait(50)
  }
  throw new Error('gnome-keyring-daemon did not take its name on the bus')
}

const startKeyring = (place: Place): ChildProcess => {
  const keyring = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    {
      ...place,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  keyring.stdin.end(password)
  return keyring
}

/** Connects as `owner`, because the daemons of a session accept only their own user. */
export const connectAs = (owner: SessionOwner | null, socketPath: string): Socket => {
  const before = process.geteuid?.()
  if (owner !== null) process.seteuid?.(owner.uid)
  try {
    return connect(socketPath)
  } finally {
    if (before !== undefined) process.seteuid?.(before)
  }
}

/**
 * Sends a password to the daemon's control socket, as PAM does: lengths and numbers take four
 * bytes, and the number 1 means unlock.
 */
const unlock = (owner: SessionOwner | null, socketPath: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(password)
    const packet = Buffer.alloc(12)
    packet.writeUInt32BE(12 + bytes.length, 0)
    packet.writeUInt32BE(1, 4)
    packet.writeUInt32BE(bytes.length, 8)
    const socket = connectAs(owner, socketPath)
    socket.once('connect', () => socket.write(Buffer.concat([Buffer.from([0]), packet, bytes])))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      if (answer.readUInt32BE(4) === 0) resolve()
      else reject(new Error(`the keyring was not unlocked: ${answer.readUInt32BE(4)}`))
    })
  })

/**
 * Environment variables with which a process finds a session. The test process has this session's
 * values while the session runs.
 */
const sessionNames = [
  'HOME',
  'XDG_RUNTIME_DIR',
  'XDG_DATA_HOME',
  'DBUS_SESSION_BUS_ADDRESS',
] as const

const setEnvironment = (values: Readonly<Record<string, string | undefined>>): void => {
  for (const name of sessionNames) {
    const value = values[name]
    if (value === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = value
  }
}

/**
 * Starts the daemons and makes this (forked) test process use them. libsecret remembers the first
 * bus that a process uses, so a test file starts one session and keeps it. `stop` ends the daemons
 * and restores the environment. The daemons run as `owner`, who also owns the session's HOME.
 */
export const startKeyringSession = async (
  owner: SessionOwner | null = null,
): Promise<KeyringSession> => {
  const folder = mkdtempSync(join(tmpdir(), 'keyring-session-'))
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const before = Object.fromEntries(sessionNames.map((name) => [name, process.env[name]]))
  const { XDG_DATA_HOME: _unused, ...inherited } = process.env
  const env: NodeJS.ProcessEnv = { ...inherited, HOME: folder, XDG_RUNTIME_DIR: runtime }
  const place: Place = { env, ...owner }
  if (owner !== null) for (const path of [folder, runtime]) chownSync(path, owner.uid, owner.gid)

  const startDaemons = async (): Promise<{
    readonly bus: ChildProcess
    readonly keyring: ChildProcess
    readonly address: string
  }> => {
    const bus = spawn('dbus-daemon', ['--session', '--print-address', '--nofork'], {
      ...place,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const address = await firstLine(bus)
    env['DBUS_SESSION_BUS_ADDRESS'] = address
    return { bus, keyring: startKeyring(place), address }
  }
  let daemons = await startDaemons()
  // A test process that ends early must not leave its daemons running.
  const reap = (): void => {
    daemons.keyring.kill()
    daemons.bus.kill()
  }
  process.once('exit', reap)
  await untilSecretsAnswer(place)
  setEnvironment(env)

  const endDaemons = async (): Promise<void> => {
    await ended(daemons.keyring)
    await ended(daemons.bus)
  }

  return {
    get address() {
      return daemons.address
    },
    lock: async () => {
      await dbusSend(
        place,
        '--dest=org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        'array:objpath:/org/freedesktop/secrets/collection/login',
      )
    },
    unlock: () => unlock(owner, join(runtime, 'keyring', 'control')),
    startAnew: async () => {
      await endDaemons()
      daemons = await startDaemons()
      await untilSecretsAnswer(place)
      setEnvironment(env)
    },
    stop: async () => {
      setEnvironment(before)
      await endDaemons()
      process.off('exit', reap)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
