import { assumedCareerEnd, careerStartAge, priceGrowth, wageGrowth } from './assumptions.ts'
import type { Household } from './household.ts'

/** The household's assumptions that nobody stated, one sentence each. */
export const notesOn = (household: Household): readonly string[] => {
  const notes = [
    `Simulated: ${priceGrowth} % price growth, ${wageGrowth} % wage growth, stylized markets, federal tax only.`,
    'Left out: state tax, a spouse’s and a survivor’s Social Security, 15-year and final-three-year catch-ups.',
  ]
  if (!household.usesSocialSecurity) notes.push('Social Security is left out, as asked.')
  else if (household.assumedEarnings) {
    notes.push(
      `No salary is known: Social Security assumes average wages from age ${careerStartAge} to ${assumedCareerEnd}.`,
    )
  } else if (household.salary > 0) {
    notes.push(
      'Social Security: the earnings history is invented from the salary by the average wage index.',
    )
  } else notes.push('No salary is known: no Social Security is assumed.')
  return notes
}

/** Says that the current strategy does not retire at the requested age; none if it does. */
export const ageNotes = (recorded: Household, asked: Household): readonly string[] =>
  recorded.retirementAge === asked.retirementAge
    ? []
    : [
        `The current strategy retires at ${recorded.retirementAge}, the default; the age asked for, ${asked.retirementAge}, is Revised’s.`,
      ]
