/** `1.23457E+11`: how a spreadsheet writes a long number into a file, most of its digits gone. */
export const isShortenedNumber = (value: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(value)
