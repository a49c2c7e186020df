import type { Strategy } from '#shared/express/reading.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import {
  needsOf,
  outlookOf,
  outlookRows,
  salaryForNeed,
  type MarketIncome,
  type OutlookRow,
} from '#shared/strategy/outlook/outlook.ts'
import { alikeOf, changesNothing } from '#shared/strategy/claim-approximation.ts'
import {
  claimBrief,
  claimWords,
  leverPhrases,
  outlookSentence,
} from '#shared/strategy/outlook/outlook-words.ts'
import { dollars, percent } from '../../../../lib/format.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { usePair, useReadAs } from '../use-read-as.ts'

export const figures = { dollars, percent }

/** An income a month in dollars; `about` if it lies between two percentiles. */
export const aboutDollars = ({ month, between }: Pick<MarketIncome, 'month' | 'between'>): string =>
  `${between ? 'about ' : ''}${dollars(month)}`

/** A result, and its base of comparison. */
interface Outcome {
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

/** How far a percentile may be from the chosen one without a word. */
const near = 10

const distantWords = (rows: readonly OutlookRow[], wanted: number) => {
  const used = rows.flatMap(({ outlook: { typical } }) =>
    typical === null || Math.abs(typical.percentile - wanted) <= near ? [] : [typical.percentile],
  )
  return used.length === 0
    ? ''
    : `The answer has no percentile near ${wanted}: “typical” figures are its percentile ${[...new Set(used)].join(' and ')}.`
}

/** The percentiles of poor and typical markets, by Settings. */
export const useMarketChoice = () => {
  const program = useProgram()
  return () => ({
    cautious: program.settings?.cautiousPercentile ?? 10,
    typical: program.settings?.headlinePercentile ?? 50,
  })
}

/** Reads an outcome by the rules in Settings; computed values that use it follow them. */
export const useOutcomeReader = () => {
  const program = useProgram()
  const marketChoice = useMarketChoice()
  const readAs = useReadAs()
  const pairOf = usePair()

  return ({ saved, today: atHand, need: asked }: Outcome) => {
    const today = todayFor(saved, atHand)
    const choice = marketChoice()
    const { current, revised, others } = pairOf(saved)
    const isToday = changesNothing(saved)
    const strategyOfToday = isToday ? current : today === null ? null : pairOf(today).current
    const salary = salaryForNeed(today, saved)
    const strategies = {
      today: strategyOfToday,
      plan: isToday ? null : current,
      recommended: revised,
    }
    const needs = needsOf(strategies, {
      asked,
      salary,
      shareOfSalary: program.settings?.onTrackShare ?? 70,
    })
    const alike = alikeOf(saved, strategyOfToday, readAs(saved).readAs)
    const typicalOf = (strategy: Strategy | null) =>
      strategy === null ? null : (outlookOf(strategy, choice).typical?.month ?? null)
    const rows = outlookRows({
      ...strategies,
      ...needs,
      planAge: saved.inputs.RetirementAge ?? null,
      choice,
      ...(alike === undefined ? {} : { comparedWith: alike }),
    })
    const approximationOf = (claim: Claim) => {
      const typical = { asIs: typicalOf(strategyOfToday), alike: typicalOf(alike ?? null) }
      return {
        brief: claimBrief(claim, typical, figures),
        full: claimWords(claim, typical, figures),
      }
    }
    return {
      rows,
      own: rows.find(({ role }) => role === 'plan') ?? rows.find(({ role }) => role === 'today'),
      need: needs.need,
      /** Says that “typical” figures are of a distant percentile, because the answer has none near; else empty. */
      distant: distantWords(rows, choice.typical),
      /** The meaning of the plan's claim age, in one line and in sentences; `null` if none was tried. */
      approximation: saved.claim ? approximationOf(saved.claim) : null,
      sentence: outlookSentence(rows, leverPhrases(saved, figures), figures),
      /** Further strategies of the service, dollars a month in typical markets. */
      others: others.map((each) => ({
        name: each.type || 'Unnamed',
        month: typicalOf(each),
      })),
    }
  }
}

export type OutcomeReading = ReturnType<ReturnType<typeof useOutcomeReader>>
