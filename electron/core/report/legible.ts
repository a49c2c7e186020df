/** Characters that the font lacks; they are written as code points, so that nothing disappears. */
const foreign =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu

/** `text` with only characters of the embedded font; leading spaces and tabs keep their width. */
export const legible = (text: string): string =>
  text
    .replace(/\t/g, '  ')
    .replace(/\r\n?/g, '\n')
    .replace(
      foreign,
      (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
    .replace(/^ +/gm, (blanks) => '\u00a0'.repeat(blanks.length))
