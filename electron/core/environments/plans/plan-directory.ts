import { z } from 'zod'
import { identityKey } from '#shared/identity-key.ts'
import {
  maxPlanFileBytes,
  maxPlans,
  planEntrySchema,
  type PlanEntry,
  type PlanImport,
} from '#shared/plans/directory.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import { createQueue } from '#shared/queue.ts'
import { readKept } from '#shared/read-kept.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { Environments } from '../environments.ts'
import type { Files, Logger } from '../../ports.ts'
import type { PlanOfFile } from './read-plans.ts'

/**
 * The plans of each environment: what a person imported, and what the service accepted. It holds ids, types and names of
 * plans, no participant, no time and no count, so it lies in the clear.
 */
export interface PlanDirectory {
  /** In the order of their ids. Fails with `environment.notFound`. */
  list(environmentId: string): Promise<Result<PlanEntry[]>>
  /** Durable when it resolves. Fails as reading a list does, with the row that is wrong; then nothing is changed. */
  importFile(environmentId: string, bytes: Uint8Array): Promise<Result<PlanImport>>
  /** One plan, or all where none is named. Durable when it resolves. */
  remove(environmentId: string, planId?: string): Promise<Result<void>>
  /** What of the directory's file cannot be read, in a sentence; empty where all can, or nobody has asked for plans yet. */
  notice(): string
  /** Takes over the plans of a receipt that was accepted; what is known already stays as it is. */
  learn(receipt: Pick<Receipt, 'outcome' | 'environment' | 'plans' | 'subject'>): Promise<void>
}

const fileName = 'plans.jsonl'
const lineSchema = z.strictObject({ environmentId: z.string().min(1), ...planEntrySchema.shape })

type Plans = Map<string, PlanEntry>

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // A line that a power cut left half-written was never kept.
    return null
  }
}

const lineOf = (environmentId: string, plan: PlanEntry): string =>
  JSON.stringify({ environmentId, ...plan })
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const byId = (a: PlanEntry, b: PlanEntry): number =>
  a.planId < b.planId ? -1 : a.planId > b.planId ? 1 : 0

const tooMany = fail({
  code: 'input.invalid',
  message: `The directory would hold more than ${maxPlans.toLocaleString('en-US')} plans.`,
  advice: 'Take plans away that are not needed any more, or import fewer. Nothing was changed.',
})

export const createPlanDirectory = (needs: {
  readonly files: Files
  readonly logger: Logger
  readonly environments: Pick<Environments, 'get'>
  /** Reads a CSV file away from the main thread. */
  readonly readFile: (bytes: Uint8Array) => Promise<Result<PlanOfFile[]>>
  readonly changed: () => void
  /** Called when {@link PlanDirectory.notice} is another one. */
  readonly noticed: () => void
}): PlanDirectory => {
  const { files, logger, environments, readFile, changed, noticed } = needs
  const inOrder = createQueue()
  let known: Map<string, Plans> | null = null
  let unreadable = 0

  const load = async (): Promise<Result<Map<string, Plans>>> => {
    if (known) return ok(known)
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    const all = new Map<string, Plans>()
    unreadable = 0
    for (const line of new TextDecoder().decode(bytes.value ?? new Uint8Array()).split('\n')) {
      if (line === '') continue
      const read = readKept(lineSchema, parseLine(line))
      if (read.success) {
        const { environmentId, ...plan } = read.data
        const plans: Plans = all.get(environmentId) ?? new Map<string, PlanEntry>()
        all.set(environmentId, plans.set(identityKey(plan.planId), plan))
      } else unreadable += 1
    }
    known = all
    if (unreadable > 0) {
      logger.warn(`${fileName}: ${unreadable} plans could not be read`)
      noticed()
    }
    return ok(all)
  }

  /** Writes the file anew with `plans` for that environment. */
  const replace = async (
    all: Map<string, Plans>,
    environmentId: string,
    plans: Plans,
  ): Promise<Result<void>> => {
    const next = new Map(all).set(environmentId, plans)
    const lines = [...next].flatMap(([id, each]) =>
      [...each.values()].map((plan) => lineOf(id, plan)),
    )
    const written = await files.replace(fileName, encode(lines.join('\n')))
    if (!written.ok) return written
    known = next
    if (unreadable > 0) noticed()
    unreadable = 0
    changed()
    return ok(undefined)
  }

  return {
    list: (environmentId) =>
      inOrder('plans', async () => {
        const there = environments.get(environmentId)
        if (!there.ok) return there
        const all = await load()
        return all.ok ? ok([...(all.value.get(environmentId)?.values() ?? [])].toSorted(byId)) : all
      }),

    importFile: (environmentId, bytes) =>
      inOrder('plans', async () => {
        const there = environments.get(environmentId)
        if (!there.ok) return there
        if (bytes.length > maxPlanFileBytes) {
          return fail({
            code: 'input.invalid',
            message: `The file has more than ${maxPlanFileBytes / 1024 / 1024} MB.`,
            advice: 'Leave out columns other than PlanId, PlanType and Name. Nothing was changed.',
          })
        }
        const read = await readFile(bytes)
        if (!read.ok) return read
        const all = await load()
        if (!all.ok) return all
        const plans: Plans = new Map(all.value.get(environmentId) ?? [])
        const did = { added: 0, changed: 0, same: 0 }
        for (const plan of read.value) {
          const key = identityKey(plan.planId)
          const before = plans.get(key)
          const next: PlanEntry = { ...plan, source: 'imported' }
          const isSame =
            before?.planId === plan.planId &&
            before.planType === plan.planType &&
            before.name === plan.name
          did[before === undefined ? 'added' : isSame ? 'same' : 'changed'] += 1
          plans.set(key, next)
        }
        if (plans.size > maxPlans) return tooMany
        const written = await replace(all.value, environmentId, plans)
        return written.ok ? ok(did) : written
      }),

    remove: (environmentId, planId) =>
      inOrder('plans', async () => {
        const all = await load()
        if (!all.ok) return all
        const plans: Plans = new Map(
          planId === undefined ? [] : (all.value.get(environmentId) ?? []),
        )
        if (planId !== undefined) plans.delete(identityKey(planId))
        return replace(all.value, environmentId, plans)
      }),

    notice: () =>
      unreadable === 0
        ? ''
        : `The plan directory’s file is damaged: ${unreadable === 1 ? 'a line' : `${unreadable.toLocaleString('en-US')} lines`} of it cannot be read, and what stood there is not offered.`,

    learn: async ({ outcome, environment: { id }, plans: accepted, subject }) => {
      if (outcome !== 'accepted') return
      await inOrder('plans', async () => {
        const all = await load()
        if (!all.ok) return
        const plans: Plans = all.value.get(id) ?? new Map<string, PlanEntry>()
        // An id that is a participant's own was typed into the wrong field, and would name somebody.
        const people = peopleKeys(subject)
        const fresh = accepted.flatMap(({ planId, planType }) => {
          const key = identityKey(planId)
          const entry = planEntrySchema.safeParse({
            planId: planId.trim(),
            planType: planType.trim(),
            name: '',
            source: 'learned',
          })
          return entry.success && key !== '' && !people.includes(key) && !plans.has(key)
            ? [{ key, entry: entry.data }]
            : []
        })
        if (fresh.length === 0 || plans.size + fresh.length > maxPlans) return
        const lines = fresh.map(({ entry }) => `\n${lineOf(id, entry)}`).join('')
        const written = await files.append(fileName, encode(lines))
        // That a plan is not offered next time holds nobody up.
        if (!written.ok) return logger.warn(`${fileName}: ${written.error.message}`)
        for (const { key, entry } of fresh) plans.set(key, entry)
        all.value.set(id, plans)
        changed()
      })
    },
  }
}

/**
 * Saved records as submissions use them: each receipt that is saved as accepted teaches the directory its plans. What is kept
 * in memory only teaches nothing, since nothing of whom it served is to stay on disk.
 */
export const teaching = (
  savedRecords: SavedRecords,
  plans: Pick<PlanDirectory, 'learn'>,
): SavedRecords => {
  const teach = async (receipt: Receipt): Promise<void> => {
    if ((await savedRecords.state()).persistent) await plans.learn(receipt)
  }
  return {
    ...savedRecords,
    save: async (record, verbatim, hold) => {
      const saved = await savedRecords.save(record, verbatim, hold)
      // Nobody waits for it: while a list is sent, a receipt that could not be kept must pause it at once.
      if (record.kind === 'receipt' && record.outcome === 'accepted') void teach(record)
      return saved
    },
  }
}
