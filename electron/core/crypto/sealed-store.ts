import { fail, ok, type Result } from '#shared/result.ts'
import type { Files } from '../ports.ts'
import { createQueue } from '#shared/queue.ts'
import { sealedExtension, type KeyRing } from './key-ring.ts'
import { packSmall, unpackSmall } from './packed.ts'
import { openRecord, sealRecord, type MasterKey } from './record-file.ts'

/** One private value on disk, sealed like a saved result; without a keychain it lives for the session only. */
export interface SealedStore {
  /** The value last written, `null` when there is none. Fails as opening a saved result does. */
  read(): Promise<Result<unknown>>
  /** Fails with `library.diskFull`; what is on disk then stays as it was. */
  write(value: unknown): Promise<Result<void>>
  /** Removes the file and what is in memory. */
  clear(): Promise<Result<void>>
}

/** What to keep where something is sealed already and something else was kept while the key was out of reach. */
export type JoinSealed = (sealed: unknown, kept: unknown) => unknown

/** A store under `name`: lower-case letters and hyphens, chosen by the program, nothing personal. */
export const createSealedStore = (
  { files, keyRing }: { readonly files: Files; readonly keyRing: KeyRing },
  name: string,
  join: JoinSealed = (sealed) => sealed,
): SealedStore => {
  const fileName = `sealed/${name}${sealedExtension}`
  const recordId = `sealed/${name}`
  const inOrder = createQueue()
  /** `unsealed` was kept while there was no key. */
  let inMemory: { readonly value: unknown; readonly unsealed?: true } | null = null
  let revision = 0

  const readFile = async (master: MasterKey): Promise<Result<unknown>> => {
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    if (bytes.value === null) return ok(null)
    const record = openRecord(master, recordId, bytes.value)
    if (!record.ok) return record
    revision = record.value.revision
    const unpacked = await unpackSmall(record.value.body)
    return unpacked
      ? ok(unpacked.value)
      : fail({
          code: 'library.damaged',
          message: 'What was kept here is damaged and cannot be read.',
        })
  }

  const seal = async (master: MasterKey, value: unknown): Promise<Result<void>> => {
    revision += 1
    const record = { revision, header: new Uint8Array(), body: await packSmall(value) }
    const written = await files.replace(fileName, sealRecord(master, recordId, record))
    if (written.ok) inMemory = { value }
    return written
  }

  /** What was kept without a key, brought together with what is sealed. */
  const adopt = async (master: MasterKey, kept: unknown): Promise<Result<unknown>> => {
    const sealed = await readFile(master)
    if (!sealed.ok) return sealed
    const value = sealed.value === null ? kept : join(sealed.value, kept)
    const written = await seal(master, value)
    return written.ok ? ok(value) : written
  }

  return {
    read: () =>
      inOrder('store', async () => {
        if (inMemory && !inMemory.unsealed) return ok(inMemory.value)
        const master = await keyRing.get()
        if (!master.ok) return ok(inMemory?.value ?? null)
        if (inMemory) return adopt(master.value, inMemory.value)
        const read = await readFile(master.value)
        if (read.ok) inMemory = { value: read.value }
        return read
      }),

    write: (value) =>
      inOrder('store', async () => {
        const master = await keyRing.get()
        if (master.ok) return seal(master.value, value)
        inMemory = { value, unsealed: true }
        return ok(undefined)
      }),

    clear: () =>
      inOrder('store', async () => {
        inMemory = { value: null }
        return files.remove(fileName)
      }),
  }
}
