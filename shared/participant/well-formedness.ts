/** The parser's position when it gave up, as far as the sentence needs it. */
interface BreakContext {
  readonly text: string
  /** Index of the character after the offending one. */
  readonly position: number
  /** Element whose tag was being read or was closed last, with the line of its start tag. */
  readonly element: string
  readonly elementLine: number
  /** Attribute read last in the same tag; empty if there was none. */
  readonly attribute: string
}

const nameAt = (text: string, from: number): string =>
  /^[^\s=<>/"'&]{1,80}/.exec(text.slice(Math.max(0, from), Math.max(0, from) + 80))?.[0] ?? ''

const describeCharacter = (text: string, position: number): string => {
  const code = text.codePointAt(Math.max(0, position - 1)) ?? 0
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code > 0x20 && code < 0x7f ? `“${String.fromCodePoint(code)}” (${hex})` : hex
}

/** Name in the end tag that ends at `position`. */
const endTagName = ({ text, position }: BreakContext): string => {
  const start = text.lastIndexOf('</', position)
  return start < 0 ? '' : nameAt(text, start + 2)
}

const ofElement = ({ element }: BreakContext): string =>
  element === '' ? '' : ` in the tag <${element}>`

export const loneAmpersand = 'A “&” stands by itself; inside text it is written &amp;.'
const lateDeclaration = 'The XML declaration <?xml … ?> is not at the very start of the file.'

type Sentence = (context: BreakContext, found: string) => string

const sentences: readonly (readonly [string, Sentence])[] = [
  [
    'no whitespace between attributes',
    (context) =>
      `A blank is missing between two attributes${ofElement(context)}: the value of ${context.attribute} is followed ` +
      `directly by ${nameAt(context.text, context.position - 1)}.`,
  ],
  [
    'unexpected close tag',
    (context) =>
      `<${context.element}> from line ${context.elementLine} is not closed: ` +
      `the next end tag is </${endTagName(context)}>.`,
  ],
  ['unmatched closing tag', (context) => `The end tag </${endTagName(context)}> has no start tag.`],
  [
    'unclosed tag',
    (context) =>
      `The file ends before <${context.element}> from line ${context.elementLine} is closed.`,
  ],
  [
    'duplicate attribute',
    (context, found) => `The attribute ${found} is given twice${ofElement(context)}.`,
  ],
  [
    'unbound namespace prefix',
    (_context, found) => `The namespace prefix ${found} is used but never declared.`,
  ],
  ['attribute without value', (context) => `An attribute has no value${ofElement(context)}.`],
  [
    'unquoted attribute value',
    (context) => `An attribute's value is not in quotation marks${ofElement(context)}.`,
  ],
  [
    'disallowed character in attribute name',
    (context) =>
      `${describeCharacter(context.text, context.position)} cannot stand where an attribute's name ` +
      `belongs${ofElement(context)}.`,
  ],
  [
    'disallowed character in tag name',
    () => 'A “<” is not followed by a tag name; inside text it is written &lt;.',
  ],
  ['disallowed character in closing tag', () => 'An end tag holds something besides its name.'],
  [
    'undefined entity',
    () => 'An entity other than &amp;, &lt;, &gt;, &quot; and &apos; is used; there are no others.',
  ],
  ['disallowed character in entity name', () => loneAmpersand],
  ['empty entity name', () => loneAmpersand],
  [
    'malformed character entity',
    () => 'A numbered character reference names no character that XML allows.',
  ],
  [
    'disallowed character',
    (context) =>
      context.text[context.position - 1] === '<'
        ? `A “<” stands inside an attribute's value${ofElement(context)}; the quotation mark before it may be missing.`
        : `XML does not allow the character ${describeCharacter(context.text, context.position)}.`,
  ],
  ['the string "]]>"', () => 'The characters “]]>” stand in text, where XML does not allow them.'],
  ['text data outside of root node', () => 'There is text outside the outermost element.'],
  [
    'documents may contain only one root',
    () => 'There is a second outermost element; an XML file has exactly one.',
  ],
  ['document must contain a root element', () => 'There is no element in the file.'],
  ['an XML declaration must be at the start', () => lateDeclaration],
  ['the XML declaration must appear at the start', () => lateDeclaration],
  ['malformed comment', () => 'A comment holds “--”, which only its end may.'],
  [
    'forward-slash in opening tag',
    (context) => `A “/” is not followed by “>”${ofElement(context)}.`,
  ],
  ['weird empty close tag', () => 'An end tag has no name.'],
  [
    'unexpected end',
    () => 'The file ends in the middle of a tag, comment or section; its end may be missing.',
  ],
  ['malformed name', (_context, found) => `${found} is not a name that XML allows.`],
]

/** Start and end of sections in which a “&” is an ordinary character. */
const quotedSections: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
])

const reference = /&(?:[\p{L}_:][\p{L}\p{N}._:-]{0,80}|#\d{1,7}|#x[\da-f]{1,6});/iuy

/**
 * Index of the first “&” in `text` that begins no reference, -1 if there is none. The parser notices it only at the
 * next “;” or at the end of the file.
 */
export const loneAmpersandAt = (text: string): number => {
  const next = /<!--|<!\[CDATA\[|<\?|&/g
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const closing = quotedSections.get(found[0])
    if (closing === undefined) {
      reference.lastIndex = found.index
      if (!reference.test(text)) return found.index
    } else {
      const end = text.indexOf(closing, next.lastIndex)
      if (end < 0) return -1
      next.lastIndex = end
    }
  }
  return -1
}

/** Whether the parser gave up, or reached the end, inside a supposed reference. */
export const isAboutReference = (reason: string): boolean =>
  /entity|^unexpected end|^unclosed tag/.test(reason)

/**
 * A plain English sentence for an error of the XML parser. `reason` is the parser's wording without its position; a
 * reason without a sentence is returned as it is.
 */
export const explainIllFormed = (reason: string, context: BreakContext): string => {
  for (const [prefix, sentence] of sentences) {
    if (!reason.startsWith(prefix)) continue
    const found = reason
      .slice(prefix.length)
      .replace(/^[: ]+/, '')
      .replace(/\.$/, '')
      .replace(/^"|"$/g, '')
    return sentence(context, found)
  }
  return `The XML is not well-formed: ${reason}`
}
