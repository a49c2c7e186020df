import { assumedCareerEnd, careerStartAge, priceGrowth, wageGrowth } from './assumptions.ts'
import type { Household } from './household.ts'

/** What the figures of a household rest on that nobody told, one sentence each. */
export const notesOn = (household: Household): readonly string[] => {
  const notes = [
    `Simulated: ${priceGrowth} % price growth, ${wageGrowth} % wage growth, stylised markets, federal tax only.`,
  ]
  if (!household.usesSocialSecurity) notes.push('Social Security is left out, as asked.')
  else if (household.assumedEarnings) {
    notes.push(
      `No salary is known: Social Security assumes average wages from age ${careerStartAge} to ${assumedCareerEnd}.`,
    )
  } else if (household.salary > 0) {
    notes.push('Social Security: the earnings history is invented from the salary by the average wage index.')
  } else notes.push('No salary is known: no Social Security is assumed.')
  return notes
}
