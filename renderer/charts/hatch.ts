import type { SourceStyle } from './tokens.ts'

const size = 8

/** End points of the rising lines in one tile. Falling lines mirror them. */
const risingLines = [
  [-2, 2, 2, -2],
  [0, size, size, 0],
  [size - 2, size + 2, size + 2, size - 2],
] as const

/** A canvas fill: the style's color, hatched in the surface's color unless the style is solid. */
export const hatchFill = (
  { color, hatch }: SourceStyle,
  surface: string,
): string | CanvasPattern => {
  if (hatch === 'solid') return color
  const tile = new OffscreenCanvas(size, size)
  const context = tile.getContext('2d')
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, size, size)
  context.globalAlpha = 0.55
  context.strokeStyle = surface
  context.fillStyle = surface
  context.lineWidth = 1.2
  if (hatch === 'dots')
    for (const at of [2, 6]) {
      context.beginPath()
      context.arc(at, at, 1.1, 0, Math.PI * 2)
      context.fill()
    }
  else {
    context.beginPath()
    for (const [x0, y0, x1, y1] of risingLines) {
      context.moveTo(x0, hatch === 'rising' ? y0 : size - y0)
      context.lineTo(x1, hatch === 'rising' ? y1 : size - y1)
    }
    context.stroke()
  }
  return context.createPattern(tile, 'repeat') ?? color
}

/** A hatch in `color` over a translucent surface, so that the source underneath stays visible. */
export const partFill = (color: string, surface: string): string | CanvasPattern => {
  const tile = new OffscreenCanvas(size, size)
  const context = tile.getContext('2d')
  if (context === null) return color
  context.globalAlpha = 0.62
  context.fillStyle = surface
  context.fillRect(0, 0, size, size)
  context.globalAlpha = 1
  context.strokeStyle = color
  context.lineWidth = 1.2
  context.beginPath()
  for (const [x0, y0, x1, y1] of risingLines) {
    context.moveTo(x0, y0)
    context.lineTo(x1, y1)
  }
  context.stroke()
  return context.createPattern(tile, 'repeat') ?? color
}

/** {@link partFill} as a CSS background for the legend. */
export const partCss = (color: string): string =>
  `repeating-linear-gradient(135deg, transparent 0 3px, ${color} 3px 4.2px)`

/** {@link hatchFill} as a CSS background for the legend; empty if the style is solid. */
export const hatchCss = ({ hatch }: Pick<SourceStyle, 'hatch'>, surface: string): string => {
  if (hatch === 'solid') return ''
  const tint = `color-mix(in srgb, ${surface} 55%, transparent)`
  if (hatch === 'dots') return `radial-gradient(${tint} 1.1px, transparent 1.3px) 0 0 / 4px 4px`
  const angle = hatch === 'rising' ? 135 : 45
  return `repeating-linear-gradient(${angle}deg, transparent 0 3px, ${tint} 3px 4.2px)`
}
