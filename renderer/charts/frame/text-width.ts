let context: CanvasRenderingContext2D | null = null
/** Widths are cached, because reading the page's font forces a style recalculation. */
const measured = new Map<string, number>()

const measure = (text: string, size: number) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * size * 0.55
  context.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}

/**
 * Width of `text` in CSS pixels, in the page's font at `size` and medium weight. Use it only for
 * the program's own words, because widths are never removed from the cache.
 */
export const textWidth = (text: string, size: number): number => {
  const key = `${size} ${text}`
  const width = measured.get(key) ?? measure(text, size)
  measured.set(key, width)
  return width
}
