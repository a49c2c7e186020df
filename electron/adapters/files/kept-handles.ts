import { statSync } from 'node:fs'
import { openAppender, type Appender } from './durable-append.ts'

interface Kept {
  readonly file: Appender
  readonly dev: number
  readonly ino: number
  /** Set while nobody uses the handle. */
  closing?: NodeJS.Timeout
}

/** An unused handle is closed after this time, milliseconds. */
const idleMs = 1_000

/**
 * Status of the file at the path. Synchronous takes a few microseconds; a thread's turn before every write takes
 * thirty.
 */
const statusOf = (path: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Handles for appending that stay open between writes. A handle is used only while its file is still at the path; a
 * file that was removed or replaced from outside is opened again. The caller makes sure that uses of one path do not
 * overlap.
 */
export const createKeptHandles = () => {
  const kept = new Map<string, Kept>()

  const close = async (path: string): Promise<void> => {
    const known = kept.get(path)
    if (!known) return
    kept.delete(path)
    clearTimeout(known.closing)
    await known.file.close()
  }

  /** The handle of `path`, created with `mode` if needed, and the size of the file. */
  const take = async (path: string, mode: number) => {
    const known = kept.get(path)
    if (known) {
      clearTimeout(known.closing)
      const now = statusOf(path)
      if (now?.dev === known.dev && now.ino === known.ino)
        return { file: known.file, size: now.size }
      await close(path)
    }
    const file = await openAppender(path, mode)
    const { dev, ino, size } = await file.status()
    kept.set(path, { file, dev, ino })
    return { file, size }
  }

  return {
    close,

    /** Runs `work` with the handle of `path` and the size of its file; after a failure the handle is not used again. */
    use: async <T>(
      path: string,
      mode: number,
      work: (file: Appender, size: number) => Promise<T>,
    ) => {
      try {
        const { file, size } = await take(path, mode)
        return await work(file, size)
      } catch (cause) {
        await close(path).catch(() => undefined)
        throw cause
      } finally {
        const now = kept.get(path)
        if (now)
          now.closing = setTimeout(() => void close(path).catch(() => undefined), idleMs).unref()
      }
    },

    /** Bytes in the file of an open handle; undefined if none is open. */
    sizeOf: (path: string) => (kept.has(path) ? statusOf(path)?.size : undefined),
  }
}
