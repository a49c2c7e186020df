import { z } from 'zod'
import { id, none } from '../channel.ts'

/** The plan directory: the plans of an environment's sponsors, to choose from. It names no participant. */

/** Most plans in an environment's directory. */
export const maxPlans = 20_000
/** Bytes of an imported file. */
export const maxPlanFileBytes = 10 * 1024 * 1024

export const planEntrySchema = z.strictObject({
  planId: id,
  planType: z.string().min(1).max(100),
  /** Of the plan or its sponsor; empty if no file gave one. */
  name: z.string().max(200),
  /** From an imported file, or from an accepted receipt. */
  source: z.enum(['imported', 'learned']),
})
export type PlanEntry = z.infer<typeof planEntrySchema>

/** Counts of an import. `same` were already in the directory unchanged. */
const planImportSchema = z.strictObject({
  added: z.int(),
  changed: z.int(),
  same: z.int(),
})
export type PlanImport = z.infer<typeof planImportSchema>

const environment = z.strictObject({ environmentId: id })

export const planChannels = {
  /** Ordered by id. */
  'plans.list': { request: environment, response: z.array(planEntrySchema) },
  /** Adds and changes plans from a CSV file: all of it, or nothing with the wrong row. */
  'plans.import': {
    request: z.strictObject({ environmentId: id, bytes: z.instanceof(Uint8Array) }),
    response: planImportSchema,
  },
  /** Removes one plan, or all without `planId`. */
  'plans.remove': {
    request: z.strictObject({ environmentId: id, planId: id.optional() }),
    response: none,
  },
} as const
