/** Characters that Windows-1252 has for the bytes 80 to BF, in which UTF-8 continues a character. */
const rest = '\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const restNoQuotes = rest.replace(/[‘’“”–—]/g, '')

const readOnceTooOften = new RegExp(
  `[ÂÃ][${rest}]|[Ä-ß][${restNoQuotes}]|[à-ï][${rest}]{2}|[ð-ô][${rest}]{3}`,
  'u',
)

/**
 * True if `text` is UTF-8 that was once read as Windows-1252 or ISO-8859-1, as “JosÃ©” is, or has
 * characters that stand for unreadable bytes.
 */
export const isGarbled = (text: string): boolean =>
  readOnceTooOften.test(text) || /[\ufffd\u0080-\u009f]/.test(text)
