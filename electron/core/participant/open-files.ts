import type { ReadingWarning } from '#shared/participant/profile.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'

/** An open file: its decoded text and what is shown of it. */
export interface FileInMemory {
  readonly text: string
  readonly mark: boolean
  /** About the file itself, whatever it is read with; the first of the view's warnings. */
  readonly remarks: readonly ReadingWarning[]
  readonly view: OpenedParticipant
}

/** Open files at a time; the one not used for longest is closed for the next. */
export const maxOpenParticipants = 20

/** The open files by their handles. */
export interface OpenFiles {
  /** As {@link use}, without counting as a use. */
  get(handle: string): FileInMemory | undefined
  /** The open file, moved to the end of the queue for closing. */
  use(handle: string): FileInMemory | undefined
  /** Opens it, or replaces what is open under its handle. */
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
