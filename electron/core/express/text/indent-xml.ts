/** Markup that ends with a fixed text, whatever is inside. */
const sections = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const

/** End (exclusive) of the markup at `from`; incomplete or invalid markup ends where it stops being a tag. */
const endOfMarkup = (text: string, from: number): number => {
  for (const { start, end } of sections) {
    if (!text.startsWith(start, from)) continue
    const found = text.indexOf(end, from + start.length)
    return found < 0 ? text.length : found + end.length
  }
  let at = from + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '>') return at + 1
    if (character === '<') return at
    if (character === '"' || character === "'") {
      const closing = text.indexOf(character, at + 1)
      if (closing < 0) return text.length
      at = closing
    }
    at += 1
  }
  return text.length
}

/** Splits the text into tags, sections, and the text between them. Joined, they are the same text. */
const tokensOf = (text: string): string[] => {
  const tokens: string[] = []
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('<', at)
    const end = next === at ? endOfMarkup(text, at) : next < 0 ? text.length : next
    tokens.push(text.slice(at, end))
    at = end
  }
  return tokens
}

/** Maximum depth of indentation. The caller limits the total, because a tag can be as short as `<a>`. */
const maxIndent = 40

const isMarkup = (token: string): boolean =>
  token.startsWith('<') && token.endsWith('>') && !token.startsWith('<![CDATA[')
const isClosing = (token: string): boolean => token.startsWith('</')
const isOpening = (token: string): boolean =>
  /^<[^/!?]/.test(token) && token.endsWith('>') && !token.endsWith('/>')

/**
 * XML with one element a line, two spaces a level. It works on tokens, so nothing is reordered, escaped again or lost:
 * only blanks between tags change, and an element with text stays on its line. The time is linear in the length. Null
 * if the result would be longer than `maxChars`.
 */
export const indentXml = (text: string, maxChars: number): string | null => {
  const tokens = tokensOf(text)
  const lines: string[] = []
  let line = ''
  /** Length of the finished lines. */
  let chars = 0
  let depth = 0
  let lineDepth = 0
  /** The line holds text, so it does not break before the outermost element with text on it ends. */
  let inText = false
  const endLine = () => {
    if (line === '') return
    lines.push(line)
    chars += line.length + 1
  }
  const startLine = (token: string) => {
    endLine()
    line = '  '.repeat(Math.min(depth, maxIndent)) + token
    lineDepth = depth
  }
  const place = (token: string, index: number) => {
    const previous = tokens[index - 1] ?? ''
    if (!isMarkup(token)) {
      const fillsElement = isOpening(previous) && isClosing(tokens[index + 1] ?? '')
      if (token.trim() === '' && !inText && !fillsElement) return
      line += token
      inText = true
      lineDepth = Math.min(lineDepth, depth - 1)
      return
    }
    if (isClosing(token)) {
      depth = Math.max(0, depth - 1)
      if (inText || isOpening(previous)) line += token
      else startLine(token)
      if (depth <= lineDepth) inText = false
      return
    }
    if (inText) line += token
    else startLine(token)
    if (isOpening(token)) depth += 1
  }
  for (const [index, token] of tokens.entries()) {
    place(token, index)
    if (chars > maxChars) return null
  }
  endLine()
  if (chars > maxChars + 1) return null
  return lines.join('\n')
}
