/**
 * Matches the start of a cell that a spreadsheet would evaluate as a formula. Spaces and quotation
 * marks may come first. Semicolons and tabs also separate cells, as in some countries, because our
 * quotation marks only protect commas.
 */
const begins = String.raw`(?:"|[^\S\t\r\n])*[=+\-@\t\r]`
const cellStart = String.raw`(?<=^|[,;\t\r\n])`
const formulas = new RegExp(`${cellStart}(?=${begins})`, 'g')
const protections = new RegExp(`${cellStart}'(?=${begins})`, 'g')

/** The text with an apostrophe before everything that a spreadsheet would evaluate as a formula. */
export const withoutFormulas = (text: string): string => text.replace(formulas, "'")

/** The inverse of {@link withoutFormulas}. */
export const withoutProtection = (text: string): string => text.replace(protections, '')

/**
 * A value as a cell of a comma-separated file (RFC 4180), with {@link withoutFormulas} applied. Numbers stay numbers;
 * null becomes an empty cell.
 */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = withoutFormulas(value)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
