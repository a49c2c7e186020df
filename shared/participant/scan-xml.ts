import { SaxesParser, type SaxesAttributeNS } from 'saxes'
import { AppFailure } from '../app-failure.ts'
import type { ErrorCode } from '../errors.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  explainIllFormed,
  isAboutReference,
  loneAmpersand,
  loneAmpersandAt,
} from './well-formedness.ts'

/**
 * Limits of one reading. The parser has no limits, and a hostile file must cause an error instead
 * of filling memory.
 */
export const readingLimits = {
  /** Length of the whole text, UTF-16 code units. */
  characters: 64 * 1024 * 1024,
  /** Depth of nested elements. */
  depth: 64,
  attributesPerElement: 128,
  /** Length of one attribute value, or of the text directly inside one element, UTF-16 code units. */
  valueLength: 1024 * 1024,
  elements: 2_000_000,
  /** Maximum number of remarks to keep; the rest are only counted. */
  warnings: 500,
}
export type ReadingLimits = Readonly<typeof readingLimits>

/** An element at its start tag, without its content. */
export interface XmlElement {
  readonly name: string
  /** Local name in lower case. */
  readonly key: string
  readonly namespace: string
  /** Values of attributes without a foreign namespace, by local name in lower case. */
  readonly attributes: ReadonlyMap<string, string>
  /** The same attributes as written. */
  readonly written: ReadonlyMap<string, string>
  /** Position of the `<`, counted from 1. */
  readonly line: number
  readonly column: number
  /** Index of the `<` in the text, and of the first character after the start tag. */
  readonly start: number
  readonly inside: number
}

export interface XmlVisitor {
  open(element: XmlElement): void
  /** `text` is the text directly inside the element; `end` is the index after the element. */
  close(element: XmlElement, text: string, end: number): void
}

const predefinedEntities = (): Record<string, string> => {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  Object.setPrototypeOf(entities, null)
  return entities
}

/**
 * Columns are counted back over at most this many characters, so that a file with one long line
 * takes linear time.
 */
const columnReach = 4096

const lastBreak = (text: string) => Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))

/** The position of the start tag that the parser is reading. */
const tagAt = (text: string, { position, line, columnIndex }: SaxesParser, name: string) => {
  const start = text.lastIndexOf('<', position - 1)
  const brokeLine = columnIndex === 0
  const reach = text.slice(Math.max(0, start - columnReach), start)
  const column = brokeLine ? reach.length - lastBreak(reach) : columnIndex - name.length - 1
  return { name, line: brokeLine ? line - 1 : line, column: Math.max(1, column), start }
}

/** The attributes without a foreign namespace, as in {@link XmlElement}. */
const ownAttributes = (found: readonly SaxesAttributeNS[], namespace: string) => {
  const attributes = new Map<string, string>()
  const written = new Map<string, string>()
  for (const { name, prefix, local, uri, value } of found) {
    const isDeclaration = name === 'xmlns' || prefix === 'xmlns'
    if (isDeclaration || (uri !== '' && uri !== namespace)) continue
    written.set(local, value)
    const key = local.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, value)
  }
  return { attributes, written }
}

/**
 * Reads `text` once, within `limits`. Fails with `participant.doctype`, `participant.tooComplex` or
 * `participant.notWellFormed` (with line and column) at the first error; the visits before it must then be discarded.
 */
export const scanXml = (text: string, limits: ReadingLimits, visitor: XmlVisitor): Result<void> => {
  const parser = new SaxesParser({ xmlns: true, position: true })
  // Replaces the parser's own table, in which `&constructor;` would count as an entity, because the
  // table inherits from Object.
  parser.ENTITIES = predefinedEntities()

  const stack: { element: XmlElement; text: string }[] = []
  let elements = 0
  let attributes = 0
  let tag = { name: '', line: 1, column: 1, start: 0 }
  let lastAttribute = ''

  const stop = (
    code: ErrorCode,
    message: string,
    line = parser.line,
    column = parser.columnIndex,
  ): never => {
    throw new AppFailure({ code, message, line: Math.max(1, line), column: Math.max(1, column) })
  }
  const tooComplex = (what: string): never =>
    stop(
      'participant.tooComplex',
      `${what} That is more than any participant file needs, so it was not read further.`,
    )

  parser.on('error', (error) => {
    const reason = error.message.replace(/^\d+:\d+: /, '')
    if (elements === 0 && text.slice(0, 100_000).includes('<!DOCTYPE')) refuseDoctype()
    const lone = isAboutReference(reason) ? loneAmpersandAt(text) : -1
    if (lone >= 0) {
      const before = text.slice(0, lone)
      const line = before.split(/\r\n?|\n/).length
      stop('participant.notWellFormed', loneAmpersand, line, lone - lastBreak(before))
    }
    const message = explainIllFormed(reason, {
      text,
      position: parser.position,
      element: tag.name,
      elementLine: tag.line,
      attribute: lastAttribute,
    })
    stop('participant.notWellFormed', message)
  })

  const refuseDoctype = (): never =>
    stop(
      'participant.doctype',
      'The file has a DOCTYPE. A participant file needs none, and one can make a reader build harmful content.',
    )
  parser.on('doctype', refuseDoctype)

  parser.on('opentagstart', ({ name }) => {
    elements += 1
    attributes = 0
    lastAttribute = ''
    tag = tagAt(text, parser, name)
    if (elements > limits.elements)
      tooComplex(`The file has more than ${limits.elements} elements.`)
    if (stack.length >= limits.depth)
      tooComplex(`Elements are nested more than ${limits.depth} deep.`)
  })

  parser.on('attribute', ({ name, value }) => {
    attributes += 1
    lastAttribute = name
    if (attributes > limits.attributesPerElement)
      tooComplex(`<${tag.name}> has more than ${limits.attributesPerElement} attributes.`)
    if (value.length > limits.valueLength)
      tooComplex(
        `The attribute ${name} of <${tag.name}> is longer than ${limits.valueLength} characters.`,
      )
  })

  parser.on('opentag', ({ local, uri, attributes: found }) => {
    const element = {
      ...tag,
      key: local.toLowerCase(),
      namespace: uri,
      ...ownAttributes(Object.values(found), uri),
      inside: parser.position,
    }
    stack.push({ element, text: '' })
    visitor.open(element)
  })

  const addText = (piece: string) => {
    const top = stack.at(-1)
    if (top === undefined) return
    top.text += piece
    if (top.text.length > limits.valueLength)
      tooComplex(
        `The text of <${top.element.name}> is longer than ${limits.valueLength} characters.`,
      )
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  parser.on('closetag', () => {
    const top = stack.pop()
    if (top === undefined) return
    tag = top.element
    visitor.close(top.element, top.text, parser.position)
  })

  try {
    if (text.length > limits.characters)
      tooComplex(`The file has more than ${limits.characters} characters.`)
    parser.write(text)
    const open = stack.at(-1)
    if (open !== undefined) tag = open.element
    parser.close()
    return ok(undefined)
  } catch (error) {
    if (error instanceof AppFailure) return fail(error.error)
    throw error
  }
}
