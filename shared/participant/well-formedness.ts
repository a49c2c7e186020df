/** The parser's state at an error, for the sentence about it. */
interface BreakContext {
  readonly text: string
  /** Index of the character after the offending one. */
  readonly position: number
  /** The element whose tag was being read, or was closed last, and the line of its start tag. */
  readonly element: string
  readonly elementLine: number
  /** The attribute read last in the same tag; empty if there was none. */
  readonly attribute: string
}

const nameAt = (text: string, from: number) =>
  /^[^\s=<>/"'&]{1,80}/.exec(text.slice(Math.max(0, from), Math.max(0, from) + 80))?.[0] ?? ''

const describeCharacter = (text: string, position: number) => {
  const code = text.codePointAt(Math.max(0, position - 1)) ?? 0
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code > 0x20 && code < 0x7f ? `“${String.fromCodePoint(code)}” (${hex})` : hex
}

export const loneAmpersand = 'A “&” stands by itself; inside text it is written &amp;.'
const lateDeclaration = 'The XML declaration <?xml … ?> is not at the very start of the file.'

/** The variable parts of a sentence. */
const partsFor = ({ text, position, element, elementLine, attribute }: BreakContext) => {
  const end = text.lastIndexOf('</', position)
  return {
    attribute,
    inTag: element === '' ? '' : ` in the tag <${element}>`,
    start: `<${element}> from line ${elementLine}`,
    /** The end tag that ends at `position`. */
    end: `</${end < 0 ? '' : nameAt(text, end + 2)}>`,
    next: nameAt(text, position - 1),
    character: describeCharacter(text, position),
    isTagStart: text[position - 1] === '<',
  }
}

type Sentence = string | ((parts: ReturnType<typeof partsFor>, found: string) => string)

const sentences: readonly (readonly [string, Sentence])[] = [
  [
    'no whitespace between attributes',
    ({ inTag, attribute, next }) =>
      `A blank is missing between two attributes${inTag}: the value of ${attribute} is followed directly by ${next}.`,
  ],
  [
    'unexpected close tag',
    ({ start, end }) => `${start} is not closed: the next end tag is ${end}.`,
  ],
  ['unmatched closing tag', ({ end }) => `The end tag ${end} has no start tag.`],
  ['unclosed tag', ({ start }) => `The file ends before ${start} is closed.`],
  ['duplicate attribute', ({ inTag }, found) => `The attribute ${found} is given twice${inTag}.`],
  [
    'unbound namespace prefix',
    (_, found) => `The namespace prefix ${found} is used but never declared.`,
  ],
  ['attribute without value', ({ inTag }) => `An attribute has no value${inTag}.`],
  [
    'unquoted attribute value',
    ({ inTag }) => `An attribute's value is not in quotation marks${inTag}.`,
  ],
  [
    'disallowed character in attribute name',
    ({ character, inTag }) =>
      `${character} cannot stand where an attribute's name belongs${inTag}.`,
  ],
  [
    'disallowed character in tag name',
    'A “<” is not followed by a tag name; inside text it is written &lt;.',
  ],
  ['disallowed character in closing tag', 'An end tag holds something besides its name.'],
  [
    'undefined entity',
    'An entity other than &amp;, &lt;, &gt;, &quot; and &apos; is used; there are no others.',
  ],
  ['disallowed character in entity name', loneAmpersand],
  ['empty entity name', loneAmpersand],
  [
    'malformed character entity',
    'A numbered character reference names no character that XML allows.',
  ],
  [
    'disallowed character',
    ({ isTagStart, inTag, character }) =>
      isTagStart
        ? `A “<” stands inside an attribute's value${inTag}; the quotation mark before it may be missing.`
        : `XML does not allow the character ${character}.`,
  ],
  ['the string "]]>"', 'The characters “]]>” stand in text, where XML does not allow them.'],
  ['text data outside of root node', 'There is text outside the outermost element.'],
  [
    'documents may contain only one root',
    'There is a second outermost element; an XML file has exactly one.',
  ],
  ['document must contain a root element', 'There is no element in the file.'],
  ['an XML declaration must be at the start', lateDeclaration],
  ['the XML declaration must appear at the start', lateDeclaration],
  ['malformed comment', 'A comment holds “--”, which only its end may.'],
  ['forward-slash in opening tag', ({ inTag }) => `A “/” is not followed by “>”${inTag}.`],
  ['weird empty close tag', 'An end tag has no name.'],
  [
    'unexpected end',
    'The file ends in the middle of a tag, comment or section; its end may be missing.',
  ],
  ['malformed name', (_, found) => `${found} is not a name that XML allows.`],
]

/** The start and end markers of the sections in which “&” is an ordinary character. */
const quotedSections: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
])

const reference = /&(?:[\p{L}_:][\p{L}\p{N}._:-]{0,80}|#\d{1,7}|#x[\da-f]{1,6});/iuy

/**
 * Index of the first “&” in `text` that does not begin a reference, or -1. The parser notices it only at the next “;”
 * or at the end of the file.
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

/** True if the parser stopped inside something that it took for a reference. */
export const isAboutReference = (reason: string): boolean =>
  /entity|^unexpected end|^unclosed tag/.test(reason)

/**
 * A plain English sentence for an error of the XML parser. `reason` is the parser's wording without
 * its position; an unknown wording is returned unchanged.
 */
export const explainIllFormed = (reason: string, context: BreakContext): string => {
  const [prefix = '', sentence = `The XML is not well-formed: ${reason}`] =
    sentences.find(([start]) => reason.startsWith(start)) ?? []
  if (typeof sentence === 'string') return sentence
  const found = reason
    .slice(prefix.length)
    .replace(/^[: ]+/, '')
    .replace(/\.$/, '')
    .replace(/^"|"$/g, '')
  return sentence(partsFor(context), found)
}
