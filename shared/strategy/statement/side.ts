import type { ReadAs } from '../../express/read-as.ts'
import type { Percentile, Series, Strategy } from '../../express/reading.ts'
import type { Figure } from '../../figures/figure.ts'
import { inPath } from '../../figures/path.ts'
import type { SavedForecast } from '../../records/saved.ts'

/**
 * A side is one strategy in one answer, as sent, together with the units of its amounts.
 */

export type Role = 'today' | 'plan' | 'recommended'

/**
 * The units for amounts without a specified unit, and whose setting they come from, in words that
 * follow “the setting of”.
 */
export interface Units {
  readonly readAs: ReadAs
  readonly source: string
}

export type SavedAnswer = Pick<
  SavedForecast,
  'id' | 'savedAt' | 'environment' | 'profile' | 'inputs' | 'claim' | 'reading' | 'subject'
>

/** The part of a saved result that its units depend on. */
export type Sent = Pick<SavedForecast, 'id' | 'environment' | 'readAs'>

export interface Side {
  readonly role: Role
  readonly saved: SavedAnswer
  /** Amounts as sent. */
  readonly strategy: Strategy
  /** This side's retirement age: for a plan the requested age, otherwise the answer's own. */
  readonly age: number | null
  readonly units: Units
  /** The strategy's path in the answer: `StrategyOutput[Current]`. */
  readonly path: string
}

/** The path of one of an answer's strategies: `StrategyOutput[Current]`. */
export const pathOf = ({ reading: { strategies } }: SavedAnswer, strategy: Strategy): string => {
  const isOnlyOne = strategies.filter(({ type }) => type === strategy.type).length === 1
  const name =
    isOnlyOne && strategy.type !== '' ? inPath(strategy.type) : strategies.indexOf(strategy)
  return `StrategyOutput[${name}]`
}

/** The side of `strategy`, which is one of `saved`'s; `null` for no strategy. */
export const sideOf = (
  role: Role,
  saved: SavedAnswer | null,
  strategy: Strategy | null,
  unitsOf: (saved: Sent) => Units,
): Side | null => {
  if (saved === null || strategy === null) return null
  const asked = role === 'plan' ? saved.inputs.RetirementAge : undefined
  return {
    role,
    saved,
    strategy,
    age: asked ?? strategy.retirementAge,
    units: unitsOf(saved),
    path: pathOf(saved, strategy),
  }
}

/** The path of one of a side's percentiles, by its percentage as sent. */
export const percentilePath = ({ path }: Side, { percentage, isShare }: Percentile): string =>
  `${path}.Percentile[${percentage === null ? '' : isShare ? percentage / 100 : percentage}]`

/** The start of the ids of a side's figures. */
export const idOf = ({ saved, path }: Side): string => `${saved.id}/${path}`

/** True if the answer has yearly figures for the side's retirement age. */
export const isDrawn = ({ age, strategy }: Side): boolean => age === strategy.retirementAge

export const isTraining = ({ saved }: Side): boolean => saved.environment.kind === 'training'

/** The kind of dollars of a side's incomes; empty if nobody says. */
export const dollarsIn = (side: Side): Figure['dollarsOf'] => {
  const { dollarsOf } = side.units.readAs
  if (dollarsOf !== 'notSaid') return dollarsOf
  return isTraining(side) ? 'today' : ''
}

/** Says in which dollars a side's incomes are. */
const kindOfDollars = (side: Side): string =>
  ({
    today: 'in today’s dollars',
    year: 'in dollars of each year',
    '': 'of a year that the service does not say',
  })[dollarsIn(side)]

type UnitField =
  'sustainableIncome' | 'incomeGoal' | 'incomeSources' | 'socialSecurity' | 'savingsDollars'

/**
 * Describes the unit of the answer's amounts: the period that the setting `field` gives, the tax
 * basis in `tax`, and whose setting it is.
 */
export const basisWords = (side: Side, field: UnitField, tax: 'before' | 'after' | ''): string => {
  const { readAs, source } = side.units
  const taxes = {
    after: isTraining(side)
      ? ', after federal tax'
      : ', and the service does not say whether after tax',
    before: isTraining(side) ? ', before tax' : ', and the service does not say whether before tax',
    '': '',
  }[tax]
  const whose = isTraining(side)
    ? 'Training computes it so.'
    : `Our reading, the setting of ${source}; the specification does not say.`
  return `Sent as dollars a ${readAs[field]}${taxes}, ${kindOfDollars(side)}. ${whose}`
}

const keysOf = ({ type, account, contributionType, investor }: Series): readonly string[] =>
  [type, account, contributionType, /^participant$/i.test(investor) ? '' : investor].filter(
    (key) => key !== '',
  )

/**
 * The path of a series, built from its own values: `IncomeSources[AccountIncome, PLAN-1, PreTax]`;
 * ` #2` marks the second series with the same values.
 */
export const seriesPath = (list: string, series: Series, all: readonly Series[]): string => {
  const keys = keysOf(series)
  const alike = all.filter((other) => keys.every((key) => keysOf(other).includes(key)))
  const number = alike.length === 1 ? '' : ` #${alike.indexOf(series) + 1}`
  return `${list}[${keys.map(inPath).join(', ')}${number}]`
}
