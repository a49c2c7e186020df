import { mkdtempSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Syncing {
  sync: (this: FileHandle) => Promise<void>
}

const canSync = (value: object | null): value is Syncing => value !== null && 'sync' in value

/** Counts every fsync of this process by wrapping the `sync` method that all file handles share. */
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
  const { sync } = shared
  let count = 0
  shared.sync = function (this: FileHandle) {
    count += 1
    return sync.call(this)
  }
  return {
    count: () => count,
    stop: () => {
      shared.sync = sync
    },
  }
}
