import type { AppError } from '#shared/errors.ts'
import { fail } from '#shared/result.ts'
import type { ActivityLog } from './log.ts'

/** Stands in for a log that could not be opened: it notes nothing, and durable notes fail with `error`. */
export const createClosedLog = (error: AppError): ActivityLog => ({
  kept: { key: 'memory', why: error.message },
  pseudonymOf: () => '',
  record: () => undefined,
  recordDurably: async () => fail(error),
  adopt: async () => fail(error),
  statesOf: async () => fail(error),
  verify: async () => fail(error),
  lastCheck: () => null,
  settled: async () => fail(error),
  retire: async () => fail(error),
  close: async () => undefined,
})
