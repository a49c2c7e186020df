import { mkdir, open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { WriteFolder } from '#electron/core/ports.ts'
import { fail, ok } from '#shared/result.ts'
import { codeOf } from './disk-failure.ts'
import { writeAll } from './durable-append.ts'
import { syncFolder } from './durable-replace.ts'
import { exportFailure } from './exported-file.ts'

const mostTries = 1_000

/** Makes a folder that was not there before: `name`, else `name (2)` and so on. */
const newFolder = async (parent: string, name: string): Promise<string> => {
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

/** Into a folder of its own, so that nothing that is there can be in the way; readable for its owner alone. See {@link WriteFolder}. */
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
    // The files are there, and many shares and sticks cannot sync a folder.
    await syncFolder(folder).catch(() => undefined)
    return ok(basename(folder))
  } catch (cause) {
    // Made here, so all that is in it is ours.
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    return fail(exportFailure(current, cause))
  }
}
