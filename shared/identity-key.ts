/**
 * Two ids with the same key belong to the same participant or plan: case, blanks around the id, the width of letters
 * and invisible characters do not matter. Empty for an id without a visible character.
 */
export const identityKey = (id: string): string =>
  id
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
