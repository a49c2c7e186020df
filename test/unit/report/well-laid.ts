import { expect } from 'vitest'
import type { ReportPage, TextMark } from '#shared/report/page-model.ts'

const margin = 48

const textMarks = (page: ReportPage): readonly TextMark[] =>
  page.blocks.flatMap(({ marks }) => marks.filter((mark) => mark.kind === 'text'))

/**
 * Misplaced texts: outside the margins, overlapping, or crossed from top to bottom by a dashed
 * line.
 */
const faultsOf = (page: ReportPage): readonly string[] => {
  const texts = textMarks(page)
  const outside = texts.filter(
    ({ x, width, y }) =>
      x < margin - 0.5 || x + width > page.width - margin + 0.5 || y < 10 || y > page.height - 20,
  )
  const boxes = texts.map((mark) => ({
    mark,
    left: mark.x,
    right: mark.x + mark.width,
    top: mark.y - mark.size * 0.72,
    bottom: mark.y,
  }))
  const over = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.left < other.right - 0.5 &&
          other.left < one.right - 0.5 &&
          one.top < other.bottom - 0.3 &&
          other.top < one.bottom - 0.3,
      )
      .map((other) => `“${one.mark.text}” over “${other.mark.text}”`),
  )
  const dashes = page.blocks
    .flatMap(({ marks }) => marks.filter((mark) => mark.kind === 'line'))
    .filter(({ dashed, points: [x, , to] }) => dashed && x === to)
  const crossed = dashes.flatMap(({ points: [x = 0, from = 0, , to = 0] }) =>
    boxes
      .filter(({ left, right, top, bottom }) => left < x && x < right && top < to && from < bottom)
      .map(({ mark }) => `a dashed line crosses “${mark.text}”`),
  )
  return [...crossed, ...outside.map(({ text }) => `outside: ${text}`), ...over]
}

/** Fails for each misplaced text, with its page. */
export const expectWell = (pages: readonly ReportPage[]): void => {
  for (const [index, page] of pages.entries())
    expect(faultsOf(page), `page ${index + 1}`).toEqual([])
}
