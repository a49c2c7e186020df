import type { KeyObject } from 'node:crypto'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { drawRandom, keyBytes, seal, sealingKey, sealOverhead, unseal } from './aead.ts'

/** The file format in `docs/file-format.md`; change both together. */
const magic = Buffer.from('GPR1')
const formatVersion = 1
export const keyIdBytes = 16
const wrappedKeyBytes = keyBytes + sealOverhead

const at = {
  version: 4,
  keyId: 5,
  revision: 21,
  wrappedKey: 25,
  headerLength: 85,
  bodyLength: 89,
  sections: 93,
} as const

/** The key that wraps the key of every file. */
export interface MasterKey {
  /** 16 bytes that name the key but reveal nothing about it. */
  readonly id: Uint8Array
  readonly key: Uint8Array
}

/** Content of a file: a small part for lists, and a large part for the rest. */
interface RecordFile {
  readonly revision: number
  readonly header: Uint8Array
  readonly body: Uint8Array
}

const masterKeys = new WeakMap<MasterKey, KeyObject>()

const keyOf = (master: MasterKey) => {
  const known = masterKeys.get(master)
  if (known) return known
  const made = sealingKey(master.key)
  masterKeys.set(master, made)
  return made
}

type Section = 'key' | 'header' | 'body'

/** Binds a section to its place, so that it cannot replace a section of another file, part or revision. */
const contextOf = (id: string, section: Section, revision: number) =>
  ['glidepath', formatVersion, section, revision, id].join('\n')

/** The bytes of a file for record `id`, sealed with a data key that nothing else uses. */
export const sealRecord = (
  master: MasterKey,
  id: string,
  { revision, header, body }: RecordFile,
): Uint8Array => {
  const dataKey = drawRandom(keyBytes)
  const sealing = sealingKey(dataKey)
  const sealedHeader = seal(sealing, header, contextOf(id, 'header', revision))
  const sealedBody = seal(sealing, body, contextOf(id, 'body', revision))
  const start = Buffer.alloc(at.sections)
  start.set(magic)
  start.writeUInt8(formatVersion, at.version)
  start.set(master.id, at.keyId)
  start.writeUInt32LE(revision, at.revision)
  start.set(seal(keyOf(master), dataKey, contextOf(id, 'key', revision)), at.wrappedKey)
  start.writeUInt32LE(sealedHeader.length, at.headerLength)
  start.writeUInt32LE(sealedBody.length, at.bodyLength)
  return Buffer.concat([start, sealedHeader, sealedBody])
}

export const damaged = (details: string): Result<never> =>
  fail({
    code: 'records.damaged',
    message: 'This saved result is damaged and cannot be opened. The file was left as it is.',
    advice:
      'Restore the file from a backup. A forecast can be run again; submissions are listed under Activity.',
    details,
  })

const openStart = (master: MasterKey, id: string, input: Uint8Array) => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const isOurs = bytes.length > at.version && bytes.subarray(0, magic.length).equals(magic)
  if (!isOurs) return damaged('not a record file')
  const version = bytes.readUInt8(at.version)
  if (version > formatVersion) {
    return fail({
      code: 'records.newerVersion',
      message: 'This saved result was written by a newer version of the program.',
      advice: 'Update the program to open it.',
    })
  }
  if (version !== formatVersion || bytes.length < at.sections)
    return damaged('truncated or of no known version')
  if (!bytes.subarray(at.keyId, at.revision).equals(master.id)) {
    return fail({
      code: 'records.keyUnreachable',
      message: 'This saved result is locked with another key than the one in the keychain.',
      advice: 'Open it with the user account and computer it was saved with.',
    })
  }
  const revision = bytes.readUInt32LE(at.revision)
  const wrapped = bytes.subarray(at.wrappedKey, at.wrappedKey + wrappedKeyBytes)
  const dataKey = unseal(keyOf(master), wrapped, contextOf(id, 'key', revision))
  if (!dataKey) return damaged('the data key does not open')
  const key = sealingKey(dataKey)
  const headerEnd = at.sections + bytes.readUInt32LE(at.headerLength)
  const bodyEnd = headerEnd + bytes.readUInt32LE(at.bodyLength)
  const section = (name: Section, from: number, to: number) =>
    unseal(key, bytes.subarray(from, to), contextOf(id, name, revision))
  return ok({
    revision,
    headerEnd,
    bodyEnd,
    length: bytes.length,
    header: () => section('header', at.sections, headerEnd),
    body: () => section('body', headerEnd, bodyEnd),
  })
}

/** This many bytes from the start always contain an ordinary header. */
export const usualHeaderBytes = 4096

/**
 * Opens only the header, from the whole file or its start. `null` if `input` ends before the header does. Fails with
 * `records.damaged`, `records.newerVersion`, or with `records.keyUnreachable` for a file of another key.
 */
export const openHeader = (
  master: MasterKey,
  id: string,
  input: Uint8Array,
): Result<Pick<RecordFile, 'revision' | 'header'> | null> => {
  const opened = openStart(master, id, input)
  if (!opened.ok) return opened
  const { revision, length, headerEnd } = opened.value
  if (headerEnd > length) return ok(null)
  const header = opened.value.header()
  return header ? ok({ revision, header }) : damaged('the header does not open')
}

/** Opens a whole file. Fails like {@link openHeader}; a missing or extra byte is `records.damaged`. */
export const openRecord = (
  master: MasterKey,
  id: string,
  input: Uint8Array,
): Result<RecordFile> => {
  const opened = openStart(master, id, input)
  if (!opened.ok) return opened
  const { revision, length, bodyEnd } = opened.value
  if (bodyEnd !== length) return damaged('the length does not fit')
  const [header, body] = [opened.value.header(), opened.value.body()]
  return header && body ? ok({ revision, header, body }) : damaged('a section does not open')
}

/** Whether this error means a removed or damaged record, which will never open. Any other error may pass. */
export const isLostForGood = ({ code }: AppError): boolean =>
  code === 'records.notFound' || code === 'records.damaged'
