import type { Figure, SavingFigures } from '#shared/figures/figure.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import { exportFigure, written, type Said } from '#shared/strategy/statement/said.ts'
import { sideOf, type SavedAnswer, type Side } from '#shared/strategy/statement/side.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { americanWriter } from './statements.ts'

/** The two sides of an answer with these strategies. */
export const sidesWith = (
  current: Strategy | null,
  revised: Strategy | null = null,
  readAs: Partial<ReadAs> = {},
): { readonly current: Side | null; readonly revised: Side | null } => {
  const saved: SavedAnswer = {
    id: 'answer',
    savedAt: '2026-11-27T15:00:00.000Z',
    environment: { id: 'uat', name: 'UAT', kind: 'uat', place: 'there' },
    profile: aProfile(),
    inputs: {},
    reading: {
      strategies: [current, revised].filter((each) => each !== null),
      accountMappings: [],
      communicationXml: '',
      notes: [],
    },
    subject: { name: 'Maria', participantId: 'P-1' },
  }
  const unitsOf = () => ({ readAs: { ...usualReadAs, ...readAs }, source: 'UAT' })
  return {
    current: sideOf('today', saved, current, unitsOf),
    revised: sideOf('recommended', saved, revised, unitsOf),
  }
}

/** A figure for a typed value. */
export const aFigure = (
  value: number,
  unit: 'percent' | 'dollars' | 'age' = 'percent',
): Figure => ({
  id: `typed/${unit}/${value}`,
  unit,
  per: 'year',
  tax: '',
  dollarsOf: '',
  digits: unit === 'percent' ? 2 : 0,
  steps: [{ sign: '+', text: String(value), origin: { from: 'typed', what: 'Value' } }],
  fitted: '',
  about: false,
  sentence: '',
  basis: '',
  rule: '',
})

export const aSaving = (percent: number | null, dollars: number | null = null): SavingFigures => ({
  percent: percent === null ? null : aFigure(percent),
  dollars: dollars === null ? null : aFigure(dollars, 'dollars'),
})

export const amountOf = (figure: Figure | null | undefined): number | null =>
  figure === null || figure === undefined ? null : exportFigure(figure)

export const inWords = (sentence: Said): string => written(sentence, americanWriter)
