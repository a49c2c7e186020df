import { unformatted, type Mutant } from './instrument.ts'
import { inAdapters } from './equivalents/adapters.ts'
import { inLists } from './equivalents/lists.ts'
import { inExpress } from './equivalents/express.ts'
import { inForecasts } from './equivalents/forecasts.ts'
import { inPeople } from './equivalents/people.ts'
import { inReading } from './equivalents/reading.ts'
import { inSubmissions } from './equivalents/submissions.ts'
import { inToken } from './equivalents/token.ts'

/** Changes in one place after which the program does the same, so that no test can notice them. */
export interface Equivalent {
  readonly file: string
  /** A part of the statement, or of the property of an object, that tells it from the others; blanks and broken lines do not count. */
  readonly place: string
  /** The text as it is, and what stood in its place. */
  readonly changes: readonly (readonly [string, string])[]
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = [
  ...inSubmissions,
  ...inLists,
  ...inExpress,
  ...inForecasts,
  ...inPeople,
  ...inReading,
  ...inToken,
  ...inAdapters,
]

/** Whether the entry speaks of the change. */
export const isSame = (known: Equivalent, mutant: Mutant): boolean =>
  known.file === mutant.file &&
  unformatted(mutant.place).includes(unformatted(known.place)) &&
  known.changes.some(
    ([from, to]) =>
      unformatted(from) === unformatted(mutant.original) &&
      unformatted(to) === unformatted(mutant.replacement),
  )
