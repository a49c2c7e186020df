import { inAdapters } from './equivalents/adapters.ts'
import { inBatch } from './equivalents/batch.ts'
import { inExpress } from './equivalents/express.ts'
import { inSubmissions } from './equivalents/submissions.ts'
import { inToken } from './equivalents/token.ts'

/** Changes to one line after which the program does the same, so that no test can notice them. */
export interface Equivalent {
  readonly file: string
  /** A part of the line that tells it from the others. */
  readonly line: string
  /** The text as it is, and what stood in its place. */
  readonly changes: readonly (readonly [string, string])[]
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = [
  ...inSubmissions,
  ...inBatch,
  ...inExpress,
  ...inToken,
  ...inAdapters,
]
