import { z } from 'zod'
import { planEntrySchema, type PlanEntry } from '#shared/environments/plan-directory.ts'
import { readKept } from '#shared/read-kept.ts'
import { ok } from '#shared/result.ts'
import { damaged } from './damaged.ts'
import type { RecordStore } from './record-store.ts'
import { createRecords } from './records.ts'

const plansSchema = z.array(planEntrySchema)

/** The plans that each environment knows; the id of the environment is the record's. */
export const createKeptPlans = (store: RecordStore) =>
  createRecords<readonly PlanEntry[]>(store, {
    table: 'plans',
    read: (_environmentId, body) => {
      const read = readKept(plansSchema, body)
      return read.success ? ok(read.data) : damaged('the plans are in no known form')
    },
  })
