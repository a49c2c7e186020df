import { unformatted, type Mutant } from './instrument.ts'
import { inAdapters } from './equivalents/adapters.ts'
import { inLists } from './equivalents/lists.ts'
import { inExpress } from './equivalents/express.ts'
import { inForecasts } from './equivalents/forecasts.ts'
import { inPeople } from './equivalents/people.ts'
import { inReading } from './equivalents/reading.ts'
import { inSubmissions } from './equivalents/submissions.ts'
import { inToken } from './equivalents/token.ts'

/** Changes of one statement that leave behavior the same, so that no test can notice them. */
export interface Equivalent {
  readonly file: string
  /** A distinctive part of the statement or object property; white space and line breaks do not count. */
  readonly place: string
  /** Pairs of original text and replacement. */
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

/** Whether the entry covers the mutant. */
export const isSame = (known: Equivalent, mutant: Mutant): boolean =>
  known.file === mutant.file &&
  unformatted(mutant.place).includes(unformatted(known.place)) &&
  known.changes.some(
    ([from, to]) =>
      unformatted(from) === unformatted(mutant.original) &&
      unformatted(to) === unformatted(mutant.replacement),
  )
