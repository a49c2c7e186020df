import type { ReadingWarning } from '#shared/participant/profile.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'

/** An open file: its decoded text and its view. */
export interface FileInMemory {
  readonly text: string
  readonly mark: boolean
  /** Remarks on the file itself, independent of the mapping; the first of the view's warnings. */
  readonly remarks: readonly ReadingWarning[]
  readonly view: OpenedParticipant
}

/** Maximum number of open files; one more closes the least recently used. */
export const maxOpenParticipants = 20

export interface OpenFiles {
  /** Like {@link use}, but does not count as a use. */
  get(handle: string): FileInMemory | undefined
  /** Returns the open file and marks it as the most recently used. */
  use(handle: string): FileInMemory | undefined
  /** Opens the file, or replaces the open one with its handle. */
  keep(file: FileInMemory): void
  close(handle: string): void
  all(): readonly FileInMemory[]
}

export const createOpenFiles = (): OpenFiles => {
  const files = new Map<string, FileInMemory>()
  return {
    get: (handle) => files.get(handle),
    use: (handle) => {
      const open = files.get(handle)
      if (open) {
        files.delete(handle)
        files.set(handle, open)
      }
      return open
    },
    keep: (file) => {
      files.set(file.view.handle, file)
      const [oldest] = files.keys()
      if (files.size > maxOpenParticipants && oldest !== undefined) files.delete(oldest)
    },
    close: (handle) => void files.delete(handle),
    all: () => [...files.values()],
  }
}
