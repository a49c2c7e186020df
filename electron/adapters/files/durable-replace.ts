import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './disk-failure.ts'

export const temporarySuffix = '.partial'

/** Repeats the write until all bytes are written, because one write may take fewer, above all on a nearly full disk. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset)
    offset += bytesWritten
  }
}

/** Makes a rename or a new file name survive a power cut. Windows has no such call and does not need one. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Retries, because virus scanners on Windows briefly hold a file that was just written. */
const renameOver = async (from: string, to: string) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to)
    } catch (cause) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(cause))
      if (process.platform !== 'win32' || !isHeld || attempt === 6) throw cause
      await sleep(attempt * 20)
    }
  }
}

/**
 * Puts a file with mode 0600 at `path`: writes `bytes` to the file `temporary` in the same folder, then renames it.
 * Even after a power cut, `path` holds either the whole old file or the whole new one. The caller must sync the folder.
 * A failure removes `temporary`.
 */
export const replaceWhole = async (
  path: string,
  temporary: string,
  bytes: Uint8Array,
): Promise<void> => {
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await writeAll(handle, bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameOver(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
}
