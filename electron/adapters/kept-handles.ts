import { statSync } from 'node:fs'
import { openAppender, type Appender } from './durable-append.ts'

interface Kept {
  readonly file: Appender
  readonly device: number
  readonly inode: number
  /** Set while nobody uses it. */
  closing: NodeJS.Timeout | null
}

/** A handle that nobody has used for so long is closed, milliseconds. */
const idleMs = 1_000

/** What is at the path now. Takes a few microseconds; handing it to a thread and back, before every write, takes thirty. */
const statusOf = (path: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Handles for appending, kept open between writes that come one after the other. A handle is only used while its file
 * is still the one at the path: what was removed or put in its place from outside is opened anew. Whoever calls sees to
 * it that a path is used by one at a time.
 */
export const createKeptHandles = () => {
  const kept = new Map<string, Kept>()

  const close = async (path: string): Promise<void> => {
    const known = kept.get(path)
    if (!known) return
    kept.delete(path)
    if (known.closing) clearTimeout(known.closing)
    await known.file.close()
  }

  /** The handle of `path`, opened with `mode` where there is none, and the size of the file. */
  const take = async (path: string, mode: number): Promise<Kept & { readonly size: number }> => {
    const known = kept.get(path)
    if (known) {
      if (known.closing) clearTimeout(known.closing)
      const now = statusOf(path)
      if (now?.dev === known.device && now.ino === known.inode) return { ...known, size: now.size }
      await close(path)
    }
    const file = await openAppender(path, mode)
    const { dev, ino, size } = await file.status()
    const fresh: Kept = { file, device: dev, inode: ino, closing: null }
    kept.set(path, fresh)
    return { ...fresh, size }
  }

  return {
    close,

    /** Does `work` with the handle of `path` and the size of its file; a handle with which it failed is not used again. */
    use: async <T>(
      path: string,
      mode: number,
      work: (file: Appender, size: number) => Promise<T>,
    ): Promise<T> => {
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

    /** Bytes in the file of a handle that is kept; undefined where none is. */
    sizeOf: (path: string): number | undefined =>
      kept.has(path) ? statusOf(path)?.size : undefined,
  }
}
