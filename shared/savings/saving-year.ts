import { z } from 'zod'
import { ageByYearEnd } from '../law/ages.ts'
import { lawOf, type Law } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'

/** An advisor's answer to a yes-or-no question. */
export const knownSchema = z.enum(['yes', 'no', 'unknown'])
export type Known = z.infer<typeof knownSchema>

/** Facts about catch-up contributions that no file contains. */
export interface CatchUpFacts {
  /** Whether the plans accept Roth catch-up contributions. */
  readonly rothCatchUp: Known
  /** Whether the plans offer the higher catch-up for ages 60 to 63. */
  readonly higherCatchUp: Known
}

/** The law and the facts that savings limits depend on, apart from facts about the person. */
export interface SavingRules extends CatchUpFacts {
  readonly firmLaw: FirmLaw
}

export const usualRules: SavingRules = {
  firmLaw: [],
  rothCatchUp: 'unknown',
  higherCatchUp: 'unknown',
}

/** What the advisor said about a person's catch-up contributions when a forecast was made. */
export const catchUpSaidSchema = z.strictObject({
  /** As in {@link SavingPerson}. */
  wagesBefore: z.number().min(0).nullable(),
  rothCatchUp: knownSchema,
  higherCatchUp: knownSchema,
})
export type CatchUpSaid = z.infer<typeof catchUpSaidSchema>

/** The savings rules, together with what the advisor said about this person. */
export interface PersonRules extends SavingRules {
  /** As in {@link SavingPerson}; null if unknown. */
  readonly wagesBefore: number | null
}

const known = (fact: Known | undefined): Known | undefined =>
  fact === 'unknown' ? undefined : fact

/**
 * The rules for reading a saved forecast. They use what is known `now`, otherwise what was `said`
 * when the forecast was made.
 */
export const rulesSaid = (
  said: CatchUpSaid | undefined,
  now: Partial<PersonRules> = {},
): PersonRules => ({
  firmLaw: now.firmLaw ?? [],
  wagesBefore: now.wagesBefore ?? said?.wagesBefore ?? null,
  rothCatchUp: known(now.rothCatchUp) ?? said?.rothCatchUp ?? 'unknown',
  higherCatchUp: known(now.higherCatchUp) ?? said?.higherCatchUp ?? 'unknown',
})

/** One calendar year of a saver, with the facts that the law uses. */
export interface SavingYear extends CatchUpFacts {
  readonly law: Law<'contributionLimits'>
  /** The age reached by December 31. Null means unknown and counts as under 50. */
  readonly age: number | null
  /**
   * Last year's FICA wages from this employer, in dollars; the current pay if the advisor did not
   * enter them.
   */
  readonly wagesBefore: number | null
  readonly areWagesSaid: boolean
}

/**
 * The facts about a person that the law depends on. `wagesBefore` is as in {@link SavingYear};
 * absent or null if unknown.
 */
export interface SavingPerson {
  /** Date of birth, YYYY-MM-DD. */
  readonly dateOfBirth: string
  /** Dollars a year. */
  readonly salary: number | null
  readonly wagesBefore?: number | null
}

/** Makes the calendar year of `now` for a person. */
export const savingYear = (
  { dateOfBirth, salary, wagesBefore = null }: SavingPerson,
  now: Date,
  { firmLaw, rothCatchUp, higherCatchUp }: SavingRules,
): SavingYear => {
  const year = now.getFullYear()
  return {
    law: lawOf('contributionLimits', year, firmLaw),
    age: ageByYearEnd(dateOfBirth, year),
    wagesBefore: wagesBefore ?? salary,
    areWagesSaid: wagesBefore !== null,
    rothCatchUp,
    higherCatchUp,
  }
}
