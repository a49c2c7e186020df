import type { Contribution } from '#shared/participant/profile.ts'

/** The names of contribution kinds on pay and account statements. */
export const contributionWords: Record<Contribution['kind'], string> = {
  pretax: 'Before tax',
  posttax: 'After tax',
  roth: 'Roth',
  employer: 'From the employer',
}

/** The file's gender code as a word; unknown codes are shown as they are. */
export const genderWord = (code: string): string => ({ F: 'Female', M: 'Male' })[code] ?? code

/**
 * The file's marital status. The meaning of its codes is not published, and known lists disagree
 * (`S` means single in one and separated in another). So a code is shown as a code, and a word is
 * shown unchanged.
 */
export const maritalStatusWords = (text: string): string =>
  /^(?:\p{L}|\d+)$/u.test(text) ? `Code ${text}, as in the file` : text
