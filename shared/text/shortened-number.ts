/** Whether a text is a long number as a spreadsheet shortens it, with most of its digits lost: `1.23457E+11`. */
export const isShortenedNumber = (value: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(value)
