import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { encodeXmlFile, fileEncodings } from '#test/support/people/file-encoding.ts'
import { randomPeople } from './random-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'

/** A participant file. */
export interface PeopleFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** The encoding that the file declares. */
  readonly encoding: string
  /** The number of participants in the file. */
  readonly people: number
}

/**
 * The share of files with several participants, and the largest number of participants in a file.
 */
const severalShare = 0.06
const mostInFile = 25

/**
 * `count` random people in participant files: most have one participant, some have several. The
 * files take turns through the encodings. The same count and seed give the same bytes.
 */
export const peopleFiles = (count: number, seed: string): readonly PeopleFile[] => {
  const people = randomPeople(count, seed)
  const state = seededState(`files ${seed}`)
  const files: PeopleFile[] = []
  let from = 0
  while (from < people.length) {
    const size =
      nextFraction(state) < severalShare
        ? 2 + Math.floor(nextFraction(state) * (mostInFile - 1))
        : 1
    const chosen = people.slice(from, from + size)
    const encoding = fileEncodings[files.length % fileEncodings.length] ?? fileEncodings[0]
    const number = (index: number): string => String(index).padStart(5, '0')
    const range =
      chosen.length === 1
        ? `person-${number(from + 1)}`
        : `several-${number(from + 1)}-${number(from + chosen.length)}`
    files.push({
      name: `${range}.xml`,
      bytes: encodeXmlFile(writePeopleXml(chosen, encoding.name), encoding),
      encoding: encoding.name,
      people: chosen.length,
    })
    from += chosen.length
  }
  return files
}
