import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '#electron/core/platform/ports.ts'
import { createQueue } from '#shared/queue.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { codeOf, diskFailure } from './disk-failure.ts'
import { replaceWhole, syncFolder, temporarySuffix } from './durable-replace.ts'

const isMissing = (cause: unknown) => codeOf(cause) === 'ENOENT'

const failed = (doing: string, cause: unknown) => fail(diskFailure(doing, cause))

/**
 * Shares {@link syncFolder} among many callers. Callers that arrive during a sync share the next
 * sync, which covers their changes because it starts after them.
 */
const createFolderSync = () => {
  const inOrder = createQueue()
  /** The next sync of each folder, not yet begun. */
  const next = new Map<string, Promise<void>>()
  return (folder: string) => {
    const begin = () => {
      next.delete(folder)
      return syncFolder(folder)
    }
    const shared = next.get(folder) ?? inOrder(folder, begin)
    next.set(folder, shared)
    return shared
  }
}

/**
 * Half-written files are removed once they are this old, in milliseconds. A younger file may belong
 * to a running program.
 */
const leftoverAgeMs = 10 * 60_000

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

const sweep = async (folder: string) => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(temporarySuffix)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > leftoverAgeMs) await rm(path, { force: true })
  }
}

const makeFolder = async (folder: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweep(folder).catch(() => undefined)
}

const createFolders = () => {
  const made = new Map<string, Promise<void>>()
  /**
   * Runs `write` in the folder of `path`; creates the folder on first use, or if somebody removed
   * it.
   */
  const inFolder = async <T>(path: string, write: (folder: string) => Promise<T>): Promise<T> => {
    const folder = dirname(path)
    const known = made.get(folder)
    const making = known ?? makeFolder(folder)
    made.set(folder, making)
    try {
      await making
      return await write(folder)
    } catch (cause) {
      made.delete(folder)
      if (known === undefined || !isMissing(cause)) throw cause
      return inFolder(path, write)
    }
  }
  return inFolder
}

/**
 * The data folder: folders 0700, files 0600, every write durable when it resolves. A replaced file
 * always holds either all the old bytes or all the new bytes, even after a power cut. Fails with
 * `records.diskFull`, or with `internal` for anything else.
 *
 * @throws Error for a name outside the data folder, which is a bug, because the program itself
 * makes the names.
 */
export const createFiles = (dataDir: string): Files => {
  const inOrder = createQueue()
  const inFolder = createFolders()
  const syncSoon = createFolderSync()

  const pathOf = (name: string) => {
    if (!namePattern.test(name) || name.includes('..'))
      throw new Error('a file name outside the data directory')
    return join(dataDir, name)
  }

  const reading = async <T>(
    name: string,
    read: (path: string) => Promise<T>,
    doing = 'read',
  ): Promise<Result<T | null>> => {
    try {
      return ok(await read(pathOf(name)))
    } catch (cause) {
      return isMissing(cause) ? ok(null) : failed(doing, cause)
    }
  }

  const writing = <T>(
    name: string,
    doing: string,
    write: (path: string) => Promise<T>,
  ): Promise<Result<T>> => {
    const path = pathOf(name)
    return inOrder(name, async () => {
      try {
        return ok(await write(path))
      } catch (cause) {
        return failed(doing, cause)
      }
    })
  }

  return {
    read: (name) => reading(name, (path) => readFile(path)),

    replace: (name, bytes) =>
      writing(name, 'replace', (path) =>
        inFolder(path, async (folder) => {
          await replaceWhole(path, `${path}.${randomUUID()}${temporarySuffix}`, bytes)
          await syncSoon(folder)
        }),
      ),

    remove: (name) =>
      writing(name, 'remove', async (path) => {
        try {
          await rm(path)
          await syncFolder(dirname(path))
        } catch (cause) {
          if (!isMissing(cause)) throw cause
        }
      }),
  }
}
