import { hash, randomUUID } from 'node:crypto'
import type { OpenedParticipant, ParticipantSource } from '#shared/participant/opened.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { dayInWords } from '#shared/moments.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { maxParticipantBytes, tooLarge } from './inspection.ts'
import { createInspector, type Inspector } from './inspector.ts'
import {
  changedSince,
  createOpenFileStore,
  inMemory,
  missing,
  notInFile,
  notOpen,
  type FileInMemory,
} from './open-files.ts'
import { loadFile, type LoadedFile, type LoadNeeds } from './load-file.ts'
import { createMappedReading, type ReadingNeeds } from './mapped-reading.ts'
import { createSplits } from './splits.ts'
import type { FileToSend } from './whom.ts'

interface ParticipantNeeds
  extends LoadNeeds, ReadingNeeds, Pick<CoreParts, 'logger' | 'pickFolder' | 'writeFolder'> {
  /** The file kept with a saved forecast; null if none is. */
  readonly keptFile?: (
    id: string,
  ) => Promise<Result<{ readonly text: string; readonly savedAt: string } | null>>
  readonly isLocked?: () => boolean
  readonly onOpened?: () => void
  readonly inspector?: Inspector
}

const nameOf = (profiles: readonly ParticipantProfile[]) => {
  const [first, ...others] = profiles
  const name = first ? `${first.firstName} ${first.lastName}`.trim() : ''
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

/**
 * Participant files in memory; pages know only their handles. Every function fails with
 * `participant.*`.
 */
export const createParticipants = (needs: ParticipantNeeds) => {
  const { clock, logger, recents, isLocked = () => false } = needs
  const inspector = needs.inspector ?? createInspector({ logger })
  const files = createOpenFileStore()
  const reading = createMappedReading(needs, inspector, files)
  const { way, ofMapping, useAsRead } = reading
  const splits = createSplits({ ...needs, ...reading, inspector, isLocked })

  const withOpen = <T>(handle: string, use: (file: FileInMemory) => T) => {
    const file = files.use(handle)
    return file ? use(file) : notOpen
  }

  const alone = (file: FileInMemory, index: number) =>
    reading.upToDate(() => splits.alone(file, index))

  const kept = (own: Result<FileInMemory>) => {
    if (!own.ok) return own
    files.keep(own.value)
    return ok(own.value.view)
  }

  const remember = (path: string, { bytes }: LoadedFile, view: OpenedParticipant) => {
    const { fileName, openedAt, sha256, participants } = view
    const participantName = nameOf(participants)
    recents
      .remember({ fileName, path, participantName, openedAt, sha256, bytes })
      .catch((cause: unknown) => logger.error('remembering a file failed', cause))
  }

  /** A kept file is text already, so that nothing of it is decoded a second time. */
  const openKept = async (id: string) => {
    const file = needs.keptFile ? await needs.keptFile(id) : ok(null)
    if (!file.ok) return file
    if (file.value === null) return missing('')
    const { text, savedAt } = file.value
    const day = dayInWords(savedAt)
    const remark = `This is the file kept with the forecast of ${day}; newer data of the client is not in it.`
    const remarks = [{ line: 0, column: 0, message: [remark] }]
    const decoded = { text, mark: false, encoding: 'UTF-8', sha256: hash('sha256', text), remarks }
    const opened = await reading.upToDate(async () =>
      whenOk(await inspector.readAgain(text, way()), (found) =>
        ok(
          inMemory(
            clock,
            `File of ${day}`,
            Buffer.from(text),
            { ...decoded, reading: found },
            ofMapping(),
          ),
        ),
      ),
    )
    return kept(opened)
  }

  return {
    open: async (source: ParticipantSource) => {
      if (source.kind === 'kept') {
        const view = await openKept(source.id)
        if (view.ok) needs.onOpened?.()
        return view
      }
      const loaded = await loadFile(needs, source)
      if (!loaded.ok) return loaded
      const { fileName, bytes, warnings, path } = loaded.value
      if (bytes.length > maxParticipantBytes) return tooLarge(bytes.length)
      const opened = await reading.upToDate(async () =>
        whenOk(await inspector.inspect(bytes, way()), (inspected) => {
          const remarks = [...warnings, ...inspected.remarks]
          return ok(inMemory(clock, fileName, bytes, { ...inspected, remarks }, ofMapping()))
        }),
      )
      const view = kept(opened)
      if (!view.ok) return view
      needs.onOpened?.()
      if (path !== null) remember(path, loaded.value, view.value)
      return view
    },

    /** Shows another participant of the file. Also fails with `input.invalid`. */
    choose: (handle: string, index: number) =>
      withOpen(handle, (file): Result<OpenedParticipant> => {
        if (!file.view.participants[index]) return notInFile
        return kept(ok({ ...file, view: { ...file.view, chosen: index } }))
      }),

    current: (handle: string) => withOpen(handle, ({ view }) => ok(view)),

    /** Opens one participant alone, as a file cut out of the open file's text. */
    openOnly: async (handle: string, index: number) =>
      whenOk(await useAsRead(handle), async (file) => kept(await alone(file, index))),

    /**
     * Like `openOnly`, for a file that need not be open. Fails with `participant.changed` if the part's SHA-256
     * differs.
     */
    openPart: async (file: FileInMemory, index: number, sha256: string) => {
      const several = file.view.participants.length > 1
      const own = several
        ? await alone(file, index)
        : ok({ ...file, view: { ...file.view, handle: randomUUID() } })
      return own.ok && own.value.view.sha256 !== sha256
        ? changedSince(file.view.fileName)
        : kept(own)
    },

    /** Writes a file for each participant; null if the user cancels. Also fails with `export.*`. */
    split: async (handle: string) => whenOk(await useAsRead(handle), splits.write),

    preview: async (handle: string, mapping: ParticipantMapping) =>
      withOpen(handle, ({ text, view }) =>
        inspector.preview(text, view.chosen, { ...way(), mapping }),
      ),

    readAnew: reading.readAnew,

    text: (handle: string) => withOpen(handle, ({ text }) => ok({ text })),

    /** Closing a handle that is not open is not an error. */
    close: files.close,

    get: (handle: string) =>
      withOpen(handle, (file): Result<FileToSend & FileInMemory> => {
        const { participants, chosen } = file.view
        return ok({ ...file, profile: participants[chosen] ?? null, participants })
      }),

    people: () => files.all().flatMap(({ view }) => view.participants),
    /** From where the file can be opened again in another run of the program, and who is on screen; null if from nowhere. */
    sourceOf: async (handle: string) => {
      const file = files.get(handle)
      if (!file) return null
      const { sha256, chosen, fileName } = file.view
      const example = needs.examples.find(
        (each) => each.fileName === fileName && each.xml === file.text,
      )
      if (example) return { source: { kind: 'example' as const, id: example.id }, chosen, sha256 }
      const recent = await recents.idOf(sha256)
      return recent === null
        ? null
        : { source: { kind: 'recent' as const, id: recent }, chosen, sha256 }
    },

    recents: recents.list,

    forgetRecents: recents.forget,

    examples: () => needs.examples.map(({ id, name, age, reason }) => ({ id, name, age, reason })),

    dispose: () => inspector.close(),
  }
}
export type Participants = ReturnType<typeof createParticipants>
