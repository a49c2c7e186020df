import { randomUUID } from 'node:crypto'
import { basename, isAbsolute } from 'node:path'
import type {
  ExampleParticipant,
  OpenedParticipant,
  ParticipantSource,
  RecentParticipant,
} from '#shared/ipc/views.ts'
import { dayInWords } from '#shared/moments.ts'
import type { ParticipantProfile, ReadingWarning } from '#shared/participant/profile.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SealedStore } from '../crypto/sealed-store.ts'
import type { Clock, Logger, ReadFile } from '../ports.ts'
import { maxParticipantBytes, tooLarge } from './inspection.ts'
import { createInspector, type Inspector } from './inspector.ts'
import { createRecents } from './recents.ts'

/** A supplied example with its file. */
export interface ExampleFile extends ExampleParticipant {
  readonly fileName: string
  readonly xml: string
}

export type { ReadFile }

/** Lets the person choose a file in the host's own dialog: its path, or `null` when nothing was chosen. */
export type PickFile = () => Promise<string | null>

export interface ParticipantNeeds {
  readonly readFile: ReadFile
  readonly pickFile: PickFile
  /** Where recent files are remembered. */
  readonly recents: SealedStore
  readonly examples: readonly ExampleFile[]
  readonly clock: Clock
  readonly logger: Logger
  /** Made here when left out. */
  readonly inspector?: Inspector
}

/** Participant files in memory; pages know them by handle only. */
export interface Participants {
  /** Fails with `participant.*`. */
  open(source: ParticipantSource): Promise<Result<OpenedParticipant>>
  /** Shows another participant of the file. Fails with `participant.notOpen` or `input.invalid`. */
  choose(handle: string, index: number): Result<OpenedParticipant>
  /** The decoded text, character for character. Fails with `participant.notOpen`. */
  text(handle: string): Result<{ readonly text: string }>
  /** A handle that is not open is not an error. */
  close(handle: string): Result<Record<string, never>>
  /** For requests: the text to send, and the participant on screen. Fails with `participant.notOpen`. */
  readonly get: (handle: string) => Result<{ readonly text: string; readonly profile: ParticipantProfile | null }>
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

interface Open {
  readonly text: string
  readonly view: OpenedParticipant
}

const nameOf = (profiles: readonly ParticipantProfile[]): string => {
  const [first, ...others] = profiles
  const name = first ? `${first.firstName} ${first.lastName}`.trim() : ''
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

const notOpen = (): Result<never> =>
  fail({
    code: 'participant.notOpen',
    message: 'This participant is no longer open.',
    advice: 'Open the file again.',
  })

const missing = (fileName: string): Result<never> =>
  fail({
    code: 'participant.fileMissing',
    message: fileName === '' ? 'This file is no longer remembered.' : `The file "${fileName}" is not where it was.`,
    advice: 'Open the file from its new place.',
  })

export const createParticipants = (needs: ParticipantNeeds): Participants => {
  const { clock, logger } = needs
  const inspector = needs.inspector ?? createInspector({ logger })
  const recents = createRecents(needs.recents, logger)
  const opened = new Map<string, Open>()

  /** The open file, moved to the end of the queue for closing. */
  const use = (handle: string): Open | null => {
    const open = opened.get(handle)
    if (!open) return null
    opened.delete(handle)
    opened.set(handle, open)
    return open
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

  /**
   * The path, if the file there holds what the page handed over; else empty. A page names paths, so it must show that it
   * could read one before the program will read it later on its word.
   */
  const provenPath = async (path: string, bytes: Uint8Array): Promise<string> => {
    if (!isAbsolute(path)) return ''
    const there = await needs.readFile(path, maxParticipantBytes)
    return there.ok && there.value !== null && Buffer.compare(there.value, bytes) === 0 ? path : ''
  }

  const loadPicked = async (): Promise<Result<Loaded>> => {
    const path = await needs.pickFile()
    if (path === null) return fail({ code: 'job.cancelled', message: 'No file was chosen.' })
    const read = await needs.readFile(path, maxParticipantBytes)
    if (!read.ok) return read
    return read.value === null ? missing(basename(path)) : ok({ fileName: basename(path), bytes: read.value, warnings: [], path })
  }

  const load = async (source: ParticipantSource): Promise<Result<Loaded>> => {
    if (source.kind === 'recent') return loadRecent(source.id)
    if (source.kind === 'dialog') return loadPicked()
    if (source.kind === 'example') {
      const example = needs.examples.find(({ id }) => id === source.id)
      if (!example) return missing(source.id)
      return ok({ fileName: example.fileName, bytes: Buffer.from(example.xml), warnings: [], path: null })
    }
    const path = await provenPath(source.path ?? '', source.bytes)
    return ok({ fileName: basename(source.name.replaceAll('\\', '/')), bytes: source.bytes, warnings: [], path })
  }

  const keep = (text: string, view: OpenedParticipant): void => {
    opened.set(view.handle, { text, view })
    const [oldest] = opened.keys()
    if (opened.size > maxOpenParticipants && oldest !== undefined) opened.delete(oldest)
  }

  return {
    open: async (source) => {
      const loaded = await load(source)
      if (!loaded.ok) return loaded
      const { fileName, bytes, warnings, path } = loaded.value
      if (bytes.length > maxParticipantBytes) return tooLarge(bytes.length)
      const inspected = await inspector.inspect(bytes)
      if (!inspected.ok) return inspected
      const { text, encoding, sha256, reading } = inspected.value
      const view: OpenedParticipant = {
        handle: randomUUID(),
        fileName,
        encoding,
        bytes: bytes.length,
        characters: text.length,
        sha256,
        openedAt: new Date(clock.now()).toISOString(),
        participants: reading.participants,
        chosen: 0,
        warnings: [...warnings, ...reading.warnings],
      }
      keep(text, view)
      if (path !== null) {
        const participantName = nameOf(view.participants)
        const file = { fileName, path, participantName, openedAt: view.openedAt, sha256, bytes }
        recents.remember(file).catch((cause: unknown) => logger.error('remembering a file failed', cause))
      }
      return ok(view)
    },

    choose: (handle, index) => {
      const open = use(handle)
      if (!open) return notOpen()
      if (!open.view.participants[index]) {
        return fail({ code: 'input.invalid', message: 'The file does not hold this participant.', field: 'index' })
      }
      const view = { ...open.view, chosen: index }
      opened.set(handle, { ...open, view })
      return ok(view)
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
      return open ? ok({ text: open.text, profile: open.view.participants[open.view.chosen] ?? null }) : notOpen()
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
