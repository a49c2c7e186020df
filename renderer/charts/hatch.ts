import type { SourceStyle } from './tokens.ts'

const size = 8

const strokes: Record<SourceStyle['hatch'], (context: OffscreenCanvasRenderingContext2D) => void> =
  {
    solid: () => undefined,
    rising: (context) =>
      line(context, [
        [-2, 2],
        [2, -2],
        [0, size],
        [size, 0],
        [size - 2, size + 2],
        [size + 2, size - 2],
      ]),
    falling: (context) =>
      line(context, [
        [-2, size - 2],
        [2, size + 2],
        [0, 0],
        [size, size],
        [size - 2, -2],
        [size + 2, 2],
      ]),
    dots: (context) => {
      for (const [x, y] of [
        [2, 2],
        [6, 6],
      ] as const) {
        context.beginPath()
        context.arc(x, y, 1.1, 0, Math.PI * 2)
        context.fill()
      }
    },
  }

const line = (
  context: OffscreenCanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
): void => {
  context.beginPath()
  points.forEach(([x, y], index) => (index % 2 === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  context.stroke()
}

/** A canvas fill of the style's color with its hatch in the surface's color; the color alone if it is solid. */
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
  strokes[hatch](context)
  return context.createPattern(tile, 'repeat') ?? color
}

/** The same hatch as a CSS background for a legend's swatch. */
export const hatchCss = ({ hatch }: SourceStyle, surface: string): string => {
  const tint = `color-mix(in srgb, ${surface} 55%, transparent)`
  if (hatch === 'rising')
    return `repeating-linear-gradient(135deg, transparent 0 3px, ${tint} 3px 4.2px)`
  if (hatch === 'falling')
    return `repeating-linear-gradient(45deg, transparent 0 3px, ${tint} 3px 4.2px)`
  return hatch === 'dots'
    ? `radial-gradient(${tint} 1.1px, transparent 1.3px) 0 0 / 4px 4px`
    : 'none'
}
