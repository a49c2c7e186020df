let context: CanvasRenderingContext2D | null = null
/** What was measured: to ask for the page's font anew would make the page find all its styles in the middle of a change. */
const measured = new Map<string, number>()

const measure = (text: string, size: number): number => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * size * 0.55
  context.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}

/** How wide `text`, one of the program's own words, is in the font of the page, `size` CSS pixels high and of medium weight. */
export const textWidth = (text: string, size: number): number => {
  const key = `${size} ${text}`
  const width = measured.get(key) ?? measure(text, size)
  measured.set(key, width)
  return width
}
