/**
 * True if a text is a long number that a spreadsheet shortened, so that most digits are lost:
 * `1.23457E+11`.
 */
export const isShortenedNumber = (value: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(value)
