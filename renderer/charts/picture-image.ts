import type { FigureTable } from './figures.ts'
import { tableDrawing, type TableDrawing } from './table-image.ts'

interface ImageParts {
  /** The chart on screen: the image copies its canvases and readout rows. */
  readonly frame: HTMLElement
  readonly title: string
  readonly takeaway: string
  /** Units and caveats of the figures, one line each. */
  readonly notes: readonly string[]
  /** Replace the canvases of a chart made of tables. */
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

interface Entry {
  readonly words: string
  readonly color: string
}

/** Rows of the readout and entries of the legend, with their colors. */
const entriesOf = (frame: HTMLElement): Entry[] =>
  [...frame.querySelectorAll<HTMLElement>('[data-entry]')].map((row) => {
    const swatch = row.querySelector<HTMLElement>('[data-swatch]')
    const style = swatch === null ? null : getComputedStyle(swatch)
    const line =
      style?.borderTopStyle === 'dashed' || style?.borderTopStyle === 'dotted'
        ? style.borderTopColor
        : style?.backgroundColor
    return {
      words: [...row.querySelectorAll('[data-words]')]
        .map((part) => part.textContent.trim())
        .filter((part) => part !== '')
        .join('  '),
      color: line ?? '',
    }
  })

const canvasDrawing = (context: CanvasRenderingContext2D, frame: HTMLElement): TableDrawing => {
  const canvases = [...frame.querySelectorAll('canvas')].filter(
    ({ clientWidth }) => clientWidth > 0,
  )
  if (canvases.length === 0) throw new Error('no picture to copy')
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect())
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  return {
    wide: Math.max(...boxes.map((box) => box.right)) - left,
    high: Math.max(...boxes.map((box) => box.bottom)) - top,
    draw: (x, y) =>
      canvases.forEach((canvas, index) => {
        const box = boxes[index]
        if (box === undefined) return
        context.drawImage(canvas, x + box.left - left, y + box.top - top, box.width, box.height)
      }),
  }
}

/**
 * A chart with title, notes and legend, for a mail, a slide or a note: a PNG at twice the screen's density. Rejects if
 * the browser makes none.
 */
export const pictureImage = async ({
  frame,
  title,
  takeaway,
  notes,
  tables,
}: ImageParts): Promise<Blob> => {
  const look = getComputedStyle(frame)
  const image = document.createElement('canvas')
  const context = image.getContext('2d')
  if (context === null) throw new Error('no picture to copy')
  const font = (weight: number, size: number): string => `${weight} ${size}px ${look.fontFamily}`
  const body =
    tables.length > 0 ? tableDrawing(context, tables, font) : canvasDrawing(context, frame)
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
