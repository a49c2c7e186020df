import type { Mark, PageBlock, ReportPage, TextMark } from '#shared/report/page-model.ts'
import { legible } from '../pdf/legible.ts'
import { ink } from './ink.ts'

/** Width of a text in the font, points. */
export type Measure = (text: string, size: number, weight: TextMark['weight']) => number

interface TextStyle {
  readonly size: number
  readonly weight?: TextMark['weight']
  readonly color?: string
}

/** The frame of every page, and its size. */
export interface PageFrame {
  readonly top: number
  readonly bottom: number
  /** `number` from 1. Called once the number of pages is known. */
  readonly draw: (number: number, count: number) => readonly Mark[]
}

interface SheetNeeds {
  readonly size: { readonly width: number; readonly height: number }
  readonly measure: Measure
}

const sideMargin = 48

/** A line through `points`, x and y in turn. */
export const stroke = (
  points: readonly number[],
  color: string,
  width: number,
  dashed = false,
): Extract<Mark, { kind: 'line' }> => ({ kind: 'line', points: [...points], color, width, dashed })

/** A rectangle without fill and outline, to add either. */
export const box = (
  x: number,
  y: number,
  width: number,
  height: number,
): Extract<Mark, { kind: 'rect' }> => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  fill: null,
  stroke: null,
  strokeWidth: 0,
  radius: 0,
})

/** Wraps and places lines of text; everything is in points from the top left corner. */
export interface Pen {
  readonly left: number
  readonly inner: number
  /** The lines of `text` that fit `width`; a longer word is cut. */
  wrap(text: string, width: number, style: TextStyle): readonly string[]
  /** One line with its baseline at `y`; `x` is its left end, middle or right end. */
  line(
    text: string,
    x: number,
    y: number,
    style: TextStyle,
    anchor?: 'start' | 'middle' | 'end',
  ): TextMark
  widthOf(text: string, style: TextStyle): number
}

export const createPen = ({ size, measure }: SheetNeeds): Pen => {
  const widthOf: Pen['widthOf'] = (text, style) =>
    measure(legible(text), style.size, style.weight ?? 'regular')

  /** As many characters of `word` as fit, at least one. */
  const cut = (word: string, width: number, style: TextStyle): string => {
    const signs = Array.from(word)
    let most = 1
    while (most < signs.length && widthOf(signs.slice(0, most + 1).join(''), style) <= width)
      most += 1
    return signs.slice(0, most).join('')
  }

  const wrapLine = (text: string, width: number, style: TextStyle): readonly string[] => {
    const lines: string[] = []
    let line = ''
    for (let word of legible(text).split(/[ \n]+/)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      while (widthOf(word, style) > width) {
        const start = cut(word, width, style)
        lines.push(start)
        word = word.slice(start.length)
      }
      line = word
    }
    return line === '' ? lines : [...lines, line]
  }

  return {
    left: sideMargin,
    inner: size.width - 2 * sideMargin,
    widthOf,
    wrap: (text, width, style) => text.split('\n').flatMap((each) => wrapLine(each, width, style)),
    line: (text, x, y, style, anchor = 'start') => {
      const shown = legible(text)
      const width = widthOf(shown, style)
      const shift = anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width
      return {
        kind: 'text',
        x: x - shift,
        y,
        width,
        text: shown,
        size: style.size,
        weight: style.weight ?? 'regular',
        color: style.color ?? ink.text,
      }
    },
  }
}

export interface TableColumn {
  readonly label: string
  /** Share of the width; the shares add up to 1. */
  readonly share: number
  readonly align: 'left' | 'right'
}

interface TableRow {
  readonly cells: readonly string[]
  /** Color of a square before the first cell, for a row of a chart. */
  readonly swatch?: string
  /** The most important row is bold. */
  readonly isLead?: boolean
}

/** Pages that fill from top to bottom. */
export interface Sheet extends Pen {
  /** Top of the next block. */
  y(): number
  /** Like {@link y}, but not above the room reserved for it. */
  reached(): number
  /** Leaves so much room, in points. */
  space(height: number): void
  /** Begins a new page if less than `height` is left on this one. */
  room(height: number): void
  newPage(): void
  text(
    role: 'h1' | 'h2' | 'p',
    text: string,
    style: TextStyle & { readonly leading?: number; readonly width?: number },
  ): void
  /** Reserves `height` for marks that stay together; `draw` gets its top. */
  block(
    role: 'figure' | 'p',
    height: number,
    alt: string,
    draw: (top: number) => readonly Mark[],
  ): void
  /** Like {@link block}, drawn once every page is laid out: for references to later pages. */
  later(role: 'p', height: number, draw: (top: number) => readonly Mark[]): void
  /** Rows with wrapped cells; every page repeats the head. */
  table(columns: readonly TableColumn[], rows: readonly TableRow[]): void
  /** Height of the output of `draw` without page breaks; none of it is kept. */
  heightOf(draw: (sheet: Sheet) => void): number
  /** Pages begun so far. */
  count(): number
  pages(): readonly ReportPage[]
}

const cellGap = 10
const cellStyle = { size: 8.5, color: ink.text } as const
const leadStyle = { ...cellStyle, weight: 'bold' } as const
const headStyle = { size: 7.5, weight: 'bold', color: ink.muted } as const
const cellLeading = 11.5
const cellRoom = 6
/** Height of a row with one-line cells, points. */
export const rowHeight = cellLeading + cellRoom

export const createSheet = (needs: SheetNeeds, frame: PageFrame): Sheet => {
  const pen = createPen(needs)
  const { size } = needs
  const drawn: (() => PageBlock)[][] = [[]]
  let y = frame.top
  /** The lowest point that a `room` call would have reached. */
  let reached = y
  const bottom = size.height - frame.bottom

  const put = (block: PageBlock): void => {
    drawn.at(-1)?.push(() => block)
  }
  const newPage = (): void => {
    drawn.push([])
    y = frame.top
  }
  const room = (height: number): void => {
    if (y + height > bottom && y > frame.top) newPage()
    reached = Math.max(reached, y + height)
  }

  const table: Sheet['table'] = (columns, rows) => {
    const edges = columns.map(
      (_, index) => columns.slice(0, index).reduce((sum, { share }) => sum + share, 0) * pen.inner,
    )
    const linesOf = (
      cells: readonly string[],
      style: TextStyle,
      indent: (cell: number) => number = () => 0,
    ): readonly (readonly string[])[] =>
      columns.map(({ share }, index) =>
        pen.wrap(
          cells[index] ?? '',
          share * pen.inner - (index === columns.length - 1 ? 0 : cellGap) - indent(index),
          style,
        ),
      )
    const highest = (lines: readonly (readonly string[])[]): number =>
      Math.max(1, ...lines.map((each) => each.length)) * cellLeading + cellRoom
    const row = (
      role: 'head' | 'row',
      { cells, swatch }: TableRow,
      style: TextStyle,
      rule: string,
    ): void => {
      const indent = (cell: number): number => (cell === 0 && swatch !== undefined ? 13 : 0)
      const lines = linesOf(cells, style, indent)
      const height = highest(lines)
      if (role === 'row' && y + height > bottom && y > frame.top) {
        newPage()
        head()
      }
      const top = y
      const marks: Mark[] = lines.flatMap((each, cell) => {
        const { align, share } = columns[cell] ?? { align: 'left', share: 0 }
        const start = pen.left + (edges[cell] ?? 0) + indent(cell)
        const x =
          align === 'left'
            ? start
            : start + share * pen.inner - (cell === columns.length - 1 ? 0 : cellGap)
        return each.map((text, line) => ({
          ...pen.line(
            text,
            x,
            top + 11 + line * cellLeading,
            style,
            align === 'left' ? 'start' : 'end',
          ),
          cell,
        }))
      })
      if (swatch !== undefined)
        marks.push({ ...box(pen.left, top + 5, 7.5, 7.5), fill: swatch, radius: 1.5 })
      const below = top + height
      marks.push(stroke([pen.left, below, pen.left + pen.inner, below], rule, 0.6))
      put({ role, alt: '', marks })
      y = below
    }
    const labels = columns.map(({ label }) => label)
    const head = (): void => row('head', { cells: labels }, headStyle, ink.strong)
    room(highest(linesOf(labels, headStyle)) + highest(linesOf(rows[0]?.cells ?? [], cellStyle)))
    head()
    for (const each of rows)
      row('row', each, each.isLead === true ? leadStyle : cellStyle, ink.line)
  }

  return {
    ...pen,
    y: () => y,
    reached: () => Math.max(reached, y),
    space: (height) => {
      y += height
    },
    room,
    newPage,
    table,
    text: (role, text, { leading, width = pen.inner, ...style }) => {
      const step = leading ?? style.size * 1.36
      const lines = pen.wrap(text, width, style)
      for (let from = 0; from < lines.length;) {
        room(step * Math.min(lines.length - from, 3))
        const fits = Math.max(1, Math.floor((bottom - y) / step))
        const here = lines.slice(from, from + fits)
        const top = y
        put({
          role,
          alt: '',
          marks: here.map((line, index) =>
            pen.line(line, pen.left, top + style.size + index * step, style),
          ),
        })
        y += here.length * step
        from += here.length
      }
    },
    block: (role, height, alt, draw) => {
      room(height)
      put({ role, alt, marks: [...draw(y)] })
      y += height
    },
    later: (role, height, draw) => {
      room(height)
      const top = y
      drawn.at(-1)?.push(() => ({ role, alt: '', marks: [...draw(top)] }))
      y += height
    },
    heightOf: (draw) => {
      const endless = createSheet(
        { ...needs, size: { ...size, height: Number.MAX_SAFE_INTEGER } },
        { top: 0, bottom: 0, draw: () => [] },
      )
      draw(endless)
      return endless.reached()
    },
    count: () => drawn.length,
    pages: () =>
      drawn.map((blocks, index) => ({
        ...size,
        blocks: [
          ...blocks.map((block) => block()),
          { role: 'frame', alt: '', marks: [...frame.draw(index + 1, drawn.length)] },
        ],
      })),
  }
}
