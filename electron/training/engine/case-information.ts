import { assumedAge, earliestClaimAge, latestClaimAge } from './assumptions.ts'
import { ageOn, certainDate, parseDate } from './dates.ts'
import { estimateBenefit, type Worker } from './earnings.ts'
import { expectedAge } from './life-expectancy.ts'
import { countedBirthYear } from './social-security.ts'

export interface CaseInformationInput {
  /** Dollars a year. */
  readonly Salary: number
  readonly RetirementAge: number
  /** YYYY-MM-DD. */
  readonly DOB: string
  readonly Gender?: string | undefined
  readonly SSAgeOverride?: readonly number[] | undefined
  /** YYYY-MM-DD. */
  readonly today: string
}

export interface CaseInformation {
  /** Yearly dollars of today's prices; the penalty is the cost of claiming before full retirement age. */
  readonly SocialSecurity: readonly {
    readonly Age: number
    readonly Amount: number
    readonly PenaltyAmount: number
  }[]
  readonly LifeExpectancy: { readonly Age: number }
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100

/** Ages 62 to 70 that are still ahead, or only 70 for older people. */
export const applicableClaimAges = (age: number): readonly number[] => {
  const first = Math.min(Math.max(age, earliestClaimAge), latestClaimAge)
  return Array.from({ length: latestClaimAge - first + 1 }, (_, offset) => first + offset)
}

/**
 * Benefit by claim age, in the order of SSAgeOverride if given, and the average age at death. Throws only if `today` is
 * no day.
 */
export const caseInformation = (input: CaseInformationInput): CaseInformation => {
  const today = certainDate(input.today)
  const birth = parseDate(input.DOB) ?? { ...today, year: today.year - assumedAge, day: 1 }
  const age = Math.max(0, ageOn(birth, today))
  const worker: Worker = {
    birthYear: countedBirthYear(birth),
    year: today.year,
    salary: Math.max(0, input.Salary),
    retirementAge: input.RetirementAge,
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
