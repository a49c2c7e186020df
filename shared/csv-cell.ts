/**
 * A value as a cell of a CSV file with commas (RFC 4180). Text that a spreadsheet would run as a formula gets a leading
 * apostrophe, also after a sign that separates cells in some countries, since quotation marks only protect against the
 * comma. Numbers stay numbers; null is an empty cell.
 */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(/(?<=^|[,;\t\r\n])(?=[=+\-@\t\r])/g, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
