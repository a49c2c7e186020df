import type { TextMark } from '#shared/report/page-model.ts'
import type { Said } from '#shared/figures/figure.ts'
import { writeFigure } from '#shared/strategy/statement/said.ts'
import { paperWriter } from './figures.ts'
import { legible } from './legible.ts'

/** Text for paper: plain, or a sentence with its figures. */
export type Words = string | Said

/** Text as it is printed, with the position and the id of each figure in it. */
export interface Printed {
  readonly text: string
  readonly figures: NonNullable<TextMark['figures']>
}

/**
 * Writes `words` in characters that the embedded font has. A figure’s position covers its amount,
 * but not the `about` before it.
 */
export const printed = (words: Words | Printed): Printed => {
  if (typeof words === 'string') return { text: legible(words), figures: [] }
  if ('text' in words) return words
  const figures: Printed['figures'][number][] = []
  let whole = ''
  for (const part of words) {
    if (typeof part === 'string') {
      whole += part
      continue
    }
    const text = writeFigure(part.figure, paperWriter, part.sign)
    const to = legible(whole).length + text.length
    figures.push({
      from: to - text.slice(text.lastIndexOf(' ') + 1).length,
      to,
      id: part.figure.id,
    })
    whole += text
  }
  return { text: legible(whole), figures }
}

/** The words as text, for screen readers. */
export const plainText = (words: Words): string => printed(words).text

/** The part of a text between two positions. A figure that crosses a cut has a part on either side. */
const partOf = ({ text, figures }: Printed, from: number, to: number): Printed => ({
  text: text.slice(from, to),
  figures: figures.flatMap((figure) => {
    const [start, end] = [Math.max(figure.from, from) - from, Math.min(figure.to, to) - from]
    return start < end ? [{ ...figure, from: start, to: end }] : []
  }),
})

/**
 * Assigns the figures of `whole` to `lines`. The lines are pieces of `whole`, without the spaces
 * and line ends between them.
 */
export const inLines = (whole: Printed, lines: readonly string[]): readonly Printed[] => {
  let end = 0
  return lines.map((line) => {
    const start = whole.text.indexOf(line, end)
    end = start + line.length
    return partOf(whole, start, end)
  })
}
