/**
 * A spreadsheet runs a cell that begins so, also after blanks and quotation marks, and in some countries also after a
 * sign that separates cells there: quotation marks only protect against the comma.
 */
const begins = String.raw`(?:"|[^\S\t\r\n])*[=+\-@\t\r]`
const cellStart = String.raw`(?<=^|[,;\t\r\n])`
const formulas = new RegExp(`${cellStart}(?=${begins})`, 'g')
const protections = new RegExp(`${cellStart}'(?=${begins})`, 'g')

/** Text with an apostrophe before everything in it that a spreadsheet would run as a formula. */
export const withoutFormulas = (text: string): string => text.replace(formulas, "'")

/** The inverse of {@link withoutFormulas}. */
export const withoutProtection = (text: string): string => text.replace(protections, '')

/**
 * A value as a cell of a CSV file with commas (RFC 4180), {@link withoutFormulas}. Numbers stay numbers; null is an empty
 * cell.
 */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = withoutFormulas(value)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
