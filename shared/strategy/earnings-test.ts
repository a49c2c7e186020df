import { countedBirthYear, fullRetirementAge } from '../law/ages.ts'
import { lawOf, lawWords, type Law } from '../law/law-of.ts'
import type { FirmLaw } from '../law/schema.ts'
import { figure, step } from './statement/make.ts'
import { said, type Said } from './statement/said.ts'

const ageInWords = (months: number): string =>
  months % 12 === 0 ? String(months / 12) : `${Math.floor(months / 12)} and ${months % 12} months`

const words = {
  before: 'Earnings a year that Social Security lets pass before the year of full retirement age',
  year: 'Earnings that Social Security lets pass in the year of full retirement age, before it',
} as const

const exempt = (law: Law<'socialSecurity'>, key: keyof typeof words) => {
  const { value, source } = law.figures.earningsTest
  return figure({
    id: `law/${law.year}/earningsTest/${key}`,
    per: 'year',
    steps: [step('+', value[key], { from: 'law', what: `${words[key]}, ${law.year}`, source })],
    sentence: `${words[key]}.`,
    basis: 'Dollars a year.',
  })
}

/** A claim age and a retirement age, in whole years; null if unknown. */
interface ClaimAndWork {
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  readonly claimAge: number | null
  readonly retirementAge: number | null
}

/**
 * A sentence about Social Security's earnings test, with the amounts for the year of `now`, for a
 * person who claims before full retirement age and still works. Empty for everybody else.
 */
export const earningsTestWords = (
  { dateOfBirth, claimAge, retirementAge }: ClaimAndWork,
  now: Date,
  firmLaw: FirmLaw,
): Said => {
  const [year, month, day] = dateOfBirth.split('-').map(Number)
  if (!year || !month || !day || claimAge === null || retirementAge === null) return []
  const full = fullRetirementAge(countedBirthYear({ year, month, day }))
  if (claimAge * 12 >= full || retirementAge <= claimAge) return []
  const law = lawOf('socialSecurity', now.getFullYear(), firmLaw)
  return said`Working after claiming: until full retirement age (${ageInWords(full)}), Social Security withholds $1 for every $2 earned above ${exempt(law, 'before')} a year, and in the year of that age $1 for every $3 above ${exempt(law, 'year')} (${lawWords(law, 'amounts')}).`
}
