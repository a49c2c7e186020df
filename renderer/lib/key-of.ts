/**
 * The key in lower case, with letters and digits as on an American keyboard where the key types none of its own (Cyrillic,
 * Hebrew); empty while a word is being composed.
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
