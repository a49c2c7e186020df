import { written, type FigureWriter, type Said } from '#shared/strategy/statement/said.ts'
import { dollars, percent } from '../../lib/format.ts'

/** Writes figures in the reader's locale. */
export const screenWriter: FigureWriter = { dollars, percent }

/** A sentence as plain text, for canvases, labels and the clipboard. */
export const textOf = (sentence: Said | string): string =>
  typeof sentence === 'string' ? sentence : written(sentence, screenWriter)
