import { fail, type Result } from '../result.ts'
import type { XmlElement, XmlVisitor } from './scan-xml.ts'

/** A part of a text: the index of its first character, and the index after its last. */
export type Range = readonly [from: number, to: number]

/**
 * A participant's own element, which contains no data of other participants, or an element that is
 * outside all such elements.
 */
interface Node {
  readonly element: XmlElement
  readonly parent: Node | null
  readonly children: Node[]
  end: number
  /** The participant whose own element this is; null if it is no participant's own element. */
  record: number | null
  /** How many participants are inside. */
  records: number
}

/** The visitor that reads the data in the elements. */
export interface Reader extends XmlVisitor {
  /** The participants that have begun so far. */
  readonly records: readonly unknown[]
  /** How many elements so far contained participant data. */
  readonly given: number
}

/** True if the nearest enclosing element with any participant contains several. */
const standsAmongOthers = (node: Node) => {
  let around: Node | null = node
  while (around !== null && around.records === 0) around = around.parent
  return around !== null && around.records > 1
}

/** The tokens in a gap between elements. CDATA counts as text. */
const gapTokens = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|[^<]+/g

const isBlank = (text: string) => text.trim() === ''

/**
 * While `reader` reads, records where each participant's own element is and whether any
 * participant's data is outside it. Only the reader decides what a participant is and which data
 * belongs to a participant.
 */
export class ParticipantPlaces implements XmlVisitor {
  readonly #reader: Reader
  readonly #open: Node[] = []
  #root: Node | null = null
  /** Number of open elements inside a participant's own element. */
  #within = 0
  #nested = false
  /** Elements that contain participant data but are outside every participant's own element. */
  readonly #outside: Node[] = []

  constructor(reader: Reader) {
    this.#reader = reader
  }

  open(element: XmlElement): void {
    const { given } = this.#reader
    const before = this.#reader.records.length
    this.#reader.open(element)
    const begins = this.#reader.records.length > before
    const parent = this.#open.at(-1) ?? null
    if (parent !== null && parent.record !== null) {
      // A participant inside another participant's element cannot be separated from it.
      if (begins) this.#nested = true
      this.#within += 1
      return
    }
    const node: Node = {
      element,
      parent,
      children: [],
      end: 0,
      record: begins ? before : null,
      records: begins ? 1 : 0,
    }
    parent?.children.push(node)
    this.#root ??= node
    this.#open.push(node)
    if (!begins && this.#reader.given > given) this.#outside.push(node)
  }

  close(element: XmlElement, text: string, end: number): void {
    const { given } = this.#reader
    this.#reader.close(element, text, end)
    if (this.#within > 0) {
      this.#within -= 1
      return
    }
    const node = this.#open.pop()
    if (node === undefined) return
    node.end = end
    if (node.parent) node.parent.records += node.records
    if (node.record === null && this.#reader.given > given) this.#outside.push(node)
  }

  /**
   * For each participant, the parts of `text`, in order, that form a file with that participant alone. Returns null if
   * one participant's element contains another participant, or if data outside their elements could belong to several.
   *
   * The parts leave out other participants with the blanks before them, and comments and processing instructions next
   * to participants, because nobody can tell whom they are about. Everything else stays: the declaration, wrappers with
   * their attributes, elements without a participant, and comments outside or inside the kept elements.
   */
  slices(text: string): ((record: number) => readonly Range[]) | null {
    const root = this.#root
    if (root === null || this.#nested || this.#outside.some(standsAmongOthers)) return null
    const pathTo = new Map<number, Node[]>()
    const layouts = new Map<Node, Layout>()
    const walk = (node: Node, path: readonly Node[]): void => {
      const here = [...path, node]
      if (node.record !== null) pathTo.set(node.record, here)
      else if (node.records > 0)
        for (const child of node.children) if (child.records > 0) walk(child, here)
    }
    walk(root, [])
    const layoutOf = (node: Node): Layout => {
      const known = layouts.get(node) ?? layOut(text, node)
      layouts.set(node, known)
      return known
    }
    return (record) => {
      const parts: Range[] = [[0, root.element.start]]
      const tail: Range[] = [[root.end, text.length]]
      for (const [depth, node] of (pathTo.get(record) ?? []).entries()) {
        if (node.records === 1) {
          parts.push([node.element.start, node.end])
          break
        }
        const next = pathTo.get(record)?.[depth + 1]
        if (next === undefined) break
        const { kept, lead } = layoutOf(node)
        const at = next.element.start
        parts.push(
          [node.element.start, node.element.inside],
          ...kept.filter(([from]) => from < at),
          [lead.get(next) ?? at, at],
        )
        tail.push(...kept.filter(([from]) => from > at).reverse())
      }
      return joined([...parts, ...tail.reverse()])
    }
  }
}

/**
 * The common parts of an element with several participants, and where the white space before each
 * participant begins.
 */
const layOut = (text: string, node: Node) => {
  const kept: Range[] = []
  const lead = new Map<Node, number>()
  // The search starts before the end, because the next tag may begin there.
  const closing = text.lastIndexOf('</', node.end - 1)
  /**
   * Keeps the common part of a gap between elements. Returns where the white space at the gap's end
   * begins, which belongs to the next element.
   */
  const gap = (from: number, to: number): number => {
    let blanks: number | null = null
    for (const match of text.slice(from, to).matchAll(gapTokens)) {
      const start = from + match.index
      const token = match[0]
      if (isBlank(token)) blanks = start
      else {
        if (!token.startsWith('<!--') && !token.startsWith('<?'))
          kept.push([blanks ?? start, start + token.length])
        blanks = null
      }
    }
    return blanks ?? to
  }
  let from = node.element.inside
  for (const child of node.children) {
    const start = gap(from, child.element.start)
    if (child.records > 0) lead.set(child, start)
    else kept.push([start, child.end])
    from = child.end
  }
  kept.push([gap(from, closing), node.end])
  return { kept, lead }
}
type Layout = ReturnType<typeof layOut>

const joined = (ranges: readonly Range[]): readonly Range[] => {
  const whole: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = whole.at(-1)
    if (last && last[1] === from) last[1] = to
    else if (to > from) whole.push([from, to])
  }
  return whole
}

export const sliceOf = (text: string, ranges: readonly Range[]): string =>
  ranges.map(([from, to]) => text.slice(from, to)).join('')

export const notSplittable = (why: string): Result<never> =>
  fail({
    code: 'participant.notSplit',
    message: `The file cannot be split: ${why}`,
    advice: 'Ask whoever made the file for one file per participant.',
  })
