import { computed, type ComputedRef } from 'vue'
import type { Strategy } from '#shared/express/reading.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import {
  needsOf,
  outlookOf,
  outlookRows,
  salaryForNeed,
  type Need,
  type OutlookRow,
} from '#shared/strategy/outlook.ts'
import { alikeOf, changesNothing } from '#shared/strategy/claim-approximation.ts'
import {
  claimBrief,
  claimWords,
  leverPhrases,
  outlookSentence,
} from '#shared/strategy/outlook-words.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { dollars, percent } from '../../../../lib/format.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { useReadAs } from '../use-read-as.ts'

export const figures = {
  dollars: (value: number) => dollars(value),
  percent: (value: number) => percent(value),
}

/** The result on screen, and its base of comparison. */
export interface Outcome {
  readonly saved: SavedForecast
  /** The forecast without inputs in the same environment; `null` if not at hand. */
  readonly today: SavedForecast | null
  /** Dollars a month entered by the advisor, else `null`. */
  readonly need: number | null
}

/** Two environments are not compared: figures of one are no change of the other's. */
const todayFor = (saved: SavedForecast, today: SavedForecast | null): SavedForecast | null =>
  today !== null &&
  today.environment.id === saved.environment.id &&
  today.environment.place === saved.environment.place
    ? today
    : null

/** The meaning of a plan's claim age: in one line, and in sentences. */
export interface Approximation {
  readonly brief: string
  readonly full: readonly string[]
}

const approximationOf = (
  claim: Claim,
  typical: { readonly asIs: number | null; readonly alike: number | null },
): Approximation => ({
  brief: claimBrief(claim, typical, figures),
  full: claimWords(claim, typical, figures),
})

/** An outcome's rows, need and sentence. */
export interface OutcomeReading {
  readonly rows: readonly OutlookRow[]
  readonly need: Need | null
  readonly sentence: string
  /** Says that “typical” figures are of a distant percentile, because the answer has none near; else empty. */
  readonly distant: string
  /** The meaning of the plan's claim age; `null` if none was tried. */
  readonly approximation: Approximation | null
  /** Further strategies of the service, dollars a month in typical markets. */
  readonly others: readonly { readonly name: string; readonly month: number | null }[]
}

/** How far a percentile may be from the chosen one without a word. */
const near = 10

const distantWords = (rows: readonly OutlookRow[], wanted: number): string => {
  const used = rows.flatMap(({ outlook: { typical } }) =>
    typical === null || Math.abs(typical.percentile - wanted) <= near ? [] : [typical.percentile],
  )
  return used.length === 0
    ? ''
    : `The answer has no percentile near ${wanted}: “typical” figures are its percentile ${[...new Set(used)].join(' and ')}.`
}

/** Reads an outcome by the rules in Settings; computed values that use it follow them. */
export const useOutcomeReader = (): ((outcome: Outcome) => OutcomeReading) => {
  const program = useProgram()
  const readAs = useReadAs()
  const pairOf = (saved: SavedForecast) =>
    pickPair(strategiesInYears(saved.reading.strategies, readAs(saved).readAs))

  return ({ saved, today: atHand, need: asked }) => {
    const today = todayFor(saved, atHand)
    const {
      onTrackShare = 70,
      headlinePercentile = 50,
      cautiousPercentile = 10,
    } = program.settings ?? {}
    const choice = { cautious: cautiousPercentile, typical: headlinePercentile }
    const { current, revised, others } = pairOf(saved)
    const isToday = changesNothing(saved)
    const strategyOfToday = isToday ? current : today === null ? null : pairOf(today).current
    const salary = salaryForNeed(today, saved)
    const strategies = {
      today: strategyOfToday,
      plan: isToday ? null : current,
      recommended: revised,
    }
    const needs = needsOf(strategies, { asked, salary, shareOfSalary: onTrackShare })
    const alike = alikeOf(saved, strategyOfToday, readAs(saved).readAs)
    const typicalOf = (strategy: Strategy | null): number | null =>
      strategy === null ? null : (outlookOf(strategy, choice).typical?.month ?? null)
    const rows = outlookRows({
      ...strategies,
      ...needs,
      planAge: saved.inputs.RetirementAge ?? null,
      choice,
      ...(alike === undefined ? {} : { comparedWith: alike }),
    })
    return {
      rows,
      need: needs.need,
      distant: distantWords(rows, headlinePercentile),
      approximation:
        saved.claim === undefined
          ? null
          : approximationOf(saved.claim, {
              asIs: typicalOf(strategyOfToday),
              alike: typicalOf(alike ?? null),
            }),
      sentence: outlookSentence(rows, leverPhrases(saved, figures), figures),
      others: others.map((each) => ({
        name: each.type || 'Unnamed',
        month: outlookOf(each, choice).typical?.month ?? null,
      })),
    }
  }
}

/** The reading of the outcome on screen, updated live. */
export const useOutcome = (outcome: () => Outcome): ComputedRef<OutcomeReading> => {
  const read = useOutcomeReader()
  return computed(() => read(outcome()))
}
