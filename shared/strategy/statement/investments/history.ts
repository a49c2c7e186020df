import { inPath } from '../../../figures/path.ts'
import type { HistoricalScenario } from '../../../express/reading.ts'
import { historicalScenarios, type Scenario } from '../../charts/scenarios.ts'
import type { Figure } from '../../../figures/figure.ts'
import { figure, fromAnswer, inParentheses, step } from '../make.ts'
import { paragraph, said, signed, signOf, type Said } from '../said.ts'
import { idOf, type Side } from '../side.ts'

/**
 * Past market periods, with the returns of the mix and its benchmark, and the worst fall in each.
 */

export interface PastStretch extends Scenario {
  /** Percent from the first value to the last, with its sign; `null` if unknown. */
  readonly mixReturn: Figure | null
  readonly benchmarkReturn: Figure | null
  /** Percent below an earlier high, so never positive; `null` if unknown. */
  readonly fall: Figure | null
  /** Dollars in each month, in the order of `times`; `null` for a value that was not sent. */
  readonly mix: readonly (Figure | null)[]
  readonly benchmark: readonly (Figure | null)[]
}

type Field = 'Value' | 'BenchmarkValue'

interface Point {
  /** Calendar time in years, as in the chart. */
  readonly time: number
  readonly value: number
  readonly place: string
}

/** The monthly values in order, each with its path. */
const pointsOf = (
  { years, months, values, benchmarkValues }: HistoricalScenario,
  field: Field,
): readonly Point[] =>
  [...years]
    .map((year, index) => ({
      time: year + ((months[index] || 1) - 1) / 12,
      value: (field === 'Value' ? values : benchmarkValues)[index] ?? Number.NaN,
      place: `Balance[Year ${year}, Month ${months[index] ?? ''}].${field}`,
    }))
    .filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value))
    .sort((a, b) => a.time - b.time)

const changeOf = (
  from: Point | undefined,
  to: Point | undefined,
  made: { readonly id: string; readonly path: string; readonly sentence: string },
): Figure | null =>
  from === undefined || to === undefined || from.value <= 0
    ? null
    : figure({
        id: made.id,
        unit: 'percent',
        per: 'once',
        digits: 1,
        steps: [
          inParentheses([
            fromAnswer(to.value, `${made.path}.${to.place}`),
            fromAnswer(from.value, `${made.path}.${from.place}`, '÷'),
            step('−', 1, { from: 'constant', what: 'the start' }),
          ]),
          step('×', 100, { from: 'constant', what: 'percent' }),
        ],
        sentence: made.sentence,
        basis: 'Percent over the whole stretch, from past markets.',
      })

/** The values of every month, in the order of the chart. */
const monthsOf = (
  times: Float64Array,
  points: readonly Point[],
  made: { readonly id: string; readonly path: string; readonly what: string },
): readonly (Figure | null)[] => {
  const byTime = new Map(points.map((point) => [point.time, point]))
  return Array.from(times, (time) => {
    const point = byTime.get(time)
    return point === undefined
      ? null
      : figure({
          id: `${made.id}/${point.place}`,
          per: 'once',
          steps: [fromAnswer(point.value, `${made.path}.${point.place}`)],
          sentence: `What ${made.what} was worth in this month.`,
          basis: 'Dollars, as the service sends them, from past markets.',
        })
  })
}

/** The high and the low points of the deepest fall. */
const worstFall = (points: readonly Point[]) => {
  let high: Point | undefined
  let worst: { readonly high: Point; readonly low: Point; readonly ratio: number } | null = null
  for (const point of points) {
    if (high === undefined || point.value > high.value) high = point
    const ratio = high.value > 0 ? point.value / high.value : 1
    if (worst === null || ratio < worst.ratio) worst = { high, low: point, ratio }
  }
  return worst
}

const nothing = { mixReturn: null, benchmarkReturn: null, fall: null, mix: [], benchmark: [] }

/** The past market periods from {@link historicalScenarios} with their figures. */
export const historyOf = (side: Side): readonly PastStretch[] => {
  const sent = side.strategy.historicalScenarios
  const drawn = sent.filter(({ years }) => years.some(Number.isFinite))
  return historicalScenarios(side.strategy).map((scenario, index) => {
    const raw = drawn[index]
    if (raw === undefined) return { ...scenario, ...nothing }
    const at = sent.indexOf(raw)
    const alike = sent.filter(({ name }) => name === raw.name)
    const name = raw.name === '' || alike.length > 1 ? String(at) : inPath(raw.name)
    const [path, id] = [`${side.path}.HistoricalScenarios[${name}]`, `${idOf(side)}/history/${at}`]
    const [mix, benchmark] = [pointsOf(raw, 'Value'), pointsOf(raw, 'BenchmarkValue')]
    const worst = worstFall(mix)
    const whole = (points: readonly Point[], field: Field, sentence: string) =>
      changeOf(points[0], points.at(-1), { id: `${id}/${field}`, path, sentence })
    return {
      ...scenario,
      mixReturn: whole(mix, 'Value', `What the mix returned over “${scenario.name}”.`),
      benchmarkReturn: whole(
        benchmark,
        'BenchmarkValue',
        `What the benchmark returned over “${scenario.name}”.`,
      ),
      mix: monthsOf(scenario.times, mix, { id, path, what: 'the mix' }),
      benchmark: monthsOf(scenario.times, benchmark, { id, path, what: 'the benchmark' }),
      fall: changeOf(worst?.high, worst?.low, {
        id: `${id}/fall`,
        path,
        sentence: `The deepest fall of the mix from an earlier high within “${scenario.name}”.`,
      }),
    }
  })
}

/** A sentence about what the mix and the benchmark returned, and the worst fall. */
export const historySentence = ({ mixReturn, benchmarkReturn, fall }: PastStretch): Said => {
  if (mixReturn === null) return ['Value by month.']
  return paragraph(
    said`Over this period the mix returns ${signed(mixReturn)}${benchmarkReturn && said`, the benchmark ${signed(benchmarkReturn)}`}.`,
    fall === null || signOf(fall) === 0 ? [] : said`The worst fall on the way is ${signed(fall)}.`,
  )
}
