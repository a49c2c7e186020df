import { z } from 'zod'
import { id, none } from '../channel.ts'

/** The plan directory: the plans of an environment's sponsors, to choose from. It names no participant. */

/** Most plans that an environment's directory holds. */
export const maxPlans = 20_000
/** Bytes of a file that is imported. */
export const maxPlanFileBytes = 10 * 1024 * 1024

export const planEntrySchema = z.strictObject({
  planId: id,
  planType: z.string().min(1).max(100),
  /** Of the plan or its sponsor; empty where no file gave one. */
  name: z.string().max(200),
  /** From a file that a person imported, or from an accepted receipt. */
  source: z.enum(['imported', 'learned']),
})
export type PlanEntry = z.infer<typeof planEntrySchema>

/** What an import did. `same` were in the directory as the file has them. */
export const planImportSchema = z.strictObject({
  added: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
})
export type PlanImport = z.infer<typeof planImportSchema>

const environment = z.strictObject({ environmentId: id })

export const planChannels = {
  /** In the order of their ids. */
  'plans.list': { request: environment, response: z.array(planEntrySchema) },
  /** Adds what a CSV file has and changes what it has otherwise: all of it, or nothing with the row that is wrong. */
  'plans.import': {
    request: z.strictObject({ environmentId: id, bytes: z.instanceof(Uint8Array) }),
    response: planImportSchema,
  },
  /** Takes one plan away, or without `planId` all. */
  'plans.remove': {
    request: z.strictObject({ environmentId: id, planId: id.optional() }),
    response: none,
  },
} as const
