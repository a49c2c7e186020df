import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { sliceOf, type Range } from '#shared/participant/split-participants.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { dayOf } from '#shared/moments.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { changedSince, inMemory, missing, type FileInMemory } from '../participant/open-files.ts'
import { maxParticipantBytes, tooLarge, type ReadingWay } from '../participant/inspection.ts'
import type { Inspector } from '../participant/inspector.ts'
import { provenPath } from '../participant/load-file.ts'
import type { Clock, ListFolder, PickFolder, ReadFile } from '../platform/ports.ts'
import type { Job } from '../platform/jobs.ts'
import { oneQuestion } from '../participant/one-question.ts'
import { addRows, type CallList } from './call-list.ts'

/** One file of a call list. Its text is loaded when needed and then released. */
export interface CallListFile {
  readonly fileName: string
  /**
   * Loads the text that was read when the file was opened. Fails with `participant.changed` if the
   * file has changed, and with the errors of reading a file.
   */
  readonly load: () => Promise<Result<FileInMemory>>
  /** The parts of the text to send for each participant; `null` means the whole text of a file with one participant. */
  readonly parts: readonly (readonly Range[])[] | null
}

export interface OpenedFile {
  readonly file: CallListFile
  readonly participants: readonly ParticipantProfile[]
  /** SHA-256 of the data to send for each participant, hexadecimal. */
  readonly digests: readonly string[]
}

interface CallListFileNeeds {
  readonly inspector: Inspector
  readonly mapping: () => ParticipantMapping
  readonly readFile: ReadFile
  readonly clock: Clock
}

export const partOf = (text: string, parts: CallListFile['parts'], index: number): string =>
  parts === null ? text : sliceOf(text, parts[index] ?? [])

export const createCallListFiles = ({ inspector, mapping, readFile, clock }: CallListFileNeeds) => {
  const way = (): ReadingWay => ({ mapping: mapping(), today: dayOf(new Date(clock.now())) })

  const read = async (
    fileName: string,
    bytes: Uint8Array,
    reading: ReadingWay,
  ): Promise<Result<FileInMemory>> => {
    if (bytes.length > maxParticipantBytes) return tooLarge(bytes.length)
    const inspected = await inspector.inspect(bytes, reading)
    return inspected.ok ? ok(inMemory(clock, fileName, bytes, inspected.value)) : inspected
  }

  /** Opens a file; fails with `participant.notSplit` if its participants cannot be sent one by one. */
  const opened = async (
    first: FileInMemory,
    loadAgain: CallListFile['load'],
    reading: ReadingWay,
  ): Promise<Result<OpenedFile>> => {
    const { text, view } = first
    const split = view.participants.length > 1 ? await inspector.parts(text, reading) : ok(null)
    if (!split.ok) return split
    const parts = split.value
    const load = async (): Promise<Result<FileInMemory>> => {
      const now = await loadAgain()
      return now.ok && now.value.view.sha256 !== view.sha256 ? changedSince(view.fileName) : now
    }
    const digests = view.participants.map((_, index) => hash('sha256', partOf(text, parts, index)))
    return ok({
      file: { fileName: view.fileName, load, parts },
      participants: view.participants,
      digests,
    })
  }

  const readAt = async (path: string, reading: ReadingWay): Promise<Result<FileInMemory>> => {
    const bytes = await readFile(path, maxParticipantBytes)
    if (!bytes.ok) return bytes
    return bytes.value === null
      ? missing(basename(path))
      : read(basename(path), bytes.value, reading)
  }

  /**
   * Reads a file with the mapping that it was opened with, so that a row's text and name still
   * belong to the same person.
   */
  const openAgain = async (
    loadBy: (reading: ReadingWay) => Promise<Result<FileInMemory>>,
  ): Promise<Result<OpenedFile>> => {
    const reading = way()
    const load = () => loadBy(reading)
    const first = await load()
    return first.ok ? opened(first.value, load, reading) : first
  }

  return {
    /** Uses a file that is already open, so that its text is not held twice. */
    fromOpen: (file: FileInMemory): Promise<Result<OpenedFile>> =>
      opened(file, async () => ok(file), way()),

    fromPath: (path: string): Promise<Result<OpenedFile>> =>
      openAgain((reading) => readAt(path, reading)),

    /**
     * Opens a file that the page sent. If the same file is at `path`, it is read from there when
     * needed. Otherwise its bytes stay in memory, if `hold` allows it.
     */
    fromBytes: async (
      {
        name,
        bytes,
        path,
      }: { readonly name: string; readonly bytes: Uint8Array; readonly path: string },
      hold: (length: number) => Result<void>,
    ): Promise<Result<OpenedFile>> => {
      const proven = await provenPath(readFile, path, bytes)
      if (proven !== '') return openAgain((reading) => readAt(proven, reading))
      const held = hold(bytes.length)
      return held.ok
        ? openAgain((reading) => read(basename(name.replaceAll('\\', '/')), bytes, reading))
        : held
    },
  }
}

type CallListFiles = ReturnType<typeof createCallListFiles>

/** Maximum number of files from one folder; the first ones are taken. */
export const mostFiles = 1_000

/** Asks for a folder, one dialog at a time; `null` if the user chooses none. */
export const createFolderDialog = ({
  pickFolder,
  listFolder,
  isLocked,
}: {
  /** Absent if the host has no folder dialog. */
  readonly pickFolder: PickFolder | undefined
  readonly listFolder: ListFolder | undefined
  readonly isLocked: () => boolean
}): (() => Promise<Result<string | null>>) => {
  if (!pickFolder || !listFolder)
    return async () =>
      fail({ code: 'input.invalid', message: 'This host has no dialog for choosing a folder.' })
  const ask = oneQuestion(() => pickFolder('Open the participants of a folder'), isLocked)
  return async () => ok(await ask())
}

/** The XML files of a folder, sorted. Fails with `participant.fileMissing` and `participant.noParticipant`. */
export const filesOf = async (
  listFolder: ListFolder | undefined,
  folder: string,
): Promise<Result<readonly string[]>> => {
  const paths = await listFolder?.(folder)
  if (!paths)
    return fail({
      code: 'participant.fileMissing',
      message: 'The folder cannot be read.',
      advice: 'Choose it again.',
    })
  return paths.length > 0
    ? ok(paths)
    : fail({
        code: 'participant.noParticipant',
        message: `The folder "${basename(folder)}" holds no XML file.`,
        advice: 'Choose the folder that the files themselves lie in.',
      })
}

export const readFiles = async (
  callList: CallList,
  paths: readonly string[],
  files: CallListFiles,
  { signal, tell }: Job,
  now: Date,
): Promise<Result<void>> => {
  const chosen = paths.slice(0, mostFiles)
  callList.leftOut = paths.length - chosen.length
  for (const [index, path] of chosen.entries()) {
    if (signal.aborted)
      return fail({ code: 'job.cancelled', message: 'The folder was not opened.' })
    tell(`Reading file ${index + 1} of ${chosen.length}`, index / chosen.length)
    addRows(callList, basename(path), await files.fromPath(path), now)
  }
  return ok(undefined)
}
