/**
 * Two ids with the same key mean the same participant or plan: case, blanks around, the width of letters and characters that
 * nobody sees make no difference. Empty for an id of which nothing can be seen.
 */
export const identityKey = (id: string): string =>
  id
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
