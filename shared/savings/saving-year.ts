import { z } from 'zod'
import { ageByYearEnd } from '../law/ages.ts'
import { lawOf, type Law } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'

/** Whether an advisor knows that something is so. */
export const knownSchema = z.enum(['yes', 'no', 'unknown'])
export type Known = z.infer<typeof knownSchema>

/** Facts about catch-up contributions that no file contains. */
export interface CatchUpFacts {
  /** Whether the plans take Roth catch-up contributions. */
  readonly rothCatchUp: Known
  /** Whether the plans offer the higher catch-up of ages 60 to 63. */
  readonly higherCatchUp: Known
}

/** The law and the facts that savings limits depend on, apart from the person. */
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

/** The rules of savings, together with what the advisor said about this person. */
export interface PersonRules extends SavingRules {
  /** As in {@link SavingPerson}; null if unknown. */
  readonly wagesBefore: number | null
}

const known = (fact: Known | undefined): Known | undefined =>
  fact === 'unknown' ? undefined : fact

/** The rules for reading a saved forecast: what is known `now`, otherwise what was `said` when it was made. */
export const rulesSaid = (
  said: CatchUpSaid | undefined,
  now: Partial<PersonRules> = {},
): PersonRules => ({
  firmLaw: now.firmLaw ?? [],
  wagesBefore: now.wagesBefore ?? said?.wagesBefore ?? null,
  rothCatchUp: known(now.rothCatchUp) ?? said?.rothCatchUp ?? 'unknown',
  higherCatchUp: known(now.higherCatchUp) ?? said?.higherCatchUp ?? 'unknown',
})

/** One calendar year of a saver, as the law counts it. */
export interface SavingYear extends CatchUpFacts {
  readonly law: Law<'contributionLimits'>
  /** The age reached by December 31; null if unknown, which counts as under 50. */
  readonly age: number | null
  /** FICA wages of the previous year from this employer, dollars; the current pay if the advisor did not say them. */
  readonly wagesBefore: number | null
  readonly areWagesSaid: boolean
}

/** What the law asks about a person; `wagesBefore` is as in {@link SavingYear}, absent or null if unknown. */
export interface SavingPerson {
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  /** Dollars a year. */
  readonly salary: number | null
  readonly wagesBefore?: number | null
}

/** The calendar year of `now`, for a person. */
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
