import { createQueue } from '#shared/queue.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Files } from '../platform/ports.ts'
import { createHeld } from './packed.ts'
import type { KeyRing } from './key-ring.ts'
import type { MasterKey } from './record-file.ts'
import { createSealedRecords, type RecordForm, type UseLine } from './sealed-records.ts'

interface PutOptions {
  /** Keeps a record in memory if the disk does not take it, and writes it as soon as possible. */
  readonly hold?: boolean
  /** Names the file that a new record shares with other records. */
  readonly pack?: string
}

/**
 * Sealed records of one kind. Without a key they are in memory; `reach` seals them once the key is there. A state in
 * memory is newer than a sealed one. Changes of one record run one after another.
 */
export const createRecords = <T, L = null>(
  { files, keyRing }: { readonly files: Files; readonly keyRing: Pick<KeyRing, 'get'> },
  form: RecordForm<T, L>,
) => {
  const sealed = createSealedRecords(files, form)
  const held = createHeld(form.read)
  const inOrder = createQueue()
  let goingHome: Promise<Result<void>> | null = null

  const keep = (id: string, value: T) => {
    held.set(id, value)
    form.line?.onPut(form.line.of(value))
  }

  const write = async (
    id: string,
    value: T,
    { hold = false, pack: packName }: PutOptions = {},
  ): Promise<Result<void>> => {
    if (!form.isId(id)) throw new Error('a record id that cannot name a file')
    const master = held.has(id) ? null : await keyRing.get()
    if (!master?.ok) {
      keep(id, value)
      return ok(undefined)
    }
    const written = await sealed.seal(master.value, id, value, packName)
    if (!written.ok && hold) keep(id, value)
    return written
  }

  /** `null` if there is none. Fails with `records.damaged`, `records.newerVersion` or `records.keyUnreachable`. */
  const get = async (id: string): Promise<Result<T | null>> => {
    const kept = await held.get(id)
    if (kept !== undefined) return ok(kept)
    if (!form.isId(id)) return ok(null)
    const master = await keyRing.get()
    if (master.ok) return sealed.open(master.value, id)
    const isSealed = await sealed.has(id)
    return isSealed.ok && !isSealed.value ? ok(null) : master
  }

  /** The key is back: seals everything in memory, joined with what is already sealed. */
  const bringHome = (master: MasterKey) =>
    held.handOver((id) =>
      inOrder(id, async () => {
        const value = await held.get(id)
        if (value === undefined) return ok(undefined)
        const before = form.join ? await sealed.open(master, id) : ok(null)
        if (!before.ok) return before
        const joined = before.value === null || !form.join ? value : form.join(before.value, value)
        if (joined !== before.value) return sealed.seal(master, id, joined)
        form.line?.onPut(form.line.of(joined))
        return ok(undefined)
      }),
    )

  const settleUnder = async (master: Result<MasterKey>): Promise<Result<void>> => {
    if (!master.ok || held.size() === 0) return ok(undefined)
    goingHome ??= bringHome(master.value).finally(() => {
      goingHome = null
    })
    return goingHome
  }

  return {
    held,
    get,
    /** Durable when it resolves, if there is a key. Replaces an earlier value. Fails with `records.diskFull`. */
    put: (id: string, value: T, options?: PutOptions) =>
      inOrder(id, () => write(id, value, options)),

    /** Replaces a record with the result of `change`. Fails like {@link get}, `change` and `put`. */
    change: (id: string, change: (value: T | null) => Result<T>): Promise<Result<T>> =>
      inOrder(id, async () => {
        const before = await get(id)
        const after = before.ok ? change(before.value) : before
        if (!after.ok) return after
        const written = await write(id, after.value)
        return written.ok ? after : written
      }),

    /** Whether there was one. `mayGo` gets the result of {@link get} and can refuse by failing. */
    remove: (id: string, mayGo?: (found: Result<T | null>) => Result<void>) =>
      inOrder(id, async () => {
        const allowed = mayGo ? mayGo(await get(id)) : ok(undefined)
        if (!allowed.ok) return allowed
        const wasSealed = await sealed.remove(id)
        if (!wasSealed.ok) return wasSealed
        const wasHeld = held.delete(id)
        form.line?.onRemoved(id)
        return ok(wasHeld || wasSealed.value)
      }),

    /** Ids on disk, including those of unreadable records. */
    ids: async () => whenOk(await sealed.ids(), (ids) => ok(new Set([...ids.own, ...ids.packed]))),

    /** Calls `use` with the line of every record on disk except those to `skip`, or with the error. Fails without a key. */
    lines: async (skip: (id: string) => boolean, use: UseLine<L>) =>
      whenOk(await keyRing.get(), (master) => sealed.lines(master, skip, use)),

    /** Whether there is a key; also seals what is in memory. Whatever cannot be sealed yet stays in `held`. */
    reach: async () => {
      const master = await keyRing.get()
      await settleUnder(master)
      return master.ok ? ok(undefined) : master
    },

    /** Like `reach`, but fails if something could not be sealed, and not if there is no key. */
    settle: async () => settleUnder(await keyRing.get()),
  }
}
