import { hash } from 'node:crypto'
import { safeFileName } from '#shared/text/file-name.ts'
import type { SavedSplit } from '#shared/participant/opened.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { CoreParts, PickFolder } from '../platform/ports.ts'
import { inMemory, notInFile, type FileInMemory } from './open-files.ts'
import type { Inspector } from './inspector.ts'
import type { MappedReading } from './mapped-reading.ts'

interface SplitNeeds
  extends
    Pick<MappedReading, 'way' | 'ofMapping'>,
    Pick<CoreParts, 'clock' | 'pickFolder' | 'writeFolder'> {
  readonly inspector: Pick<Inspector, 'split' | 'readAgain'>
  readonly isLocked: () => boolean
}

const stemOf = (fileName: string) => fileName.replace(/\.xml$/i, '')

const nameOf = ({ firstName, lastName, userId }: ParticipantProfile, number: number) =>
  [firstName, lastName, userId].filter((part) => part !== '').join(' ') || `Participant ${number}`

/** A file name for each participant; names differ even on a disk that ignores case. */
export const splitNames = (participants: readonly ParticipantProfile[]): readonly string[] => {
  const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()
  /** The last copy number of each name, by the name's key. */
  const copies = new Map<string, number>()
  return participants.map((person, index) => {
    const name = safeFileName(nameOf(person, index + 1), 'xml')
    let copy = (copies.get(keyOf(name)) ?? 0) + 1
    const numbered = () => (copy === 1 ? name : `${stemOf(name)} (${copy}).xml`)
    while (copy > 1 && copies.has(keyOf(numbered()))) copy += 1
    copies.set(keyOf(numbered()), 1)
    copies.set(keyOf(name), copy)
    return numbered()
  })
}

const refused = (message: string, advice: string) =>
  fail({ code: 'export.notSaved', message, advice })

/**
 * Makes single-participant files from a file with several participants. The original never changes.
 */
export const createSplits = ({
  clock,
  inspector,
  way,
  ofMapping,
  pickFolder,
  writeFolder,
  isLocked,
}: SplitNeeds) => {
  let asking = false
  const folderFor = async (pick: PickFolder): Promise<Result<string | null>> => {
    if (asking)
      return refused(
        'Another file is waiting for its folder.',
        'Answer the dialog that is open, then split again.',
      )
    asking = true
    try {
      const folder = await pick('Choose a folder for the files of one participant each')
      // A choice made while locked is ignored, because the dialog stays open and a passer-by could
      // use it.
      return isLocked()
        ? refused('Glidepath was locked before a folder was chosen.', 'Split the file again.')
        : ok(folder)
    } finally {
      asking = false
    }
  }

  return {
    /** The participant at `index` as a separate file in memory. Fails with `participant.notSplit`. */
    alone: async (
      { text, mark, remarks, view }: FileInMemory,
      index: number,
    ): Promise<Result<FileInMemory>> => {
      const { fileName, encoding } = view
      const files = await inspector.split({ text, encoding, mark }, index, way())
      if (!files.ok) return files
      const [own] = files.value
      const person = view.participants[index]
      if (own === undefined || person === undefined) return notInFile
      const reading = await inspector.readAgain(own.text, way())
      if (!reading.ok) return reading
      const sha256 = hash('sha256', own.text)
      const partOf = { fileName, number: index + 1, participants: view.participants.length }
      const read = { text: own.text, mark, remarks: [...remarks], encoding, sha256 }
      const inspected = { ...read, reading: reading.value }
      const name = splitNames([person])[0] ?? fileName
      const alone = inMemory(clock, name, own.bytes, inspected, ofMapping())
      return ok({ ...alone, view: { ...alone.view, partOf } })
    },

    /**
     * Writes a file for each participant into a new folder in a folder that the user chooses; null if the user cancels.
     * Fails with `participant.notSplit` and `export.*`.
     */
    write: async ({ text, mark, view }: FileInMemory): Promise<Result<SavedSplit>> => {
      if (!pickFolder || !writeFolder) {
        return refused(
          'A browser tab cannot write files into a folder.',
          'Split the file in the desktop program, or open only the participant who is meant.',
        )
      }
      const files = await inspector.split({ text, encoding: view.encoding, mark }, null, way())
      if (!files.ok) return files
      const folder = await folderFor(pickFolder)
      if (!folder.ok) return folder
      if (folder.value === null) return ok(null)
      const names = splitNames(view.participants)
      const named = files.value.map(({ bytes }, index) => ({
        name: names[index] ?? `Participant ${index + 1}.xml`,
        bytes,
      }))
      const written = await writeFolder(
        folder.value,
        safeFileName(`${stemOf(view.fileName)} split`, 'xml').slice(0, -4),
        named,
      )
      return written.ok ? ok({ folder: written.value, files: named.length }) : written
    },
  }
}
