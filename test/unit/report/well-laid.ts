import { expect } from 'vitest'
import type { ReportPage, TextMark } from '#shared/report/page-model.ts'

const margin = 48

const textMarks = (page: ReportPage): readonly TextMark[] =>
  page.blocks.flatMap(({ marks }) => marks.filter((mark) => mark.kind === 'text'))

/** Texts outside the margins, and texts that overlap. */
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
  return [...outside.map(({ text }) => `outside: ${text}`), ...over]
}

/** Fails for each misplaced text, with its page. */
export const expectWell = (pages: readonly ReportPage[]): void => {
  for (const [index, page] of pages.entries())
    expect(faultsOf(page), `page ${index + 1}`).toEqual([])
}
