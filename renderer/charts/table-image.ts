import { figureText, isNumeric, type FigureTable } from './figures.ts'

/** Tables drawn on a canvas, one below the other. */
export interface TableDrawing {
  readonly wide: number
  readonly high: number
  /** Draws in the current color, with the top left corner at `left`, `top`. */
  readonly draw: (left: number, top: number) => void
}

const rowHeight = 19
const gap = 18
/** An image is for a mail or a slide; a longer table needs a file. */
const mostRows = 120

const layOut = (
  context: CanvasRenderingContext2D,
  { caption, columns, rows }: FigureTable,
  font: (weight: number, size: number) => string,
) => {
  const shown = rows.slice(0, mostRows)
  const cells = [
    columns.map(({ label }) => label),
    ...shown.map((row) => columns.map(({ format }, index) => figureText(row[index], format))),
  ]
  context.font = font(600, 12)
  const widths = columns.map((_, index) =>
    Math.ceil(Math.max(...cells.map((row) => context.measureText(row[index] ?? '').width))),
  )
  const more =
    rows.length > shown.length ? `${rows.length - shown.length} further rows are in the table.` : ''
  const lines = cells.length + 1 + (more === '' ? 0 : 1)
  const draw = (left: number, top: number): void => {
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

/** `tables` laid out for `context`; `font` builds a font of a weight and size in the screen's family. */
export const tableDrawing = (
  context: CanvasRenderingContext2D,
  tables: readonly FigureTable[],
  font: (weight: number, size: number) => string,
): TableDrawing => {
  const parts = tables.map((table) => layOut(context, table, font))
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
