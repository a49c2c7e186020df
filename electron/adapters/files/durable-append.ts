import { open, type FileHandle } from 'node:fs/promises'

/** Repeats the write until all bytes are written, because one write may take fewer, above all on a nearly full disk. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  let offset = 0
  while (offset < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset)
    offset += bytesWritten
  }
}

/**
 * Appends to the file at `path`, creating a missing one with mode 0600, and returns the size before the append. When it
 * resolves, the bytes are durable, but the directory entry of a new file is not yet. A failed write may leave some of
 * the bytes.
 */
export const appendWhole = async (path: string, bytes: Uint8Array): Promise<number> => {
  const handle = await open(path, 'a', 0o600)
  try {
    const { size } = await handle.stat()
    await writeAll(handle, bytes)
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}
