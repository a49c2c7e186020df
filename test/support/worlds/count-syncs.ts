import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Write = (this: FileHandle, ...parameters: unknown[]) => Promise<unknown>

interface Syncing {
  sync: (this: FileHandle) => Promise<void>
  write: Write
}

const canSync = (value: object | null): value is Syncing =>
  value !== null && 'sync' in value && 'write' in value

/** Linux, asm-generic/fcntl.h: the bit that is in O_SYNC and not in O_DSYNC. */
const syncFlag = 0o4000000

/** Whether a write through the handle is durable when it ends, because the handle was opened with O_SYNC. */
const isSynced = ({ fd }: FileHandle): boolean => {
  if (process.platform !== 'linux') return false
  const flags =
    /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? ''
  return (Number.parseInt(flags, 8) & syncFlag) !== 0
}

/**
 * Counts every fsync of this process, and every write that is one, by wrapping the methods that all file handles share.
 */
export const countSyncs = async (): Promise<{
  readonly count: () => number
  readonly stop: () => void
}> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-syncs-'))
  const handle = await open(path.join(folder, 'probe'), 'w')
  const shared = Reflect.getPrototypeOf(handle)
  if (!canSync(shared)) throw new Error('file handles have changed')
  await handle.close()
  rmSync(folder, { recursive: true })
  const { sync, write } = shared
  const synced = new WeakMap<FileHandle, boolean>()
  let count = 0
  shared.sync = function (this: FileHandle) {
    count += 1
    return sync.call(this)
  }
  shared.write = function (this: FileHandle, ...parameters) {
    const isSync = synced.get(this) ?? isSynced(this)
    synced.set(this, isSync)
    if (isSync) count += 1
    return write.apply(this, parameters)
  }
  return {
    count: () => count,
    stop: () => {
      shared.sync = sync
      shared.write = write
    },
  }
}
