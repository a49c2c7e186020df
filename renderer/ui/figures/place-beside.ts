/** Pixels between the panel and its figure, and between the panel and the window's edges. */
const gap = 8
const wanted = 448
/** If fewer pixels than this are free above and below the figure, the panel covers the figure. */
const leastHeight = 260

/** The panel's position as a style: below or above `anchor`, and always within the window. */
export const placeBeside = (
  { left, top, bottom }: Pick<DOMRect, 'left' | 'top' | 'bottom'>,
  window: { readonly width: number; readonly height: number },
): Readonly<Record<string, string>> => {
  const width = Math.min(wanted, window.width - 2 * gap)
  const across = {
    width: `${width}px`,
    left: `${Math.max(gap, Math.min(left, window.width - width - gap))}px`,
  }
  const [above, below] = [top - 2 * gap, window.height - bottom - 2 * gap]
  if (Math.max(above, below) < leastHeight)
    return { ...across, top: `${gap}px`, maxHeight: `${window.height - 2 * gap}px` }
  return below >= above || below >= leastHeight * 1.5
    ? { ...across, top: `${bottom + gap}px`, maxHeight: `${below}px` }
    : { ...across, bottom: `${window.height - top + gap}px`, maxHeight: `${above}px` }
}
