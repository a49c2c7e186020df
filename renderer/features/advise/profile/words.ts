import type { Contribution } from '#shared/participant/profile.ts'

/** Kinds of contribution in the words of a statement. */
export const contributionWords: Record<Contribution['kind'], string> = {
  pretax: 'Before tax',
  posttax: 'After tax',
  roth: 'Roth',
  employer: 'From the employer',
}

/** The file's gender code as a word; an unknown code is shown as it is. */
export const genderWord = (code: string): string => ({ F: 'Female', M: 'Male' })[code] ?? code
