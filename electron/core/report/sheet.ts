import { said } from '#shared/figures/said.ts'
import type { Mark, PageBlock, ReportPage, TextMark } from '#shared/report/page-model.ts'
import type { measureWith } from './receipt/document.ts'
import { ink } from './ink.ts'
import { inLines, printed, type Printed, type Words } from './printed.ts'

export type Measure = ReturnType<typeof measureWith>

type TextStyle = Pick<TextMark, 'size'> & Partial<Pick<TextMark, 'weight' | 'color'>>

/** The marks of a block; `false` stands for no mark. */
export type Drawing = readonly (Mark | false | readonly Mark[])[]

interface Paper {
  readonly width: number
  readonly height: number
}

export interface PageFrame {
  readonly top: number
  readonly bottom: number
  /** Draws page `number`, counted from 1. It is called once the number of pages is known. */
  readonly draw: (number: number, count: number) => Drawing
}

const sideMargin = 48

/** A line through `points`, in which x and y alternate. */
export const stroke = (
  points: readonly number[],
  color: string,
  width: number,
  dashed = false,
) => ({ kind: 'line' as const, points: [...points], color, width, dashed })

export const box = (
  [x, y, width, height]: readonly [number, number, number, number],
  look: Partial<Extract<Mark, { kind: 'rect' }>>,
): Mark => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  fill: null,
  stroke: null,
  strokeWidth: 0,
  radius: 0,
  ...look,
})

export type Pen = ReturnType<typeof createPen>

/**
 * Breaks up very long words in `text`, because the time to lay out a word grows with the square of
 * its length.
 */
const breakLongWords = (text: string) => text.replace(/[\S\u00a0]{200}(?=[\S\u00a0])/gu, '$&\n')

/**
 * Wraps and places lines of text. All lengths are in points, and positions count from the top left
 * corner.
 */
export const createPen = (paper: Paper, measure: Measure) => {
  const widthOf = (words: Words | Printed, { size, weight = 'regular' }: TextStyle) =>
    measure(printed(words).text, size, weight)

  /** The part of `word` that fits, with at least one character. */
  const cut = (word: string, width: number, style: TextStyle) => {
    const signs = Array.from(word)
    let [least, most] = [1, signs.length - 1]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if (widthOf(signs.slice(0, middle).join(''), style) <= width) least = middle
      else most = middle - 1
    }
    return signs.slice(0, least).join('')
  }

  const wrapLine = (text: string, width: number, style: TextStyle): readonly string[] => {
    // Usually the whole text fits, and measuring once is enough.
    if (widthOf(text, style) <= width) return text === '' ? [] : [text]
    const lines: string[] = []
    let line = ''
    for (let word of text.split(' ')) {
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

  const inner = paper.width - 2 * sideMargin
  const wrap = (words: Words | Printed, width: number, style: TextStyle): readonly Printed[] => {
    const whole = printed(words)
    const lines = breakLongWords(whole.text)
      .split('\n')
      .flatMap((each) => wrapLine(each, width, style))
    return inLines(whole, lines)
  }
  /** One line with its baseline at `y`; `x` is its left end, middle or right end. */
  const line = (
    words: Words | Printed,
    x: number,
    y: number,
    { size, weight = 'regular', color = ink.text }: TextStyle,
    anchor: 'start' | 'middle' | 'end' = 'start',
  ): TextMark => {
    const { text, figures } = printed(words)
    const width = measure(text, size, weight)
    const shift = { start: 0, middle: width / 2, end: width }[anchor]
    return {
      ...{ kind: 'text', x: x - shift, y, width, text, size, weight, color },
      ...(figures.length > 0 && { figures }),
    }
  }

  return {
    paper,
    measure,
    widthOf,
    left: sideMargin,
    inner,
    right: paper.width - sideMargin,
    wrap,
    line,
    /**
     * Sets `first` in bold and then `content` in the same paragraph. `at` receives the baseline of
     * the first line.
     */
    paragraph: (
      first: Words,
      content: string,
      { leading, ...style }: TextStyle & { readonly leading: number },
    ) => {
      const text = content.replace(/\s+/g, ' ').trim()
      const bold = { ...style, weight: 'bold' } as const
      const indent = widthOf(said`${first} `, bold)
      const [start = printed('')] = wrap(text, inner - indent, style)
      const rest = wrap(printed(text).text.slice(start.text.length).trimStart(), inner, style)
      return {
        height: (1 + rest.length) * leading,
        at: (y: number): readonly Mark[] => [
          line(first, sideMargin, y, bold),
          line(start, sideMargin + indent, y, style),
          ...rest.map((each, index) => line(each, sideMargin, y + (index + 1) * leading, style)),
        ],
      }
    },
  }
}

const cellGap = 10
const headStyle = { size: 7.5, weight: 'bold', color: ink.muted } as const
const cellLeading = 11.5
const cellRoom = 6
/** A row higher than this may continue on the next page; points. */
const mostWhole = 300
/** Height of a heading with the space around it, points. */
export const headingHeight = 34

interface TableLook {
  /** The alignment of every column except the first, which is always aligned left. */
  readonly align?: 'left' | 'right'
  readonly swatches?: readonly string[]
  /** Index of the most important row, which is bold. */
  readonly lead?: number
  readonly size?: number
  /** Muted words to show in an empty cell; none if absent. */
  readonly empty?: string
}

export type Sheet = ReturnType<typeof createSheet>

export const createSheet = (paper: Paper, measure: Measure, frame: PageFrame) => {
  const pen = createPen(paper, measure)
  const drawn: { role: PageBlock['role']; alt: string; draw: () => Drawing }[][] = [[]]
  const marksOf = (drawing: Drawing) => drawing.flat().filter((mark) => mark !== false)
  const bottom = paper.height - frame.bottom
  let y = frame.top
  /** The lowest position reached by any call of `room`. */
  let reached = y

  /** Marks are drawn once every page is laid out, so that they can refer to later pages. */
  const put = (role: PageBlock['role'], alt: string, draw: () => Drawing) => {
    drawn.at(-1)?.push({ role, alt, draw })
  }
  const space = (height: number) => {
    y += height
  }
  const newPage = () => {
    drawn.push([])
    y = frame.top
  }
  const room = (height: number) => {
    if (y + height > bottom && y > frame.top) newPage()
    reached = Math.max(reached, y + height)
  }
  const text = (
    words: Words,
    {
      leading,
      width = pen.inner,
      role = 'p',
      above = 0,
      ...style
    }: TextStyle & {
      readonly leading: number
      readonly width?: number
      readonly above?: number
      readonly role?: 'h1' | 'h2' | 'p'
    },
  ) => {
    space(above)
    const lines = pen.wrap(words, width, style)
    for (let from = 0; from < lines.length;) {
      room(leading * Math.min(lines.length - from, 3))
      const fits = Math.max(1, Math.floor((bottom - y) / leading))
      const here = lines.slice(from, from + fits)
      const first = y + style.size
      put(role, '', () =>
        here.map((line, index) => pen.line(line, pen.left, first + index * leading, style)),
      )
      y += here.length * leading
      from += here.length
    }
  }

  const table = (
    labels: readonly string[],
    firstShares: readonly number[],
    rows: readonly (readonly Words[])[],
    { align = 'right', swatches = [], lead, size = 8.5, empty = '' }: TableLook = {},
  ) => {
    const sumOf = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0)
    const other = (1 - sumOf(firstShares)) / (labels.length - firstShares.length)
    const shares = labels.map((_, index) => firstShares[index] ?? other)
    const places = shares.map((share, index) => ({
      left: pen.left + sumOf(shares.slice(0, index)) * pen.inner,
      width: share * pen.inner - (index === shares.length - 1 ? 0 : cellGap),
    }))
    const layOut = (cells: readonly Words[], style: TextStyle, indent = 0) => {
      const lines = places.map(({ left, width }, cell) => {
        const before = cell === 0 ? indent : 0
        const content = cells[cell] ?? ''
        const isEmpty = content.length === 0
        return {
          x: cell === 0 || align === 'left' ? left + before : left + width,
          words: pen.wrap(isEmpty ? empty : content, width - before, style),
          look: isEmpty ? { ...style, color: ink.muted } : style,
        }
      })
      return { lines, most: Math.max(1, ...lines.map(({ words }) => words.length)) }
    }
    const heightOf = (lines: number) => lines * cellLeading + cellRoom
    const row = (
      role: 'head' | 'row',
      cells: readonly Words[],
      style: TextStyle,
      swatch?: string,
    ): void => {
      const { lines, most } = layOut(cells, style, swatch === undefined ? 0 : 13)
      for (let from = 0; from < most;) {
        if (role === 'row' && y + Math.min(heightOf(most - from), mostWhole) > bottom) {
          newPage()
          head()
        }
        const [top, first] = [y, from]
        const fits = Math.max(1, Math.floor((bottom - y - cellRoom) / cellLeading))
        from = Math.min(most, from + fits)
        const here = from
        const below = top + heightOf(from - first)
        put(role, '', () => [
          ...lines.map(({ x, words, look }, cell) => {
            const anchor = cell === 0 || align === 'left' ? 'start' : 'end'
            return words.slice(first, here).map((line, index) => ({
              ...pen.line(line, x, top + 11 + index * cellLeading, look, anchor),
              cell,
            }))
          }),
          swatch !== undefined && box([pen.left, top + 5, 7.5, 7.5], { fill: swatch, radius: 1.5 }),
          stroke([pen.left, below, pen.right, below], role === 'head' ? ink.strong : ink.line, 0.6),
        ])
        y = below
      }
    }
    const head = (): void => {
      if (labels.some(Boolean)) row('head', labels, headStyle)
    }
    const cellStyle = { size, color: ink.text }
    room(heightOf(layOut(labels, headStyle).most) + heightOf(layOut(rows[0] ?? [], cellStyle).most))
    head()
    rows.forEach((cells, index) =>
      row(
        'row',
        cells,
        index === lead ? { ...cellStyle, weight: 'bold' } : cellStyle,
        swatches[index],
      ),
    )
  }

  return {
    ...pen,
    y: () => y,
    /** Like `y`, but never above the lowest position reached by any call of `room`. */
    reached: () => Math.max(reached, y),
    space,
    room,
    newPage,
    text,
    /** A heading that stays on the same page as the next `keepWith` points. */
    heading: (words: string, keepWith = 60) => {
      room(keepWith + headingHeight)
      space(16)
      text(words, { role: 'h2', size: 10.2, weight: 'bold', leading: 14 })
      space(4)
    },
    /** Reserves `height` for marks that stay together; `draw` receives the top of that space. */
    block: (role: 'figure' | 'p', height: number, alt: string, draw: (top: number) => Drawing) => {
      room(height)
      const top = y
      put(role, alt, () => draw(top))
      y += height
    },
    /**
     * Rows with wrapped cells. Every page repeats the head, if a column has a label. Columns without a share divide the
     * rest of the width.
     */
    table,
    count: () => drawn.length,
    pages: (): ReportPage[] =>
      drawn.map((blocks, index) => ({
        ...paper,
        blocks: [
          ...blocks.map(({ role, alt, draw }) => ({ role, alt, marks: marksOf(draw()) })),
          { role: 'frame', alt: '', marks: marksOf(frame.draw(index + 1, drawn.length)) },
        ],
      })),
  }
}

/** Draws on a scratch sheet without page breaks; returns the height of the output and the result of `draw`. */
export const rehearse = <T>(
  { paper, measure }: Pick<Sheet, 'paper' | 'measure'>,
  draw: (sheet: Sheet) => T,
) => {
  const endless = createSheet({ ...paper, height: Number.MAX_SAFE_INTEGER }, measure, {
    top: 0,
    bottom: 0,
    draw: () => [],
  })
  const result = draw(endless)
  return { height: endless.reached(), result }
}
