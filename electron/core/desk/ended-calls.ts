import { readKept } from '#shared/read-kept.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endedCallSchema } from '#shared/desk/report-rows.ts'
import { environmentStampSchema } from '#shared/environments/environment.ts'
import { createTurns } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { damaged } from '../records/damaged.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'

const keptCallSchema = z.strictObject({
  ...endedCallSchema.omit({ environmentId: true }).shape,
  environment: environmentStampSchema,
  user: z.string(),
})
const keptCallsSchema = z.array(keptCallSchema)

/** A saved call without a submission; it contains neither names nor answers to checks. */
export type KeptCall = z.infer<typeof keptCallSchema>

const prefix = 'ended-calls-'
const dayOf = (iso: string): string => iso.slice(0, 10)

/** Stores ended calls sealed on disk, one record for each day. */
export const createEndedCalls = ({
  logger,
  store,
}: Pick<CoreParts, 'logger'> & { readonly store: RecordStore }) => {
  const inOrder = createTurns()
  const records = createRecords<readonly KeptCall[]>(store, {
    table: 'ended_calls',
    read: (_name, body) => {
      const calls = readKept(keptCallsSchema, body)
      return calls.success ? ok(calls.data) : damaged('not in a known form')
    },
  })
  const known = new Map<string, readonly KeptCall[]>()
  const names = new Map<string, string>()

  const nameFor = async (day: string): Promise<string> => {
    const name = names.get(day) ?? `${prefix}${day}`
    const key = await records.reach()
    const before = names.has(day) ? null : await records.get(name)
    if (before?.ok && key.ok) known.set(name, before.value ?? [])
    // A record that cannot be read, or whose key is unavailable, is never overwritten.
    const usual = before === null || (before.ok && key.ok)
    const chosen = usual ? name : `${name}-${randomUUID().slice(0, 8)}`
    names.set(day, chosen)
    return chosen
  }

  const callsOf = async (name: string): Promise<readonly KeptCall[]> => {
    const calls = known.get(name)
    if (calls) return calls
    const read = await records.get(name)
    if (!read.ok) logger.warn(`${name}: ${read.error.code}`)
    else if (read.value) known.set(name, read.value)
    return read.ok ? (read.value ?? []) : []
  }

  return {
    /** Resolves once the call is durable on disk. Fails with `records.diskFull`. */
    add: (call: KeptCall): Promise<Result<void>> =>
      inOrder(async () => {
        const name = await nameFor(dayOf(call.wrapUp.endedAt))
        const calls = [...(known.get(name) ?? []), call]
        const written = await records.put(name, calls)
        if (written.ok) known.set(name, calls)
        return written
      }),

    /** Removes all calls. */
    clear: (): Promise<Result<void>> =>
      inOrder(async () => {
        const onDisk = records.ids()
        if (!onDisk.ok) return onDisk
        const gone = await records.removeMany([...onDisk.value, ...records.held])
        if (!gone.ok) return gone
        known.clear()
        names.clear()
        return gone
      }),

    /** Calls that ended between two days, in no order. Unreadable ones are left out and logged. */
    between: async (from: string, to: string): Promise<Result<readonly KeptCall[]>> => {
      if (from >= to) return ok([])
      const key = await records.reach()
      const onDisk = key.ok ? records.ids() : ok([])
      if (!onDisk.ok) return onDisk
      const found: KeptCall[] = []
      for (const name of new Set([...onDisk.value, ...records.held])) {
        const day = name.slice(prefix.length, prefix.length + 10)
        if (day >= dayOf(from) && day <= dayOf(to)) found.push(...(await callsOf(name)))
      }
      return ok(found.filter(({ wrapUp }) => wrapUp.endedAt >= from && wrapUp.endedAt < to))
    },
  }
}

export type EndedCalls = ReturnType<typeof createEndedCalls>
