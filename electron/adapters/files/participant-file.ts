import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ListFolder, ReadFile } from '#electron/core/platform/ports.ts'
import { fail, ok } from '#shared/result.ts'

const megabytes = (bytes: number) => `${(bytes / (1024 * 1024)).toFixed(1)} MB`

/**
 * Reads a participant file that the user opened; anything that is unreadable or not a regular file
 * counts as missing.
 */
export const readParticipantFile: ReadFile = async (path, maxBytes) => {
  try {
    // Checked before opening, because opening a named pipe blocks until a writer opens it too.
    if (!(await stat(path)).isFile()) return ok(null)
    const handle = await open(path, 'r')
    try {
      const info = await handle.stat()
      if (info.size > maxBytes) {
        return fail({
          code: 'participant.tooLarge',
          message: `The file has ${megabytes(info.size)}; participant files are read up to ${megabytes(maxBytes)}.`,
          advice: 'Split it into smaller files.',
        })
      }
      return ok(await handle.readFile())
    } finally {
      await handle.close()
    }
  } catch {
    return ok(null)
  }
}

/** Sorted the way people sort names. Hidden files are left out, because no user put them there. */
export const listParticipantFiles: ListFolder = async (folder) => {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory() && /^[^.].*\.xml$/i.test(entry.name))
      .map((entry) => entry.name)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => path.join(folder, name))
  } catch {
    return null
  }
}
