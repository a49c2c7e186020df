import { z } from 'zod'
import { identityKey } from '#shared/identity-key.ts'
import { planEntrySchema, type PlanEntry } from '#shared/environments/plan-directory.ts'
import { readKept } from '#shared/read-kept.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Files, Logger } from '../../platform/ports.ts'
import { jsonLines } from '../../platform/json-lines.ts'

const fileName = 'plans.jsonl'
const lineSchema = z.strictObject({ environmentId: z.string().min(1), ...planEntrySchema.shape })

/** Plans of one environment, by {@link identityKey}. */
export type Plans = ReadonlyMap<string, PlanEntry>

const lineOf = (environmentId: string, plan: PlanEntry) =>
  JSON.stringify({ environmentId, ...plan })
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The plans of all environments on disk. The caller ensures that no two calls overlap. */
export const createPlanFile = (files: Files, logger: Logger, noticed: () => void) => {
  let known: ReadonlyMap<string, Plans> | null = null
  let unreadable = 0

  const load = async (): Promise<Result<ReadonlyMap<string, Plans>>> => {
    if (known) return ok(known)
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    const all = new Map<string, Map<string, PlanEntry>>()
    unreadable = 0
    for (const line of jsonLines(bytes.value)) {
      const read = readKept(lineSchema, line)
      if (read.success) {
        const { environmentId, ...plan } = read.data
        const plans = all.get(environmentId) ?? new Map<string, PlanEntry>()
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

  return {
    unreadable: () => unreadable,

    of: async (environmentId: string) =>
      whenOk(await load(), (all) => ok(all.get(environmentId) ?? new Map<string, PlanEntry>())),

    replace: async (environmentId: string, plans: Plans): Promise<Result<void>> => {
      const all = await load()
      if (!all.ok) return all
      const next = new Map(all.value).set(environmentId, plans)
      const lines = [...next].flatMap(([id, each]) =>
        [...each.values()].map((plan) => lineOf(id, plan)),
      )
      const written = await files.replace(fileName, encode(lines.join('\n')))
      if (!written.ok) return written
      known = next
      if (unreadable > 0) noticed()
      unreadable = 0
      return ok(undefined)
    },

    append: async (environmentId: string, fresh: Plans): Promise<Result<void>> => {
      const all = await load()
      if (!all.ok) return all
      const lines = [...fresh.values()].map((plan) => `\n${lineOf(environmentId, plan)}`).join('')
      const written = await files.append(fileName, encode(lines))
      // A failure only means that the plan is not suggested next time, so the work continues.
      if (!written.ok) {
        logger.warn(`${fileName}: ${written.error.message}`)
        return written
      }
      const plans = new Map([...(all.value.get(environmentId) ?? []), ...fresh])
      known = new Map(all.value).set(environmentId, plans)
      return ok(undefined)
    },
  }
}
