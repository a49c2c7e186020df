/**
 * Characters that cannot be seen, or that change the direction of the text around them, so that an
 * id or a name is not what it looks like. Joiners between letters do not count, because some
 * scripts need them.
 */
const hidden = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/

export const hasHiddenCharacter = (text: string): boolean => hidden.test(text)

/**
 * True if every character is visible and on one line: no line break, no control character, and none
 * of the characters above.
 */
export const isPlainLine = (text: string): boolean =>
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !hasHiddenCharacter(text)
