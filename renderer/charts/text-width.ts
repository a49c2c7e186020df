let context: CanvasRenderingContext2D | null = null

/** How wide `text` is in the font of the page, `size` CSS pixels high and of medium weight. */
export const textWidth = (text: string, size: number): number => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * size * 0.55
  context.font = `500 ${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}
