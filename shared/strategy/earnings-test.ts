import { countedBirthYear, fullRetirementAge } from '../law/ages.ts'
import { lawOf, lawWords } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'
import { figureWords } from '../savings/figures.ts'

const inDollars = (dollars: number): string => figureWords({ dollars }).replace(/ a year$/, '')

const ageInWords = (months: number): string =>
  months % 12 === 0 ? String(months / 12) : `${Math.floor(months / 12)} and ${months % 12} months`

/** A plan in whole years of age; null if unknown. */
interface ClaimAndWork {
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  readonly claimAge: number | null
  readonly retirementAge: number | null
}

/**
 * A sentence on Social Security's earnings test with the amounts of the year of `now`, for somebody who claims before full
 * retirement age and still works; empty for everybody else.
 */
export const earningsTestWords = (
  { dateOfBirth, claimAge, retirementAge }: ClaimAndWork,
  now: Date,
  firmLaw: FirmLaw,
): string => {
  const [year, month, day] = dateOfBirth.split('-').map(Number)
  if (!year || !month || !day || claimAge === null || retirementAge === null) return ''
  const full = fullRetirementAge(countedBirthYear({ year, month, day }))
  if (claimAge * 12 >= full || retirementAge <= claimAge) return ''
  const law = lawOf('socialSecurity', now.getFullYear(), firmLaw)
  const { before, year: inYear } = law.figures.earningsTest.value
  return `Working after claiming: until full retirement age (${ageInWords(full)}), Social Security withholds $1 for every $2 earned above ${inDollars(before)} a year, and in the year of that age $1 for every $3 above ${inDollars(inYear)} (${lawWords(law, 'amounts')}).`
}
