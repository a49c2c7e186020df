import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type {
  ExampleParticipant,
  OpenedParticipant,
  ParticipantSource,
  RecentParticipant,
  SavedSplit,
} from '#shared/participant/opened.ts'
import { dayInWords, dayOf } from '#shared/moments.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import type {
  ParticipantProfile,
  ParticipantReading,
  ReadingWarning,
} from '#shared/participant/profile.ts'
import type { MappingPreview } from '#shared/participant/trace.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { isoNow } from '../iso-now.ts'
import type { Clock, Logger, PickFolder, ReadFile, WriteFolder } from '../ports.ts'
import { maxParticipantBytes, tooLarge, type Inspected, type ReadingWay } from './inspection.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { changedSince, missing, notOpen } from './file-failures.ts'
import type { MappingInUse } from './mapping-store.ts'
import { openView } from './open-view.ts'
import { provenPath } from './proven-path.ts'
import type { Recents } from './recents.ts'
import { createSplits, type FileInMemory, type SplitNeeds } from './splits.ts'
import type { FileToSend } from './whom.ts'

/** A supplied example with its file. */
export interface ExampleFile extends ExampleParticipant {
  readonly fileName: string
  readonly xml: string
}

/** Lets the person choose a file in the host's own dialog: its path, or `null` when nothing was chosen. */
export type PickFile = () => Promise<string | null>

export interface ParticipantNeeds {
  readonly readFile: ReadFile
  readonly pickFile: PickFile
  /** Where recent files are remembered. */
  readonly recents: Recents
  readonly examples: readonly ExampleFile[]
  readonly clock: Clock
  readonly logger: Logger
  /** What files are read with; as publicly documented without it. */
  readonly mapping?: () => MappingInUse
  /** For splitting; without them, nothing can be written. */
  readonly pickFolder?: PickFolder | undefined
  readonly writeFolder?: WriteFolder | undefined
  readonly isLocked?: () => boolean
  /** Told of each open file that another mapping reads anew, and of each that it cannot read and that is closed therefore. */
  readonly onReadAnew?: (handle: string) => void
  /** Made here when left out. */
  readonly inspector?: Inspector
}

/** Participant files in memory; pages know them by handle only. */
export interface Participants {
  /** Fails with `participant.*`. */
  open(source: ParticipantSource): Promise<Result<OpenedParticipant>>
  /** Shows another participant of the file. Fails with `participant.notOpen` or `input.invalid`. */
  choose(handle: string, index: number): Result<OpenedParticipant>
  /** An open file as it is read now. Fails with `participant.notOpen`. */
  current(handle: string): Result<OpenedParticipant>
  /** Opens one participant of the file alone, as a part of its text. Fails with `participant.notSplit` and as reading does. */
  openOnly(handle: string, index: number): Promise<Result<OpenedParticipant>>
  /** The same of a file that need not be open; `sha256` is that of the participant's part, which fails with `participant.changed` where it is another. */
  openPart(file: FileInMemory, index: number, sha256: string): Promise<Result<OpenedParticipant>>
  /** Has a file written for each participant; null when the person does not. Fails with `participant.notSplit`, `export.*`. */
  split(handle: string): Promise<Result<SavedSplit>>
  /** What `mapping` would find for the participant on screen. Fails as reading does. */
  preview(handle: string, mapping: ParticipantMapping): Promise<Result<MappingPreview | null>>
  /** Reads every open file with the mapping that is in use now. */
  readAnew(): Promise<void>
  /** The decoded text, character for character. Fails with `participant.notOpen`. */
  text(handle: string): Result<{ readonly text: string }>
  /** A handle that is not open is not an error. */
  close(handle: string): Result<Record<string, never>>
  /** For requests. Fails with `participant.notOpen`. */
  readonly get: (handle: string) => Result<FileToSend & FileInMemory>
  recents(): Promise<Result<readonly RecentParticipant[]>>
  forgetRecents(): Promise<Result<Record<string, never>>>
  examples(): readonly ExampleParticipant[]
  /** Ends the worker. */
  dispose(): Promise<void>
}

/** Open files at a time; the one not used for longest is closed for the next. */
export const maxOpenParticipants = 20

interface Loaded {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly warnings: readonly ReadingWarning[]
  /** Where it came from; null for an example, which is not remembered. */
  readonly path: string | null
}

const nameOf = (profiles: readonly ParticipantProfile[]): string => {
  const [first, ...others] = profiles
  const name = first ? `${first.firstName} ${first.lastName}`.trim() : ''
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

export const createParticipants = (needs: ParticipantNeeds): Participants => {
  const { clock, logger, recents } = needs
  const inspector = needs.inspector ?? createInspector({ logger })
  const way = (): ReadingWay => ({
    mapping: needs.mapping?.().mapping ?? publishedMapping,
    today: dayOf(new Date(clock.now())),
  })
  const ofMapping = (): readonly ReadingWarning[] => {
    const damaged = needs.mapping?.().damaged ?? ''
    return damaged === ''
      ? []
      : [{ line: 0, column: 0, message: `${damaged} The published outline was used instead.` }]
  }
  const { pickFolder, writeFolder, isLocked = () => false } = needs
  const warningsOf: SplitNeeds['warningsOf'] = (remarks, found) => [
    ...remarks,
    ...ofMapping(),
    ...found,
  ]
  const splits = createSplits({ inspector, way, warningsOf, pickFolder, writeFolder, isLocked })
  const opened = new Map<string, FileInMemory>()
  /** How often the mapping was changed; what began to be read before is read once more. */
  let changes = 0
  /** Ends when every open file is read with the mapping in use. */
  let readingAnew = Promise.resolve()

  /** The same file with what another reading found; whom an index means is not known where their number is another. */
  const readAs = (
    file: FileInMemory,
    { participants, warnings }: ParticipantReading,
  ): FileInMemory => {
    const chosen = participants.length === file.view.participants.length ? file.view.chosen : 0
    return {
      ...file,
      view: { ...file.view, participants, chosen, warnings: warningsOf(file.remarks, warnings) },
    }
  }

  const readAllAnew = async (begun: number): Promise<void> => {
    for (const [handle, { text }] of [...opened]) {
      const reading = await inspector.readAgain(text, way())
      // The mapping was changed again, and every file is read with that one.
      if (begun !== changes) return
      const now = opened.get(handle)
      if (!now) continue
      if (reading.ok) opened.set(handle, readAs(now, reading.value))
      else opened.delete(handle)
      needs.onReadAnew?.(handle)
    }
  }

  /** The open file, moved to the end of the queue for closing. */
  const use = (handle: string): FileInMemory | null => {
    const open = opened.get(handle)
    if (!open) return null
    opened.delete(handle)
    opened.set(handle, open)
    return open
  }

  /**
   * The open file as the mapping in use reads it. Fails with `input.invalid` where that finds another number of people than
   * were on screen: whom the person meant is then not known.
   */
  const useAsRead = async (handle: string): Promise<Result<FileInMemory>> => {
    const shown = opened.get(handle)?.view.participants.length
    let awaited: Promise<void>
    do {
      awaited = readingAnew
      await awaited
    } while (awaited !== readingAnew)
    const open = use(handle)
    if (!open) return notOpen()
    if (open.view.participants.length === shown) return ok(open)
    return fail({
      code: 'input.invalid',
      message:
        'The file was read anew meanwhile, and another number of participants was found in it.',
      advice: 'Look at the participants on screen, then try again.',
    })
  }

  const loadRecent = async (id: string): Promise<Result<Loaded>> => {
    const recent = await recents.find(id)
    if (!recent.ok) return recent
    if (recent.value === null) return missing('')
    const { fileName, path, openedAt, copy } = recent.value
    if (path !== '') {
      const read = await needs.readFile(path, maxParticipantBytes)
      if (!read.ok) return read
      if (read.value !== null) return ok({ fileName, bytes: read.value, warnings: [], path })
    }
    if (copy === null) return missing(fileName)
    const why = path === '' ? 'The place of this file is not known' : 'The file is not where it was'
    const message = `${why}; this is the copy kept when it was opened on ${dayInWords(openedAt)}.`
    return ok({ fileName, bytes: copy, warnings: [{ line: 0, column: 0, message }], path })
  }

  const loadPicked = async (): Promise<Result<Loaded>> => {
    const path = await needs.pickFile()
    if (path === null) return fail({ code: 'job.cancelled', message: 'No file was chosen.' })
    const read = await needs.readFile(path, maxParticipantBytes)
    if (!read.ok) return read
    return read.value === null
      ? missing(basename(path))
      : ok({ fileName: basename(path), bytes: read.value, warnings: [], path })
  }

  const load = async (source: ParticipantSource): Promise<Result<Loaded>> => {
    if (source.kind === 'recent') return loadRecent(source.id)
    if (source.kind === 'dialog') return loadPicked()
    if (source.kind === 'example') {
      const example = needs.examples.find(({ id }) => id === source.id)
      if (!example) return missing(source.id)
      return ok({
        fileName: example.fileName,
        bytes: Buffer.from(example.xml),
        warnings: [],
        path: null,
      })
    }
    const path = await provenPath(needs.readFile, source.path ?? '', source.bytes)
    return ok({
      fileName: basename(source.name.replaceAll('\\', '/')),
      bytes: source.bytes,
      warnings: [],
      path,
    })
  }

  const keep = (file: FileInMemory): void => {
    opened.set(file.view.handle, file)
    const [oldest] = opened.keys()
    if (opened.size > maxOpenParticipants && oldest !== undefined) opened.delete(oldest)
  }

  /** One participant of the file as the mapping in use reads it. */
  const alone = async (file: FileInMemory, index: number): Promise<Result<FileInMemory>> => {
    let begun = changes
    let own = await splits.alone(file, index, isoNow(clock))
    while (own.ok && begun !== changes) {
      begun = changes
      const reading = await inspector.readAgain(own.value.text, way())
      own = reading.ok ? ok(readAs(own.value, reading.value)) : reading
    }
    return own
  }

  const kept = (own: Result<FileInMemory>): Result<OpenedParticipant> => {
    if (!own.ok) return own
    keep(own.value)
    return ok(own.value.view)
  }

  return {
    open: async (source) => {
      const loaded = await load(source)
      if (!loaded.ok) return loaded
      const { fileName, bytes, warnings, path } = loaded.value
      if (bytes.length > maxParticipantBytes) return tooLarge(bytes.length)
      let begun: number
      let inspected: Result<Inspected>
      do {
        begun = changes
        inspected = await inspector.inspect(bytes, way())
      } while (begun !== changes)
      if (!inspected.ok) return inspected
      const { text, mark, sha256, reading } = inspected.value
      const remarks = [...warnings, ...inspected.value.remarks]
      const view = openView(
        fileName,
        bytes,
        inspected.value,
        warningsOf(remarks, reading.warnings),
        clock,
      )
      keep({ text, mark, remarks, view })
      if (path !== null) {
        const participantName = nameOf(view.participants)
        const file = { fileName, path, participantName, openedAt: view.openedAt, sha256, bytes }
        recents
          .remember(file)
          .catch((cause: unknown) => logger.error('remembering a file failed', cause))
      }
      return ok(view)
    },

    choose: (handle, index) => {
      const open = use(handle)
      if (!open) return notOpen()
      if (!open.view.participants[index]) {
        return fail({
          code: 'input.invalid',
          message: 'The file does not hold this participant.',
          field: 'index',
        })
      }
      const view = { ...open.view, chosen: index }
      opened.set(handle, { ...open, view })
      return ok(view)
    },

    current: (handle) => {
      const open = use(handle)
      return open ? ok(open.view) : notOpen()
    },

    openOnly: async (handle, index) => {
      const open = await useAsRead(handle)
      return open.ok ? kept(await alone(open.value, index)) : open
    },

    openPart: async (file, index, sha256) => {
      const several = file.view.participants.length > 1
      const own = several
        ? await alone(file, index)
        : ok({ ...file, view: { ...file.view, handle: randomUUID() } })
      return own.ok && own.value.view.sha256 !== sha256
        ? changedSince(file.view.fileName)
        : kept(own)
    },

    split: async (handle) => {
      const open = await useAsRead(handle)
      return open.ok ? splits.write(open.value) : open
    },

    preview: async (handle, mapping) => {
      const open = use(handle)
      return open
        ? inspector.preview(open.text, open.view.chosen, { ...way(), mapping })
        : notOpen()
    },

    readAnew: () => {
      changes += 1
      readingAnew = readAllAnew(changes)
      return readingAnew
    },

    text: (handle) => {
      const open = use(handle)
      return open ? ok({ text: open.text }) : notOpen()
    },

    close: (handle) => {
      opened.delete(handle)
      return ok({})
    },

    get: (handle) => {
      const open = use(handle)
      if (!open) return notOpen()
      const { participants, chosen } = open.view
      return ok({ ...open, profile: participants[chosen] ?? null, participants })
    },

    recents: () => recents.list(),

    forgetRecents: async () => {
      const forgotten = await recents.forget()
      return forgotten.ok ? ok({}) : forgotten
    },

    examples: () => needs.examples.map(({ id, name, age, reason }) => ({ id, name, age, reason })),

    dispose: () => inspector.close(),
  }
}
