import { cellText, isNumeric, type FigureTable } from '../figures.ts'

interface ImageParts {
  /** The chart on screen. The image copies the chart's canvases and readout rows. */
  readonly frame: HTMLElement
  readonly title: string
  readonly takeaway: string
  /** Units and caveats of the figures, one per line. */
  readonly notes: readonly string[]
  /** The tables of a chart that consists of tables, drawn instead of canvases. */
  readonly tables: readonly FigureTable[]
}

const margin = 20

const wrapped = (context: CanvasRenderingContext2D, text: string, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && context.measureText(`${last} ${word}`).width <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The readout's rows and the legend's entries, with their colors. */
const entriesOf = (frame: HTMLElement) =>
  [...frame.querySelectorAll<HTMLElement>('[data-entry]')].map((row) => {
    const swatch = row.querySelector<HTMLElement>('[data-swatch]')
    const style = swatch && getComputedStyle(swatch)
    const words = [...row.querySelectorAll('[data-words]')].map((part) => part.textContent.trim())
    return {
      words: words.filter((word) => word !== '').join('  '),
      color:
        (style?.borderTopStyle === 'dotted' ? style.borderTopColor : style?.backgroundColor) ?? '',
    }
  })

interface Body {
  readonly wide: number
  readonly high: number
  /** Draws in the current color, with the top left corner at `left`, `top`. */
  readonly draw: (left: number, top: number) => void
}

const canvasDrawing = (context: CanvasRenderingContext2D, frame: HTMLElement): Body => {
  const canvases = [...frame.querySelectorAll('canvas')].filter(
    ({ clientWidth }) => clientWidth > 0,
  )
  if (canvases.length === 0) throw new Error('no chart to copy')
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect())
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  return {
    wide: Math.max(...boxes.map((box) => box.right)) - left,
    high: Math.max(...boxes.map((box) => box.bottom)) - top,
    draw: (x, y) =>
      canvases.forEach((canvas) => {
        const box = canvas.getBoundingClientRect()
        context.drawImage(canvas, x + box.left - left, y + box.top - top, box.width, box.height)
      }),
  }
}

/** The screen's font in a given weight and size. */
type Font = (weight: number, size: number) => string

const rowHeight = 19
const gap = 18
/** Maximum number of rows in an image. A longer table should be saved as a file. */
const mostRows = 120

const tableBody = (
  context: CanvasRenderingContext2D,
  { caption, columns, rows }: FigureTable,
  font: Font,
): Body => {
  const shown = rows.slice(0, mostRows)
  const cells = [
    columns.map(({ label }) => label),
    ...shown.map((row) => columns.map(({ format }, index) => cellText(row[index], format))),
  ]
  context.font = font(600, 12)
  const widths = columns.map((_, index) =>
    Math.ceil(Math.max(...cells.map((row) => context.measureText(row[index] ?? '').width))),
  )
  const more =
    rows.length > shown.length ? `${rows.length - shown.length} further rows are in the table.` : ''
  const lines = cells.length + 1 + (more === '' ? 0 : 1)
  const draw = (left: number, top: number) => {
    context.font = font(600, 12)
    context.fillText(caption, left, top)
    cells.forEach((row, line) => {
      context.font = font(line === 0 ? 600 : 400, 12)
      let x = left
      row.forEach((text, index) => {
        const width = widths[index] ?? 0
        const isRight = index > 0 && isNumeric(columns[index]?.format ?? 'text')
        const from = isRight ? x + width - context.measureText(text).width : x
        context.fillText(text, from, top + (line + 1) * rowHeight)
        x += width + gap
      })
    })
    context.font = font(400, 11)
    context.fillText(more, left, top + (cells.length + 1) * rowHeight)
  }
  return {
    wide: widths.reduce((sum, width) => sum + width + gap, -gap),
    high: lines * rowHeight,
    draw,
  }
}

/** Stacks the tables vertically. */
const tablesBody = (parts: readonly Body[]): Body => {
  return {
    wide: Math.max(0, ...parts.map(({ wide }) => wide)),
    high: parts.reduce((sum, { high }) => sum + high + gap, 0),
    draw: (left, top) => {
      let y = top
      for (const part of parts) {
        part.draw(left, y)
        y += part.high + gap
      }
    },
  }
}

/**
 * The chart with title, notes and legend as a PNG at twice the screen's density. Rejects if the browser cannot create
 * the image.
 */
export const chartImage = async ({
  frame,
  title,
  takeaway,
  notes,
  tables,
}: ImageParts): Promise<Blob> => {
  const look = getComputedStyle(frame)
  const image = document.createElement('canvas')
  const context = image.getContext('2d')
  if (context === null) throw new Error('no chart to copy')
  const font: Font = (weight, size) => `${weight} ${size}px ${look.fontFamily}`
  const body =
    tables.length > 0
      ? tablesBody(tables.map((table) => tableBody(context, table, font)))
      : canvasDrawing(context, frame)
  const { high } = body
  const wide = Math.max(560, body.wide)
  context.font = font(400, 13)
  const said = wrapped(context, takeaway, wide)
  context.font = font(400, 11)
  const small = notes.flatMap((note) => wrapped(context, note, wide))
  const entries = entriesOf(frame)
  const head = 26 + said.length * 18 + 10
  const foot = 14 + entries.length * 18 + small.length * 15
  const density = 2
  image.width = (wide + 2 * margin) * density
  image.height = (head + high + foot + 2 * margin) * density
  context.scale(density, density)
  context.fillStyle = look.backgroundColor
  context.fillRect(0, 0, image.width, image.height)
  context.fillStyle = look.color
  context.textBaseline = 'top'
  context.font = font(600, 15)
  context.fillText(title, margin, margin)
  context.font = font(400, 13)
  said.forEach((line, index) => context.fillText(line, margin, margin + 26 + index * 18))
  body.draw(margin, margin + head)
  let y = margin + head + high + 10
  for (const { words, color } of entries) {
    context.fillStyle = color
    context.fillRect(margin, y + 2, 12, 10)
    context.fillStyle = look.color
    context.font = font(400, 12)
    context.fillText(words, margin + 20, y)
    y += 18
  }
  context.font = font(400, 11)
  for (const line of small) {
    context.fillText(line, margin, y)
    y += 15
  }
  return await new Promise((resolve, reject) => {
    image.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no image'))
      else resolve(blob)
    }, 'image/png')
  })
}
