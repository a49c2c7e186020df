import { lawOf } from '#shared/law/law-of.ts'
import type { SavingYear } from '#shared/savings/saving-year.ts'

/** The year 2026 for somebody who reaches `age` that year, with plans that offer everything. */
export const year2026 = (
  age: number | null = 45,
  wagesBefore: number | null = null,
  over: Partial<SavingYear> = {},
): SavingYear => ({
  law: lawOf('contributionLimits', 2026),
  age,
  wagesBefore,
  areWagesSaid: true,
  rothCatchUp: 'yes',
  higherCatchUp: 'yes',
  ...over,
})
