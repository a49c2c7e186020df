import { open, statfs, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that only grows. */
export interface Appender {
  /** Durable when it resolves, the file's length included. What was written before it failed may be there in part. */
  append(bytes: Uint8Array): Promise<void>
  /** Which file it is, and its length in bytes. */
  status(): Promise<{ readonly dev: number; readonly ino: number; readonly size: number }>
  close(): Promise<void>
}

/** One write may take less than it was given, above all on a disk that is nearly full. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset)
    offset += bytesWritten
  }
}

/**
 * File systems (statfs(2), `f_type`) on which a write through O_SYNC is "as though each write(2) was followed by a call
 * to fsync(2)" (open(2)): ext4, whose number ext2 and ext3 share, and XFS. Others may take the flag and do less; macOS
 * flushes the disk's own memory on fsync only.
 */
const syncingTypes: readonly number[] = [0xef53, 0x58465342]

const writesSync = async (path: string): Promise<boolean> => {
  if (process.platform !== 'linux') return false
  try {
    return syncingTypes.includes((await statfs(dirname(path))).type)
  } catch {
    return false
  }
}

/**
 * Opens the file at `path`, made with `mode` where there is none. Where the system can, the write itself is the fsync:
 * one turn of a thread in place of two.
 */
export const openAppender = async (path: string, mode: number): Promise<Appender> => {
  const isSynced = await writesSync(path)
  const handle = await open(path, isSynced ? 'as' : 'a', mode)
  return {
    append: async (bytes) => {
      await writeAll(handle, bytes)
      if (!isSynced) await handle.sync()
    },
    status: () => handle.stat(),
    close: () => handle.close(),
  }
}
