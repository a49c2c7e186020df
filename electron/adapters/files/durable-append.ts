import { open, statfs, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Repeats the write, because one write may take fewer bytes, above all on a nearly full disk. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset)
    offset += bytesWritten
  }
}

/**
 * File systems (statfs(2), `f_type`) on which a write through O_SYNC is "as though each write(2) was followed by a call
 * to fsync(2)" (open(2)): ext4, which shares its number with ext2 and ext3, and XFS. Others may accept the flag but do
 * less; macOS flushes the disk's own cache only on fsync.
 */
const syncingTypes: readonly number[] = [0xef53, 0x58465342]

const writesSync = async (path: string) => {
  if (process.platform !== 'linux') return false
  try {
    return syncingTypes.includes((await statfs(dirname(path))).type)
  } catch {
    return false
  }
}

/**
 * Opens the file at `path`, or creates it with `mode`. If the system supports it, the write includes the fsync: one
 * turn of a thread instead of two.
 */
export const openAppender = async (path: string, mode: number) => {
  const isSynced = await writesSync(path)
  const handle = await open(path, isSynced ? 'as' : 'a', mode)
  return {
    /** Durable when it resolves, including the file's length. A failed write may be there in part. */
    append: async (bytes: Uint8Array) => {
      await writeAll(handle, bytes)
      if (!isSynced) await handle.sync()
    },
    status: () => handle.stat(),
    close: () => handle.close(),
  }
}
export type Appender = Awaited<ReturnType<typeof openAppender>>
