/**
 * Two ids with the same key mean the same participant or plan: case, surrounding blanks, the width of letters and
 * invisible characters do not count. Empty for an id without a visible character.
 */
export const identityKey = (id: string): string =>
  id
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
