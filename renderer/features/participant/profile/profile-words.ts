import type { Contribution } from '#shared/participant/profile.ts'

/** Kinds of contributions in the words of a statement. */
export const contributionWords: Record<Contribution['kind'], string> = {
  pretax: 'Before tax',
  posttax: 'After tax',
  roth: 'Roth',
  employer: 'From the employer',
}

/** The file's gender code as a word; an unknown code stays as it is. */
export const genderWord = (code: string): string => ({ F: 'Female', M: 'Male' })[code] ?? code

/**
 * The file's marital status. The meaning of its codes is not published, and other lists contradict each other (`S` is
 * single in one and separated in the next), so a bare code appears as a code; a word stays as it is.
 */
export const maritalStatusWords = (text: string): string =>
  /^(?:\p{L}|\d+)$/u.test(text) ? `Code ${text}, as in the file` : text
