/**
 * The pressed key in lower case. On keyboards for other scripts (Cyrillic, Hebrew), the letter or
 * digit at the same position of an American keyboard. Empty while a word is being composed.
 */
export const keyOf = ({
  key,
  code,
  isComposing,
}: Pick<KeyboardEvent, 'key' | 'code' | 'isComposing'>): string => {
  if (isComposing) return ''
  const [, american] = /^(?:Key|Digit)([A-Z\d])$/.exec(code) ?? []
  const isForeign = /^[^\p{ASCII}]$/u.test(key)
  return (isForeign && american !== undefined ? american : key).toLowerCase()
}
