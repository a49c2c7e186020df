const signatures: readonly (readonly [RegExp, string])[] = [
  [/^<(?:!doctype\s+html|html[\s>])/i, 'a web page (HTML)'],
  [/^[{[]/, 'JSON'],
  [/^%PDF/, 'a PDF document'],
  [/^PK/, 'a ZIP archive or an Office document'],
]

const hasControlCharacter = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 9 || (code > 13 && code < 32)) return true
  }
  return false
}

/** The usual form of an opt-out list. */
export const table = 'a table (CSV)'

const hasColumns = (text: string): boolean => {
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))
  return [',', ';', '\t'].some((separator) => firstLine.split(separator).length > 2)
}

/**
 * What a text looks like instead of XML, as it follows "It looks like"; `null` if it starts like XML. Looks at 2,000
 * characters after leading blanks.
 */
export const looksLikeInsteadOfXml = (text: string): string | null => {
  const start = text.search(/[^\s\ufeff]/)
  const head = text.slice(start, start + 2000)
  for (const [pattern, name] of signatures) if (pattern.test(head)) return name
  if (head.startsWith('<')) return null
  if (hasControlCharacter(head)) return 'binary data'
  return hasColumns(head) ? table : 'plain text'
}
