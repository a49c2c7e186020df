/** The characters of the embedded font, Noto Sans, as ranges; a test compares them with the font's file. */
const inFont = [
  '\\n',
  '\\u0020-\\u007e\\u00a0-\\u0377\\u037a-\\u037f\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03e1',
  '\\u03f0-\\u052f\\u0900-\\u097f\\u10fb\\u1ab0-\\u1ac0\\u1ac5\\u1ac7-\\u1ace\\u1c80-\\u1c88\\u1d00-\\u1df9',
  '\\u1dfb-\\u1f15\\u1f18-\\u1f1d\\u1f20-\\u1f45\\u1f48-\\u1f4d\\u1f50-\\u1f57\\u1f59\\u1f5b\\u1f5d',
  '\\u1f5f-\\u1f7d\\u1f80-\\u1fb4\\u1fb6-\\u1fc4\\u1fc6-\\u1fd3\\u1fd6-\\u1fdb\\u1fdd-\\u1fef',
  '\\u1ff2-\\u1ff4\\u1ff6-\\u1ffe\\u2000-\\u2064\\u2066-\\u2071\\u2074-\\u208e\\u2090-\\u209c',
  '\\u20a0-\\u20c0\\u20f0\\u2100-\\u215f\\u2183-\\u2184\\u2189\\u2212\\u25cc\\u2c60-\\u2c7f\\u2de0-\\u2e5d',
  '\\ua640-\\ua69f\\ua700-\\ua7ca\\ua7d0-\\ua7d1\\ua7d3\\ua7d5-\\ua7d9\\ua7f2-\\ua7ff\\ua8ff\\ua92e',
  '\\uab30-\\uab6b\\ufb00-\\ufb06\\ufe00\\ufe20-\\ufe2f\\ufffc-\\ufffd',
].join('')

const lacking = new RegExp(`[^${inFont}]`, 'u')
const eachLacking = new RegExp(lacking, 'gu')

/** How signs that the font lacks are usually typed without them. */
const typed: ReadonlyMap<string, string> = new Map([
  ['←', '<-'],
  ['→', '->'],
  ['↔', '<->'],
  ['⇒', '=>'],
  ['≈', '~'],
  ['≠', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['☐', '[ ]'],
  ['☑', '[x]'],
  ['✓', '[x]'],
  ['✔', '[x]'],
])

/** A full-width letter becomes a plain one and Ⅲ becomes III; any other sign is named by its code point. */
const substitute = (sign: string) => {
  const plain = typed.get(sign) ?? sign.normalize('NFKC')
  return lacking.test(plain)
    ? `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
    : plain
}

/** `text` with only characters of the embedded font; leading spaces and tabs keep their width. */
export const legible = (text: string): string =>
  text
    .replace(/\t/g, '  ')
    .replace(/\r\n?/g, '\n')
    .replace(eachLacking, substitute)
    .replace(/^ +/gm, (blanks) => '\u00a0'.repeat(blanks.length))
