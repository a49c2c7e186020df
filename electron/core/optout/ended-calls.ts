import { readKept } from '#shared/read-kept.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endedCallSchema, type EndedCall } from '#shared/ipc/desk-report.ts'
import { environmentStampSchema } from '#shared/ipc/views.ts'
import { createQueue } from '#shared/queue.ts'
import { ok, type Result } from '#shared/result.ts'
import { sealedExtension, type KeyRing } from '../crypto/key-ring.ts'
import { createSealedStore, type SealedStore } from '../crypto/sealed-store.ts'
import type { Files, Logger } from '../ports.ts'

const keptCallSchema = z.strictObject({
  ...endedCallSchema.omit({ environmentId: true }).shape,
  environment: environmentStampSchema,
  /** Operating-system user. */
  user: z.string(),
})
const keptCallsSchema = z.array(keptCallSchema)

/** A call in which nothing was sent, as it is kept: nobody's name, no answer to a check. */
export type KeptCall = z.infer<typeof keptCallSchema>

/** Sealed on disk, a file for each day and run of the program, so that no run writes over what another one kept. */
export interface EndedCalls {
  /** Durable when it resolves. Fails with `library.diskFull`. */
  add(call: KeptCall): Promise<Result<void>>
  /** Calls that ended in the span, in no order. What cannot be read is left out and logged. */
  between(from: string, to: string): Promise<Result<readonly KeptCall[]>>
}

const prefix = 'ended-calls-'
const dayOf = (iso: string): string => iso.slice(0, 10)

/** What is kept of a call: of the caller's words only the agent's own notes. */
export const keptCallOf = (
  { call, wrapUp }: EndedCall,
  environment: KeptCall['environment'],
  user: string,
): KeptCall => ({ call, wrapUp, environment, user })

export const createEndedCalls = (needs: {
  readonly files: Files
  readonly keyRing: KeyRing
  readonly logger: Logger
}): EndedCalls => {
  const { files, keyRing, logger } = needs
  const run = randomUUID().slice(0, 8)
  const inOrder = createQueue()
  /** Of this run, by name; they hold their calls in memory too. */
  const own = new Map<string, { readonly store: SealedStore; calls: readonly KeptCall[] }>()
  /** Of earlier runs, which nobody changes any more. */
  const earlier = new Map<string, readonly KeptCall[]>()

  const readEarlier = async (name: string): Promise<readonly KeptCall[]> => {
    const read = await createSealedStore({ files, keyRing }, name).read()
    const calls = read.ok ? readKept(keptCallsSchema, read.value ?? []) : null
    if (calls?.success) {
      // An empty one is one whose key is out of reach just now.
      if (calls.data.length > 0) earlier.set(name, calls.data)
      return calls.data
    }
    logger.warn(`${name}: ${read.ok ? 'not in a known form' : read.error.code}`)
    return []
  }

  return {
    add: (call) =>
      inOrder('calls', async () => {
        const name = `${prefix}${dayOf(call.wrapUp.endedAt)}-${run}`
        const kept = own.get(name) ?? {
          store: createSealedStore({ files, keyRing }, name),
          calls: [],
        }
        const calls = [...kept.calls, call]
        const written = await kept.store.write(calls)
        if (!written.ok) return written
        own.set(name, { store: kept.store, calls })
        return ok(undefined)
      }),

    between: async (from, to) => {
      if (from >= to) return ok([])
      const names = await files.list('sealed')
      if (!names.ok) return names
      const found: KeptCall[] = [...own.values()].flatMap(({ calls }) => calls)
      for (const fileName of names.value) {
        if (!fileName.startsWith(prefix) || !fileName.endsWith(sealedExtension)) continue
        const name = fileName.slice(0, -sealedExtension.length)
        const day = name.slice(prefix.length, prefix.length + 10)
        if (own.has(name) || day < dayOf(from) || day > dayOf(to)) continue
        found.push(...(earlier.get(name) ?? (await readEarlier(name))))
      }
      return ok(found.filter(({ wrapUp }) => wrapUp.endedAt >= from && wrapUp.endedAt < to))
    },
  }
}
