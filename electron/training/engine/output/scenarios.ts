import type { Mix } from '../data/capital-markets.ts'
import type { CalendarDate } from '../dates.ts'
import { equityOf } from '../mixes.ts'
import type { HistoricalScenario } from '../service-shapes.ts'
import { cents } from './rounding.ts'

/** Monthly growth of stocks and of everything else, as fractions, for `months` months of a phase. */
interface Phase {
  readonly months: number
  readonly stocks: number
  readonly steady: number
}

interface Storyline {
  readonly name: string
  readonly phases: readonly Phase[]
}

const storylines: readonly Storyline[] = [
  {
    name: 'Crash and recovery (stylized)',
    phases: [
      { months: 6, stocks: 0.004, steady: 0.003 },
      { months: 14, stocks: -0.045, steady: 0.002 },
      { months: 40, stocks: 0.0145, steady: 0.003 },
    ],
  },
  {
    name: 'Slow decade (stylized)',
    phases: [
      { months: 24, stocks: -0.012, steady: 0.004 },
      { months: 60, stocks: 0.006, steady: 0.003 },
      { months: 36, stocks: -0.001, steady: 0.0025 },
    ],
  },
  {
    name: 'Inflation decade (stylized)',
    phases: [
      { months: 20, stocks: -0.02, steady: -0.004 },
      { months: 70, stocks: 0.007, steady: 0.001 },
      { months: 30, stocks: 0.002, steady: -0.002 },
    ],
  },
]

const benchmarkName = '60 % stocks, 40 % bonds (stylized)'
const startWithoutBalance = 10_000

/**
 * Today's money through three invented markets, month by month, against a benchmark. Stylized on purpose: they show
 * kinds of bad times, not any actual year. Dates count from today.
 */
export const historicalScenarios = (
  mix: Mix,
  balance: number,
  today: CalendarDate,
): readonly HistoricalScenario[] =>
  storylines.map(({ name, phases }) => {
    const equity = equityOf(mix) / 100
    let value = balance > 0 ? balance : startWithoutBalance
    let benchmark = value
    let month = today.year * 12 + today.month - 1
    const Balance = phases.flatMap((phase) =>
      Array.from({ length: phase.months }, () => {
        const wave = Math.sin(month * 1.7) * 0.011
        value *= 1 + equity * (phase.stocks + wave) + (1 - equity) * (phase.steady + wave * 0.12)
        benchmark *= 1 + 0.6 * (phase.stocks + wave) + 0.4 * (phase.steady + wave * 0.12)
        month++
        return {
          Year: String(Math.floor((month - 1) / 12)),
          Month: String(((month - 1) % 12) + 1),
          Value: cents(value),
          BenchmarkValue: cents(benchmark),
        }
      }),
    )
    return { Balance, Name: name, BenchmarkName: benchmarkName }
  })
