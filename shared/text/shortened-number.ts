/** `1.23457E+11`: a long number as a spreadsheet writes it, with most of its digits lost. */
export const isShortenedNumber = (value: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(value)
