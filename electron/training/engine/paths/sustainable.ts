import { percentiles } from '../assumptions.ts'
import { lasts, needOf, type Need, type Simulation } from './simulation.ts'

/** Precision of an income level, and the highest level tried, in dollars a year. */
const precision = 0.001
const highest = 1e9

/** Precision of a fully solved path, dollars a year. */
const closeness = 20

/** One of this many paths, sorted by rough level, is solved fully to calibrate the others. */
const calibrationStep = 48

/**
 * If a calibrated estimate is off by more than this share, the bounds of its path are not narrowed.
 */
const estimateError = 0.03

/** The income to try between two bounds: moves by steps until both bounds are known, then takes their middle. */
const nextTry = (low: number, high: number, step: number) => {
  const next = high === highest ? low + step : low === 0 ? high - step : (low + high) / 2
  return next > 0 ? next : (low + high) / 2
}

/** The level withdrawal that empties each path's accounts at the end, ignoring taxes and other income. */
const roughLevels = ({ plan, paths, growth, atRetirement, saving }: Simulation): Float64Array => {
  const { years, retirement, accounts, bucketAccount } = plan
  const buckets = plan.buckets.length
  const rough = new Float64Array(paths)
  for (let path = 0; path < paths; path++) {
    const total = saving[retirement * paths + path] ?? 0
    let discount = 1
    let payments = 0
    for (let year = retirement; year < years; year++) {
      payments += discount
      const market = (path * years + year) * accounts
      let grown = 0
      for (let bucket = 0; bucket < buckets; bucket++) {
        grown +=
          (atRetirement[path * buckets + bucket] ?? 0) *
          (growth[market + (bucketAccount[bucket] ?? 0)] ?? 0)
      }
      if (grown > 0) discount *= total / grown
    }
    rough[path] = payments > 0 ? total / payments : 0
  }
  return rough
}

/**
 * The highest incomes, dollars of today a year after tax, that last through the last age on all but
 * each percentile's share of the paths. It bisects and remembers the bounds of each path; a path
 * runs again only while its bounds do not decide the question.
 */
export const sustainableLevels = (simulation: Simulation): readonly number[] => {
  const { paths, plan } = simulation
  const bears = new Float64Array(paths)
  const breaks = new Float64Array(paths).fill(highest)
  const room = new Float64Array(plan.years)

  /** True if the need fails on this path. Runs the path only if its known bounds do not decide. */
  const fails = (path: number, need: Need) => {
    if (need.income >= (breaks[path] ?? 0)) return true
    if (need.income <= (bears[path] ?? 0)) return false
    const failed = !lasts(simulation, path, need, null)
    if (failed) breaks[path] = need.income
    else bears[path] = need.income
    return failed
  }

  const solve = (path: number, guess: number): number => {
    let step = Math.max(1000, guess * 0.1)
    let at = guess
    while ((breaks[path] ?? 0) - (bears[path] ?? 0) > closeness && at < highest) {
      fails(path, needOf(plan, at, room))
      at = nextTry(bears[path] ?? 0, breaks[path] ?? 0, step)
      step *= 2
    }
    return bears[path] ?? 0
  }

  /**
   * Brings most paths within a few percent of their answer with two runs each: some paths are solved fully, and the
   * others estimated between them by rough level. A wrong estimate costs time, but never changes the result.
   */
  const narrow = () => {
    const rough = roughLevels(simulation)
    const order = Uint32Array.from(rough, (_, path) => path).sort(
      (left, right) => (rough[left] ?? 0) - (rough[right] ?? 0),
    )
    let from = order[0] ?? 0
    let fromLevel = solve(from, 20_000)
    for (let start = 0; start < paths - 1; start += calibrationStep) {
      const end = Math.min(start + calibrationStep, paths - 1)
      const to = order[end] ?? 0
      const toLevel = solve(to, fromLevel)
      const span = (rough[to] ?? 0) - (rough[from] ?? 0)
      for (let index = start + 1; index < end; index++) {
        const path = order[index] ?? 0
        const part = span > 0 ? ((rough[path] ?? 0) - (rough[from] ?? 0)) / span : 0.5
        const estimate = fromLevel + part * (toLevel - fromLevel)
        fails(path, needOf(plan, estimate * (1 - estimateError), room))
        fails(path, needOf(plan, estimate * (1 + estimateError), room))
      }
      from = to
      fromLevel = toLevel
    }
  }

  const level = (percentage: number): number => {
    const allowed = Math.floor((paths * percentage) / 100)
    const middles = Float64Array.from(bears).sort()
    let low = 0
    let high = highest
    let at = Math.max(1, middles[Math.min(paths - 1, allowed)] ?? 1)
    let step = at * 0.02
    while (high - low > precision && at < highest) {
      let failed = 0
      const need = needOf(plan, at, room)
      for (let path = 0; path < paths; path++) if (fails(path, need)) failed++
      if (failed > allowed) high = at
      else low = at
      at = nextTry(low, high, step)
      step *= 2
    }
    return low
  }

  narrow()
  return percentiles.map(({ percentage }) => level(percentage))
}
