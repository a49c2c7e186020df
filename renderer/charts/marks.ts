/**
 * The left edge of each label beside its line at `x`, in the given order, pixels: right of the line, or left of it if
 * the label would leave the plot at `right` or touch the next line's label.
 */
export const besideLines = (
  lines: readonly { readonly x: number; readonly width: number }[],
  right: number,
): number[] => {
  const gap = 6
  const lefts = lines.map(({ x }) => x + gap)
  const order = lines
    .map((_, index) => index)
    .sort((a, b) => (lines[b]?.x ?? 0) - (lines[a]?.x ?? 0))
  let free = right
  for (const index of order) {
    const { x, width } = lines[index] ?? { x: 0, width: 0 }
    const left = x + gap + width > free ? x - gap - width : x + gap
    lefts[index] = left
    free = Math.min(x, left) - gap
  }
  return lefts
}
