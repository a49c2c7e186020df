import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot, root } from './paths.mjs'
import { Stop } from './say.mjs'

const beatMs = 2_000
const silentMs = 30_000

/** @param {unknown} failure */
const codeOf = (failure) =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

/** True if a process with this id exists, whoever owns it. @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return codeOf(failure) === 'EPERM'
  }
}

/** @param {unknown} failure @returns {never} */
function cannotWrite(failure) {
  if (!/^(?:EACCES|EPERM|EROFS)$/.test(String(codeOf(failure)))) throw failure
  throw new Stop(
    `This folder cannot be written to (${root}); check its owner and permissions and start again.`,
  )
}

/** @param {string} folder */
async function ownerOf(folder) {
  return await readFile(join(folder, 'owner'), 'utf8').catch(() => '')
}

/** @param {string} folder */
async function beatOf(folder) {
  return await stat(folder)
    .then((found) => found.mtimeMs)
    .catch(() => 0)
}

/**
 * Removes a lock whose owner is gone. If another process has taken the lock since the check, puts
 * the lock back.
 *
 * @param {string} folder
 * @param {string} owner at the time of the check
 */
async function clear(folder, owner) {
  const aside = `${folder}.${process.pid}.stale`
  try {
    await rename(folder, aside)
  } catch {
    return
  }
  if ((await ownerOf(aside)) === owner) await rm(aside, { recursive: true, force: true })
  else await rename(aside, folder).catch(() => rm(aside, { recursive: true, force: true }))
}

/**
 * Runs `work` while no other process holds the lock of this name. Takes over a lock whose owner has died or shown no
 * sign of life for half a minute. Calls `onWait` once if another process holds the lock.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, onWait) {
  const folder = inRoot('.cache', `${name}.lock`)
  await mkdir(inRoot('.cache'), { recursive: true }).catch(cannotWrite)
  await acquire(folder, onWait)
  const beat = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {(() => void) | undefined} onWait
 */
async function acquire(folder, onWait) {
  let waited = false
  let lastBeat = -1
  let seenAt = performance.now()
  for (;;) {
    try {
      await mkdir(folder)
      await writeFile(join(folder, 'owner'), `${process.pid} ${Date.now()}`)
      return
    } catch (failure) {
      if (codeOf(failure) !== 'EEXIST') cannotWrite(failure)
    }
    const owner = await ownerOf(folder)
    const pid = Number.parseInt(owner, 10)
    const beat = await beatOf(folder)
    if (beat !== lastBeat) {
      lastBeat = beat
      seenAt = performance.now()
    }
    // An owner writes its process id right after making the folder. Without an id, the owner counts
    // as gone only if it has shown no sign of life.
    const gone = Number.isNaN(pid) ? false : !isRunning(pid)
    if (gone || performance.now() - seenAt > silentMs) {
      await clear(folder, owner)
      continue
    }
    if (!waited) onWait?.()
    waited = true
    await sleep(200)
  }
}
