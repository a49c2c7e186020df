import { dayOf } from '#shared/moments.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantReading, ReadingWarning } from '#shared/participant/profile.ts'
import { invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { Clock } from '../platform/ports.ts'
import { notOpen, type FileInMemory, type OpenFileStore } from './open-files.ts'
import type { ReadingWay } from './inspection.ts'
import type { Inspector } from './inspector.ts'
import type { MappingInUse } from './participant-parts.ts'

export interface ReadingNeeds {
  readonly clock: Clock
  /** The mapping for reading; if absent, the publicly documented one. */
  readonly mapping?: () => MappingInUse
  /** Called for each open file that was read again under a new mapping, or closed because that failed. */
  readonly onReadAnew?: (handle: string) => void
}

/** Reads files with the mapping in use, and reads open files again when the mapping changes. */
export const createMappedReading = (
  { clock, mapping, onReadAnew }: ReadingNeeds,
  inspector: Pick<Inspector, 'readAgain'>,
  open: OpenFileStore,
) => {
  /** Number of changes to the mapping. A reading that began before the last change is repeated. */
  let changes = 0
  let readingAnew = Promise.resolve()

  const way = (): ReadingWay => ({
    mapping: mapping?.().mapping ?? publishedMapping,
    today: dayOf(new Date(clock.now())),
  })

  const ofMapping = (): readonly ReadingWarning[] => {
    const damaged = mapping?.().damaged ?? ''
    return damaged === ''
      ? []
      : [{ line: 0, column: 0, message: [`${damaged} The published outline was used instead.`] }]
  }

  /**
   * The same file with a new reading. If the number of people differs, the first person is chosen,
   * because the earlier choice may mean another person.
   */
  const readAs = (
    file: FileInMemory,
    { participants, warnings }: ParticipantReading,
  ): FileInMemory => {
    const { remarks, view } = file
    const chosen = participants.length === view.participants.length ? view.chosen : 0
    const all = [...remarks, ...ofMapping(), ...warnings]
    return { ...file, view: { ...view, participants, chosen, warnings: all } }
  }

  const readAgain = async (file: FileInMemory) =>
    whenOk(await inspector.readAgain(file.text, way()), (reading) => ok(readAs(file, reading)))

  const readAllAnew = async (begun: number) => {
    for (const { text, view } of open.all()) {
      const { handle } = view
      const reading = await inspector.readAgain(text, way())
      // The mapping changed again; that later change rereads every file.
      if (begun !== changes) return
      const now = open.get(handle)
      if (!now) continue
      if (reading.ok) open.keep(readAs(now, reading.value))
      else open.close(handle)
      onReadAnew?.(handle)
    }
  }

  return {
    way,
    ofMapping,
    /** Runs `read`, and reads its file again whenever the mapping changed during the reading. */
    upToDate: async (read: () => Promise<Result<FileInMemory>>) => {
      let begun = changes
      let file = await read()
      while (begun !== changes) {
        begun = changes
        file = file.ok ? await readAgain(file.value) : await read()
      }
      return file
    },
    readAnew: () => {
      changes += 1
      readingAnew = readAllAnew(changes)
      return readingAnew
    },
    /**
     * The open file under the current mapping. Fails with `input.invalid` if it now contains a different number of
     * people than on screen, because nobody can tell which person the user meant.
     */
    useAsRead: async (handle: string): Promise<Result<FileInMemory>> => {
      const shown = open.get(handle)?.view.participants.length
      let awaited: Promise<void>
      do {
        awaited = readingAnew
        await awaited
      } while (awaited !== readingAnew)
      const file = open.use(handle)
      if (!file) return notOpen
      if (file.view.participants.length === shown) return ok(file)
      return invalid(
        'The file was read anew meanwhile, and another number of participants was found in it.',
        'Look at the participants on screen, then try again.',
      )
    },
  }
}

export type MappedReading = ReturnType<typeof createMappedReading>
