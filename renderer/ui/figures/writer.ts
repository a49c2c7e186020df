import type { FigureWriter } from '#shared/strategy/statement/said.ts'
import { dollars, percent } from '../../lib/format.ts'

/** Writes figures in the reader's locale. */
export const screenWriter: FigureWriter = { dollars, percent }
