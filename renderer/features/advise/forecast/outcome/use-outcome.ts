import type { Strategy } from '#shared/express/reading.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import {
  needsOf,
  outlookOf,
  outlookRows,
  salaryForNeed,
  type MarketIncome,
} from '#shared/strategy/outlook/outlook.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import {
  claimWords,
  leverPhrases,
  outlookSentence,
} from '#shared/strategy/outlook/outlook-words.ts'
import { dollars, percent } from '../../../../lib/format.ts'
import { useProgram } from '../../../../stores/program-store.ts'
import { usePair } from '../use-read-as.ts'

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
    const typicalOf = (strategy: Strategy | null) =>
      strategy === null ? null : (outlookOf(strategy, choice).typical?.month ?? null)
    const rows = outlookRows({
      ...strategies,
      ...needs,
      planAge: saved.inputs.RetirementAge ?? null,
      choice,
    })
    return {
      rows,
      own: rows.find(({ role }) => role === 'plan') ?? rows.find(({ role }) => role === 'today'),
      need: needs.need,
      /** How the plan's claim age was entered; empty if none was tried. */
      approximation: saved.claim ? claimWords(saved.claim, figures) : '',
      sentence: outlookSentence(rows, leverPhrases(saved, figures), figures),
      /** Further strategies of the service, dollars a month in typical markets. */
      others: others.map((each) => ({
        name: each.type || 'Unnamed',
        month: typicalOf(each),
      })),
    }
  }
}
