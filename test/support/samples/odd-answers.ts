import { asObject } from '../as-object.ts'
import { forecastAnswer, forecastCurrentAnswer } from './express-answers.ts'

/**
 * Unusual answers that the service might give, by name. Each is a complete Express Forecast answer.
 */

type Leaf = string | number | boolean | null

const mapLeaves = (value: unknown, change: (leaf: Leaf) => unknown): unknown => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return change(value)
  if (typeof value !== 'object' || value === null) return change(null)
  if (Array.isArray(value)) return value.map((item: unknown) => mapLeaves(item, change))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change)]),
  )
}

/** Changes every field called `name`, at any depth. */
const mapFields = (value: unknown, name: string, change: (value: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => mapFields(item, name, change))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === name ? change(item) : mapFields(item, name, change),
    ]),
  )
}

const [current, revised] = forecastAnswer().StrategyOutput
const withStrategies = (StrategyOutput: unknown) => ({ ...forecastAnswer(), StrategyOutput })
const ofType = (StrategyType: string) => ({ ...revised, StrategyType })

const oddPercentages = [75, 5, 97.5, 33, 50.5]
const oddPercentiles = (strategy: typeof current) => ({
  ...strategy,
  Percentile: oddPercentages.map((Percentage, index) => ({
    ...strategy?.Percentile[index % 3],
    Percentage,
    Label: `p${Percentage}`,
  })),
})

const manyAccounts = Array.from({ length: 200 }, (_, index) => ({
  AccountId: `account-${index}`,
  PlanId: `P-${index}`,
  PlanType: index % 2 === 0 ? '401K' : 'IRA',
}))
const byManyAccounts = (value: (index: number) => unknown) =>
  Object.fromEntries(manyAccounts.map(({ AccountId }, index) => [AccountId, value(index)]))
const withManyAccounts = (strategy: typeof current) => ({
  ...strategy,
  InvestmentSelections: byManyAccounts((index) => [{ FundId: `F-${index}`, Percentage: 100 }]),
  AssetMixAdvisableAccounts: byManyAccounts(() => strategy?.AssetMixHousehold),
  BalanceHistory: byManyAccounts((index) => [{ Date: '2026-06-30', Balance: index * 1000 }]),
  Percentile: strategy?.Percentile.map((percentile) => ({
    ...percentile,
    IncomeSources: manyAccounts.map(({ AccountId }) => ({
      ...percentile.IncomeSources[0],
      Account: AccountId,
    })),
    AccountBalance: manyAccounts.map(({ AccountId }) => ({
      ...percentile.AccountBalance[0],
      Account: AccountId,
    })),
  })),
})

/** Series that begin and end at different ages and have different steps; one runs backwards. */
const outOfLine = (() => {
  let count = 0
  return (points: unknown): unknown => {
    if (!Array.isArray(points)) return points
    const all: readonly unknown[] = points
    count += 1
    if (count % 5 === 0) return []
    if (count % 5 === 1) return all.slice(count % 7)
    if (count % 5 === 2) return all.filter((_, index) => index % 3 === 0)
    return count % 5 === 3 ? all.toReversed() : all.slice(0, -(count % 11))
  }
})()

const isNumericText = (leaf: Leaf): leaf is string =>
  typeof leaf === 'string' && /^-?\d+(\.\d+)?$/.test(leaf)

export const oddAnswers = {
  'numbers as text': mapLeaves(forecastAnswer(), (leaf) =>
    typeof leaf === 'number' ? String(leaf) : leaf,
  ),
  'text as numbers': mapLeaves(forecastAnswer(), (leaf) =>
    isNumericText(leaf) ? Number(leaf) : leaf,
  ),
  'booleans as text': mapLeaves(forecastAnswer(), (leaf) =>
    typeof leaf === 'boolean' ? String(leaf) : leaf,
  ),
  'null for every value': mapLeaves(forecastAnswer(), () => null),
  'null for every list': mapFields(
    mapFields(forecastAnswer(), 'Values', () => null),
    'Asset',
    () => null,
  ),
  'null for every strategy': withStrategies([null, null]),
  'one StrategyOutput object': withStrategies(revised),
  'five strategies': withStrategies([
    current,
    revised,
    ofType('Cautious'),
    ofType('Bold'),
    ofType(''),
  ]),
  'an unknown StrategyType': withStrategies([ofType('Hypothetical')]),
  'two of the same StrategyType': withStrategies([revised, revised]),
  'percentiles other than 10, 50 and 90 in any order': withStrategies([
    oddPercentiles(current),
    oddPercentiles(revised),
  ]),
  'one percentile': withStrategies([{ ...current, Percentile: current?.Percentile.slice(1, 2) }]),
  'empty Asset lists': mapFields(forecastAnswer(), 'Asset', () => []),
  '200 accounts': {
    ...forecastAnswer(),
    StrategyOutput: [withManyAccounts(current), withManyAccounts(revised)],
    AccountMappings: manyAccounts,
  },
  'ages that do not line up': mapFields(forecastAnswer(), 'Values', outOfLine),
  'the reduced form': forecastCurrentAnswer(),
  'no strategy': withStrategies([]),
  'nothing at all': {},
  'an error in a success': { Success: false, ErrorMessage: 'The plan is not set up.' },
  'properties nobody knows': {
    ...asObject(mapFields(forecastAnswer(), 'Rating', () => ({ Stars: 3, Of: [5] }))),
    Trace: { Id: 'x', Hops: [1, 2, 3] },
  },
} as const satisfies Readonly<Record<string, unknown>>

export type OddAnswer = keyof typeof oddAnswers
