import { applicableClaimAges } from '../case-information.ts'
import { estimateBenefit } from '../earnings.ts'
import type { Household } from '../household.ts'
import type { SocialSecurityRow } from '../service-shapes.ts'
import { fullRetirementAge } from '../social-security.ts'

/** One row for each age at which the benefit can still be claimed; empty if Social Security is left out. */
export const socialSecurityRows = (household: Household): readonly SocialSecurityRow[] =>
  household.usesSocialSecurity && household.worker.salary > 0
    ? applicableClaimAges(household.age).map((age) => {
        const { amount, fullAmount } = estimateBenefit(household.worker, age)
        return {
          Age: String(age),
          FullBenefitAge: Math.floor(fullRetirementAge(household.worker.birthYear) / 12),
          Amount: amount,
          GrossAmount: amount,
          FullBenefitAmount: fullAmount,
          Account: '',
          Investor: 'Participant',
        }
      })
    : []
