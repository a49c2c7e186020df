import { mkdir, open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { WriteFolder } from '#electron/core/platform/ports.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf } from './disk-failure.ts'
import { syncFolder, writeAll } from './durable-replace.ts'
import { exportFailure } from './exported-file.ts'

const mostTries = 1_000

/** Creates a new folder called `name`, or `name (2)` and so on if that name is taken. */
const newFolder = async (parent: string, name: string) => {
  for (let number = 1; ; number += 1) {
    const folder = join(parent, number === 1 ? name : `${name} (${number})`)
    try {
      await mkdir(folder, { mode: 0o700 })
      return folder
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST' || number === mostTries) throw cause
    }
  }
}

/**
 * Writes into a new folder, so it never replaces an existing file. Only the owner can read the files. See {@link
 * WriteFolder}.
 */
export const writeFolder: WriteFolder = async (parent, name, files) => {
  let folder: string | null = null
  let current = join(parent, name)
  try {
    folder = await newFolder(parent, name)
    for (const file of files) {
      current = join(folder, file.name)
      const handle = await open(current, 'wx', 0o600)
      try {
        await writeAll(handle, file.bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
    }
    // A failure is harmless: the files are there, and many shares and USB sticks cannot sync a folder.
    await syncFolder(folder).catch(() => undefined)
    return ok(basename(folder))
  } catch (cause) {
    // This function created the folder, so everything in it may be removed.
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    return fail(exportFailure(current, cause))
  }
}
