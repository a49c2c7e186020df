import type { CaseInformationReading, Strategy } from '../express/reading.ts'

/** One age at which Social Security could start. Dollars as sent; `null` if not sent. */
export interface ClaimAge {
  readonly age: number
  readonly amount: number | null
  readonly grossAmount: number | null
  readonly fullBenefitAge: number | null
  readonly fullBenefitAmount: number | null
  /** Empty for the participant. */
  readonly investor: string
}

/** Social Security of a strategy by claim age, ascending; entries without an age are left out. */
export const claimAges = (strategy: Pick<Strategy, 'socialSecurity'>): readonly ClaimAge[] =>
  strategy.socialSecurity
    .flatMap(({ age, amount, grossAmount, fullBenefitAge, fullBenefitAmount, investor }) =>
      age === null
        ? []
        : [
            {
              age,
              amount,
              grossAmount,
              fullBenefitAge,
              fullBenefitAmount,
              investor: /^participant$/i.test(investor) ? '' : investor,
            },
          ],
    )
    .sort((a, b) => a.investor.localeCompare(b.investor) || a.age - b.age)

interface CaseClaimAge {
  readonly age: number
  /** Dollars, as sent. */
  readonly amount: number | null
  readonly penaltyAmount: number | null
  /** Percent of the largest amount in the list. */
  readonly ofLargest: number | null
}

/** Case information by claim age, ascending; entries without an age are left out. */
export const caseClaimAges = (reading: CaseInformationReading): readonly CaseClaimAge[] => {
  const largest = Math.max(0, ...reading.socialSecurity.map(({ amount }) => amount ?? 0))
  return reading.socialSecurity
    .flatMap(({ age, amount, penaltyAmount }) => {
      if (age === null) return []
      const ofLargest = amount === null || largest <= 0 ? null : (amount / largest) * 100
      return [{ age, amount, penaltyAmount, ofLargest }]
    })
    .sort((a, b) => a.age - b.age)
}
