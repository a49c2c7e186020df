import type { Figure, Said, Sign } from '../../figures/figure.ts'
import { exactAmount, shownAmount } from './amount.ts'

/** Writes figures and sentences, and gives other code the little that it may know about amounts. */

export type { Said, Sign }
export {
  bare,
  capitalized,
  enumerated,
  paragraph,
  said,
  separated,
  signed,
} from '../../figures/said.ts'

/** Writes amounts in the reader's notation: dollars, without cents unless `digits` is given, and percent of 0–100. */
export interface FigureWriter {
  readonly dollars: (value: number, digits?: number) => string
  readonly percent: (value: number, digits?: number) => string
  /** Called with each figure that is written. */
  readonly wrote?: (figure: Figure, text: string) => void
}

/**
 * A figure as shown. `sign`: `own` writes a minus, `always` also a plus, and `never` writes only
 * the amount, for sentences whose words give the direction.
 */
export const writeFigure = (figure: Figure, writer: FigureWriter, sign: Sign = 'own'): string => {
  const amount = shownAmount(figure)
  const size = Math.abs(amount)
  const written =
    figure.unit === 'dollars'
      ? writer.dollars(size, figure.digits)
      : figure.unit === 'percent'
        ? writer.percent(size, figure.digits)
        : String(size)
  const mark = amount < 0 ? '−' : amount > 0 && sign === 'always' ? '+' : ''
  const text = `${figure.about ? 'about ' : ''}${sign === 'never' ? '' : mark}${written}`
  writer.wrote?.(figure, text)
  return text
}

/** A figure for a file: the shown amount as a number for a spreadsheet. */
export const exportFigure = (figure: Figure, writer?: Pick<FigureWriter, 'wrote'>): number => {
  const amount = shownAmount(figure)
  writer?.wrote?.(figure, String(amount))
  return amount
}

/** The sentence as text. */
export const written = (sentence: Said, writer: FigureWriter): string =>
  sentence
    .map((part) => (typeof part === 'string' ? part : writeFigure(part.figure, writer, part.sign)))
    .join('')

/** The sentences without those that read the same as an earlier one. */
export const eachOnce = (sentences: readonly Said[]): readonly Said[] => [
  ...new Map(sentences.map((sentence) => [written(sentence, americanWriter), sentence])).values(),
]

/**
 * Number formatters by their digits, kept because creating one takes a hundred times as long as
 * using it.
 */
const dollarFormats = new Map<number, Intl.NumberFormat>()
const dollarFormat = (digits: number): Intl.NumberFormat => {
  const known = dollarFormats.get(digits)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  dollarFormats.set(digits, made)
  return made
}

/** Writes figures in American notation, for texts that are saved or sent. */
export const americanWriter: FigureWriter = {
  dollars: (value, digits = 0) => dollarFormat(digits).format(value),
  percent: (value, digits = 1) =>
    `${value.toLocaleString('en-US', { maximumFractionDigits: digits })}%`,
}

/** The sign of the shown amount: -1, 0 or 1. */
export const signOf = (figure: Figure): number => Math.sign(shownAmount(figure))

/** Compares figures by their shown amounts, ascending. */
export const byAmount = (a: Figure, b: Figure): number => shownAmount(a) - shownAmount(b)

/** True if two figures show the same amount in the same unit. */
export const isSameAmount = (a: Figure, b: Figure): boolean =>
  a.unit === b.unit && a.per === b.per && shownAmount(a) === shownAmount(b)

/** True if two figures show the same amount, or if both are unknown. */
export const isAlike = (a: Figure | null, b: Figure | null): boolean =>
  a === null || b === null ? a === b : isSameAmount(a, b)

/**
 * Maps figures to positions on an axis, from 0 for the smallest to 1 for the largest; 0.5 if all
 * are the same.
 */
export const axisOf = (figures: readonly Figure[]): ((figure: Figure) => number) => {
  const amounts = figures.map(exactAmount)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  return (figure) => (most - least < 1 ? 0.5 : (exactAmount(figure) - least) / (most - least))
}

/** Maps figures to heights (0–1) on an axis from zero to the largest figure. */
export const heightOf = (figures: readonly Figure[]): ((figure: Figure) => number) => {
  const most = Math.max(1, ...figures.map(exactAmount))
  return (figure) => exactAmount(figure) / most
}
