/** A picture with everything that says what it is, on one canvas: for a mail, a slide or a note. */

interface ImageParts {
  /** Where the picture is on screen: its canvases and the rows of its readout are taken as they stand. */
  readonly frame: HTMLElement
  readonly title: string
  readonly takeaway: string
  /** What the figures are, and what one has to know of them, a line each. */
  readonly notes: readonly string[]
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

/** Rows of the readout and entries of the legend, with the color that stands beside them. */
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

/** The picture as a PNG at twice the density of the screen it is shown on; rejects where the browser makes none. */
export const pictureImage = async ({
  frame,
  title,
  takeaway,
  notes,
}: ImageParts): Promise<Blob> => {
  const canvases = [...frame.querySelectorAll('canvas')].filter(
    ({ clientWidth }) => clientWidth > 0,
  )
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect())
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const wide = Math.max(560, Math.max(...boxes.map((box) => box.right)) - left)
  const high = Math.max(...boxes.map((box) => box.bottom)) - top
  const look = getComputedStyle(frame)
  const image = document.createElement('canvas')
  const context = image.getContext('2d')
  if (context === null || canvases.length === 0) throw new Error('no picture to copy')
  const font = (weight: number, size: number): string => `${weight} ${size}px ${look.fontFamily}`
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
  canvases.forEach((canvas, index) => {
    const box = boxes[index]
    if (box === undefined) return
    const [x, y] = [margin + box.left - left, margin + head + box.top - top]
    context.drawImage(canvas, x, y, box.width, box.height)
  })
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
