import { randomUUID } from 'node:crypto'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import { isoNow } from '#shared/moments.ts'
import type { Clock } from '../platform/ports.ts'
import type { Inspected } from './inspection.ts'
import { fail, invalidField, type Result } from '#shared/result.ts'
import type { ReadingWarning } from '#shared/participant/profile.ts'

export const notOpen = fail({
  code: 'participant.notOpen',
  message: 'This participant is no longer open.',
  advice: 'Open the file again.',
})

export const missing = (fileName: string): Result<never> =>
  fail({
    code: 'participant.fileMissing',
    message:
      fileName === ''
        ? 'This file is no longer remembered.'
        : `The file "${fileName}" is not where it was.`,
    advice: 'Open the file from its new place.',
  })

/**
 * The error for a file that differs from the one on screen, so that nobody can tell which person
 * the user meant.
 */
export const changedSince = (fileName: string): Result<never> =>
  fail({
    code: 'participant.changed',
    message: `The file "${fileName}" is another one than when it was opened. Nothing was sent for it.`,
    advice: 'Open it again, and look at whom it holds.',
  })

export const notInFile = invalidField('The file does not hold this participant.', 'index')

export interface FileInMemory {
  readonly text: string
  readonly mark: boolean
  /** Remarks on the file itself, independent of the mapping, shown before other warnings. */
  readonly remarks: readonly ReadingWarning[]
  readonly view: OpenedParticipant
}

/**
 * Makes an open file from a reading. `ofMapping` contains the warnings about the current mapping.
 */
export const inMemory = (
  clock: Clock,
  fileName: string,
  { length }: Uint8Array,
  { text, mark, remarks, encoding, sha256, reading }: Inspected,
  ofMapping: readonly ReadingWarning[] = [],
): FileInMemory => ({
  text,
  mark,
  remarks,
  view: {
    handle: randomUUID(),
    fileName,
    encoding,
    bytes: length,
    characters: text.length,
    sha256,
    openedAt: isoNow(clock),
    participants: reading.participants,
    chosen: 0,
    warnings: [...remarks, ...ofMapping, ...reading.warnings],
  },
})

/** Maximum number of open files; opening one more closes the least recently used. */
export const maxOpenParticipants = 20

export const createOpenFileStore = () => {
  const files = new Map<string, FileInMemory>()
  return {
    /** The open file; reading it here does not count as a use. */
    get: (handle: string) => files.get(handle),
    /** Returns the open file and marks it as the most recently used. */
    use: (handle: string) => {
      const open = files.get(handle)
      if (open) {
        files.delete(handle)
        files.set(handle, open)
      }
      return open
    },
    keep: (file: FileInMemory) => {
      files.set(file.view.handle, file)
      const [oldest] = files.keys()
      if (files.size > maxOpenParticipants && oldest !== undefined) files.delete(oldest)
    },
    close: (handle: string): void => void files.delete(handle),
    all: () => [...files.values()],
  }
}
export type OpenFileStore = ReturnType<typeof createOpenFileStore>
