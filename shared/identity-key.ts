/**
 * Two ids with the same key mean the same participant or plan: case, blanks around and characters that nobody sees make no
 * difference.
 */
export const identityKey = (id: string): string => id.replace(/\p{Cf}/gu, '').trim().toLowerCase()
