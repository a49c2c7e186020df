import type { CaseInformationInputs } from '#shared/express/requests.ts'
import { countedBirthYear } from '#shared/law/ages.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { deathsInAMillion } from './data/life-table.ts'
import { datesOf } from './dates.ts'
import { cents } from './numbers.ts'
import { applicableClaimAges, estimateBenefit } from './person/social-security.ts'

const expectancies = (deaths: readonly number[]): readonly number[] =>
  deaths.reduceRight<number[]>((older, inAMillion, age) => {
    const [next = 0] = older
    const dying = inAMillion / 1_000_000
    // Infants die early in their first year of life; deaths at later ages are spread evenly over
    // the year.
    const lastYearLived = age === 0 ? 0.1 : 0.5
    return [(1 - dying) * (1 + next) + dying * lastYearLived, ...older]
  }, [])

const male = expectancies(deathsInAMillion.male)
const female = expectancies(deathsInAMillion.female)

/**
 * Remaining years of life at a whole age. A gender that starts with neither M nor F gets the
 * average of the two tables.
 */
export const remainingYears = (age: number, gender: string): number => {
  const men = male[age] ?? 0.5
  const women = female[age] ?? 0.5
  const initial = gender.trim().charAt(0).toUpperCase()
  return initial === 'M' ? men : initial === 'F' ? women : (men + women) / 2
}

export const expectedAge = (age: number, gender: string): number =>
  Math.round(age + remainingYears(age, gender))

interface CaseInput extends CaseInformationInputs {
  /** Today's date, YYYY-MM-DD. */
  readonly today: string
  /** The law for years that this version does not include. */
  readonly firmLaw?: FirmLaw | undefined
}

/**
 * Benefits by claim age, in the order of SSAgeOverride if given, and the average age at death.
 * Amounts are dollars a year at today's prices. The penalty is how much claiming before full
 * retirement age costs.
 */
export const caseInformation = (input: CaseInput) => {
  const { today, birth, age } = datesOf(input.today, input.DOB)
  const worker = {
    birthYear: countedBirthYear(birth),
    year: today.year,
    salary: input.Salary,
    retirementAge: input.RetirementAge,
    firmLaw: input.firmLaw ?? [],
  }
  const ages = input.SSAgeOverride?.length ? input.SSAgeOverride : applicableClaimAges(age)
  return {
    SocialSecurity: ages.map((claimAge) => {
      const { amount, fullAmount } = estimateBenefit(worker, claimAge)
      return {
        Age: claimAge,
        Amount: amount,
        PenaltyAmount: cents(Math.max(0, fullAmount - amount)),
      }
    }),
    LifeExpectancy: { Age: expectedAge(age, input.Gender ?? '') },
  }
}
