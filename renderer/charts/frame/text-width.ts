let context: CanvasRenderingContext2D | null = null
/** Cached: reading the page's font in the middle of a change would recompute all its styles. */
const measured = new Map<string, number>()

const measure = (text: string, size: number) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * size * 0.55
  context.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}

/** Width of `text`, one of the program's own words, in the page's font at `size` CSS pixels and medium weight. */
export const textWidth = (text: string, size: number): number => {
  const key = `${size} ${text}`
  const width = measured.get(key) ?? measure(text, size)
  measured.set(key, width)
  return width
}
