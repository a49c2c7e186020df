/**
 * A value as a cell of a CSV file with commas (RFC 4180). Text that a spreadsheet would run as a formula is given a leading
 * apostrophe, also behind a sign that parts cells in some countries, since a quotation mark in the middle of a line does not
 * hold for another sign. Numbers stay numbers; null is an empty cell.
 */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(/(?<=^|[,;\t\r\n])(?=[=+\-@\t\r])/g, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
