import { dayOf } from '#shared/moments.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantReading, ReadingWarning } from '#shared/participant/profile.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock } from '../ports.ts'
import { notOpen } from './file-failures.ts'
import type { ReadingWay } from './inspection.ts'
import type { Inspector } from './inspector.ts'
import type { MappingInUse } from './mapping-store.ts'
import type { FileInMemory, OpenFiles } from './open-files.ts'

export interface ReadingNeeds {
  readonly clock: Clock
  /** What files are read with; as publicly documented without it. */
  readonly mapping?: () => MappingInUse
  /** Told of each open file that another mapping reads anew, and of each that it cannot read and that is closed therefore. */
  readonly onReadAnew?: (handle: string) => void
}

/** Reads files with the mapping in use, and reads the open ones again when that changes. */
export interface MappedReading {
  readonly way: () => ReadingWay
  /** What the view says of a file: what is true of it however it is read, and what reading it found. */
  readonly warningsOf: (
    remarks: readonly ReadingWarning[],
    found: readonly ReadingWarning[],
  ) => ReadingWarning[]
  /** Runs `read`, once more for each change of the mapping meanwhile. */
  upToDate<T>(read: () => Promise<T>): Promise<T>
  /** What `read` gives, read again for each change of the mapping meanwhile. */
  fileUpToDate(read: () => Promise<Result<FileInMemory>>): Promise<Result<FileInMemory>>
  /** Reads every open file with the mapping that is in use now. */
  readonly readAnew: () => Promise<void>
  /**
   * The open file as the mapping in use reads it. Fails with `input.invalid` where that finds another number of people than
   * were on screen: whom the person meant is then not known.
   */
  readonly useAsRead: (handle: string) => Promise<Result<FileInMemory>>
}

export const createMappedReading = (
  { clock, mapping, onReadAnew }: ReadingNeeds,
  inspector: Pick<Inspector, 'readAgain'>,
  open: OpenFiles,
): MappedReading => {
  /** How often the mapping was changed; what began to be read before is read once more. */
  let changes = 0
  /** Ends when every open file is read with the mapping in use. */
  let readingAnew = Promise.resolve()

  const way = (): ReadingWay => ({
    mapping: mapping?.().mapping ?? publishedMapping,
    today: dayOf(new Date(clock.now())),
  })

  const ofMapping = (): readonly ReadingWarning[] => {
    const damaged = mapping?.().damaged ?? ''
    return damaged === ''
      ? []
      : [{ line: 0, column: 0, message: `${damaged} The published outline was used instead.` }]
  }
  const warningsOf: MappedReading['warningsOf'] = (remarks, found) => [
    ...remarks,
    ...ofMapping(),
    ...found,
  ]

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
    for (const { text, view } of open.all()) {
      const { handle } = view
      const reading = await inspector.readAgain(text, way())
      // The mapping was changed again, and every file is read with that one.
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
    warningsOf,
    upToDate: async (read) => {
      for (;;) {
        const begun = changes
        const found = await read()
        if (begun === changes) return found
      }
    },
    fileUpToDate: async (read) => {
      let begun = changes
      let file = await read()
      while (file.ok && begun !== changes) {
        begun = changes
        const reading = await inspector.readAgain(file.value.text, way())
        file = reading.ok ? ok(readAs(file.value, reading.value)) : reading
      }
      return file
    },
    readAnew: () => {
      changes += 1
      readingAnew = readAllAnew(changes)
      return readingAnew
    },
    useAsRead: async (handle) => {
      const shown = open.get(handle)?.view.participants.length
      let awaited: Promise<void>
      do {
        awaited = readingAnew
        await awaited
      } while (awaited !== readingAnew)
      const file = open.use(handle)
      if (!file) return notOpen()
      if (file.view.participants.length === shown) return ok(file)
      return fail({
        code: 'input.invalid',
        message:
          'The file was read anew meanwhile, and another number of participants was found in it.',
        advice: 'Look at the participants on screen, then try again.',
      })
    },
  }
}
