import { z } from 'zod'
import { ageByYearEnd } from '../law/ages.ts'
import { lawOf, type Law } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'

/** What an advisor knows of a fact. */
export const knownSchema = z.enum(['yes', 'no', 'unknown'])
export type Known = z.infer<typeof knownSchema>

/** Facts about catch-up contributions that no file has. */
export interface CatchUpFacts {
  /** Whether the plans take Roth catch-up contributions. */
  readonly rothCatchUp: Known
  /** Whether the plans offer the higher catch-up of ages 60 to 63. */
  readonly higherCatchUp: Known
}

/** The law and facts that limits of savings depend on besides the person. */
export interface SavingRules extends CatchUpFacts {
  readonly firmLaw: FirmLaw
}

export const usualRules: SavingRules = {
  firmLaw: [],
  rothCatchUp: 'unknown',
  higherCatchUp: 'unknown',
}

/** What was said of a person's catch-up contributions when a forecast was made. */
export const catchUpSaidSchema = z.strictObject({
  /** As in {@link SavingPerson}. */
  wagesBefore: z.number().min(0).nullable(),
  rothCatchUp: knownSchema,
  higherCatchUp: knownSchema,
})
export type CatchUpSaid = z.infer<typeof catchUpSaidSchema>

/** The rules of savings, and what somebody said of this person. */
export interface PersonRules extends SavingRules {
  /** As in {@link SavingPerson}; null if nobody said it. */
  readonly wagesBefore: number | null
}

const known = (fact: Known | undefined): Known | undefined =>
  fact === 'unknown' ? undefined : fact

/** The rules that a saved forecast is read by: what is known `now`, else what was `said` when it was made. */
export const rulesSaid = (
  said: CatchUpSaid | undefined,
  now: Partial<PersonRules> = {},
): PersonRules => ({
  firmLaw: now.firmLaw ?? [],
  wagesBefore: now.wagesBefore ?? said?.wagesBefore ?? null,
  rothCatchUp: known(now.rothCatchUp) ?? said?.rothCatchUp ?? 'unknown',
  higherCatchUp: known(now.higherCatchUp) ?? said?.higherCatchUp ?? 'unknown',
})

/** One calendar year of a saver as the law counts it. */
export interface SavingYear extends CatchUpFacts {
  readonly law: Law<'contributionLimits'>
  /** Reached by 31 December; null if unknown, which counts as under 50. */
  readonly age: number | null
  /** FICA wages of the year before from this employer, dollars; the present pay unless somebody said them. */
  readonly wagesBefore: number | null
  readonly areWagesSaid: boolean
}

/** What the law asks about a person; `wagesBefore` as in {@link SavingYear}, absent or null if nobody said it. */
export interface SavingPerson {
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  /** Dollars a year. */
  readonly salary: number | null
  readonly wagesBefore?: number | null
}

/** The calendar year of `now` for a person. */
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
