import { accessSync, constants, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

const list = 'recently-used.xbel'
const prefix = 'glidepath-recent-'

const isWritable = (folder: string | undefined): folder is string => {
  try {
    accessSync(folder ?? '', constants.W_OK)
    return true
  } catch {
    return false
  }
}

const entriesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Removes the folders of programs that were killed. */
const sweep = (parent: string) => {
  for (const name of entriesOf(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    try {
      rmSync(path.join(parent, name), { recursive: true })
    } catch {
      // It belongs to somebody else.
    }
  }
}

/**
 * Keeps the files that a person chooses out of Linux's list of recent files, because a name may hold a Social Security
 * number. GTK's dialogs write that list into the user's data folder, whatever the program says, and ask for the folder
 * once, while GTK starts. Until then the folder is a private one in memory, which leads to everything else in the user's
 * own, such as fonts. Call this before Electron starts GTK.
 *
 * If the list could not be written at all, GTK would try again a hundred times a second. If GTK kept none, it would empty the
 * user's own.
 */
export const hideRecentFiles = (
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
) => {
  // The first two are in memory, and the first is of the user alone.
  const parent = [env['XDG_RUNTIME_DIR'], '/dev/shm', tmpdir()].find(isWritable)
  if (platform !== 'linux' || parent === undefined)
    return { started: () => undefined, forget: () => undefined }
  const given = env['XDG_DATA_HOME']
  const own = given || path.join(homedir(), '.local', 'share')
  sweep(parent)
  const folder = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  for (const name of entriesOf(own))
    if (!name.startsWith(list)) symlinkSync(path.join(own, name), path.join(folder, name))
  env['XDG_DATA_HOME'] = folder
  return {
    /** Call this once the application is ready, so that later programs find the user's own folder. */
    started: () => {
      if (given === undefined) delete env['XDG_DATA_HOME']
      else env['XDG_DATA_HOME'] = given
    },
    /** Removes the folder; call this at the end. */
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}
