import { basename, isAbsolute } from 'node:path'
import type { CoreParts, ExampleFile, ReadFile } from '../platform/ports.ts'
import { maxParticipantBytes } from './inspection.ts'
import type { ParticipantSource } from '#shared/participant/opened.ts'
import { dayInWords } from '#shared/moments.ts'
import type { ReadingWarning } from '#shared/participant/profile.ts'
import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import { missing } from './open-files.ts'
import type { Recents } from './recents.ts'

/**
 * Returns the path if its file contains the bytes that the page sent; otherwise empty. A page must prove that it could
 * read a file before the program reads that path for it.
 */
export const provenPath = async (
  readFile: ReadFile,
  path: string,
  bytes: Uint8Array,
): Promise<string> => {
  if (!isAbsolute(path)) return ''
  const there = await readFile(path, maxParticipantBytes)
  return there.ok && there.value !== null && Buffer.compare(there.value, bytes) === 0 ? path : ''
}

export interface LoadNeeds extends Pick<CoreParts, 'readFile' | 'pickFile' | 'examples'> {
  readonly recents: Recents
}

export interface LoadedFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  readonly warnings: readonly ReadingWarning[]
  /** The file's path; null for an example, which is not remembered. */
  readonly path: string | null
}

/** Loads the file at a path that the user chose; fails with `participant.fileMissing` if it is gone. */
const loadPath = async ({ readFile }: LoadNeeds, path: string, fileName: string) =>
  whenOk(await readFile(path, maxParticipantBytes), (bytes) =>
    bytes === null ? missing(fileName) : ok({ fileName, bytes, warnings: [], path }),
  )

const loadRecent = async (needs: LoadNeeds, id: string): Promise<Result<LoadedFile>> => {
  const recent = await needs.recents.find(id)
  if (!recent.ok) return recent
  if (recent.value === null) return missing('')
  const { fileName, path, openedAt, copy } = recent.value
  const there = path === '' ? missing(fileName) : await loadPath(needs, path, fileName)
  const isGone = !there.ok && there.error.code === 'participant.fileMissing'
  if (!isGone || copy === null) return there
  const why = path === '' ? 'The place of this file is not known' : 'The file is not where it was'
  const message = `${why}; this is the copy kept when it was opened on ${dayInWords(openedAt)}.`
  return ok({ fileName, bytes: copy, warnings: [{ line: 0, column: 0, message: [message] }], path })
}

const loadPicked = async (needs: LoadNeeds): Promise<Result<LoadedFile>> => {
  const path = await needs.pickFile()
  if (path === null) return fail({ code: 'job.cancelled', message: 'No file was chosen.' })
  return loadPath(needs, path, basename(path))
}

const loadExample = (examples: readonly ExampleFile[], wanted: string): Result<LoadedFile> => {
  const example = examples.find(({ id }) => id === wanted)
  if (!example) return missing(wanted)
  const { fileName, xml } = example
  return ok({ fileName, bytes: Buffer.from(xml), warnings: [], path: null })
}

/** The bytes of a chosen file. Fails with `participant.*`, and with `job.cancelled` if the user chose none. */
export const loadFile = async (
  needs: LoadNeeds,
  source: Exclude<ParticipantSource, { kind: 'kept' }>,
): Promise<Result<LoadedFile>> => {
  if (source.kind === 'recent') return loadRecent(needs, source.id)
  if (source.kind === 'dialog') return loadPicked(needs)
  if (source.kind === 'example') return loadExample(needs.examples, source.id)
  const path = await provenPath(needs.readFile, source.path ?? '', source.bytes)
  const fileName = basename(source.name.replaceAll('\\', '/'))
  return ok({ fileName, bytes: source.bytes, warnings: [], path })
}
