import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { person, personalFolder } from '../person.ts'

/** A file system of a few megabytes that belongs to the test user. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk to the last byte. */
  readonly fill: () => void
  /** Frees the space that {@link fill} took. */
  readonly free: () => void
  /** Makes the disk read-only or writable. */
  readonly protect: (isReadOnly: boolean) => void
  readonly remove: () => void
}

const own = person === null ? '' : `,uid=${person.uid},gid=${person.gid}`
const mount = (...args: readonly string[]): void =>
  void execFileSync('mount', args, { stdio: 'ignore' })

/** Null if this user may not mount anything. */
export const mountSmallDisk = (megabytes = 64): SmallDisk | null => {
  const folder = personalFolder('disk')
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700${own}`, 'tmpfs', folder)
  } catch {
    return null
  }
  const unmount = (): void => void execFileSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill: () => {
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size))
        } catch {
          // The disk has no room left for a piece of this size, so try a smaller piece.
        }
      }
      if (!existsSync(filler)) throw new Error('nothing could be written')
    },
    free: () => rmSync(filler, { force: true }),
    // Mounts the folder again over itself, because files open for writing would otherwise prevent a read-only mount.
    protect: (isReadOnly) => {
      if (!isReadOnly) return unmount()
      mount('--bind', folder, folder)
      mount('-o', 'remount,bind,ro', folder)
    },
    remove: () => {
      process.off('exit', unmount)
      unmount()
    },
  }
}
