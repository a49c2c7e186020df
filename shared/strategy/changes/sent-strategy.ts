import type { Strategy } from '../../express/reading.ts'
import type { EnrollInputs } from '../../express/requests.ts'
import { identityKey } from '../../identity-key.ts'
import type { Receipt } from '../../records/receipt.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import { limitsOfRate } from '../../savings/own-rates.ts'
import { rulesSaid, savingYear } from '../../savings/saving-year.ts'
import { pickPair } from '../pick.ts'
import { inputDifferences } from './input-differences.ts'
import { savingsChanges } from './savings-changes.ts'

/** Finds the strategy that a submission sent among the strategies in the known answers. */

type Reviewed = Pick<SavedForecast, 'inputs' | 'claim' | 'reading' | 'profile' | 'savedAt' | 'said'>
type Mappings = Parameters<typeof savingsChanges>[2]
type Rates = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Percent of pay of the participant's own savings, by plan and kind; null if a rate changes over the years. */
const ratesOf = (strategy: Strategy, mappings: Mappings): Rates | null => {
  const { rows } = savingsChanges(strategy, null, mappings)
  const own = rows.filter(({ whose }) => whose !== 'employer')
  if (own.some(({ years }) => years !== null)) return null
  const byPlan = Map.groupBy(own, ({ planId }) => identityKey(planId))
  return new Map(
    [...byPlan].map(([plan, ofPlan]) => {
      const byKind = Map.groupBy(ofPlan, ({ kind, type }) => kind ?? identityKey(type))
      const sums = [...byKind].map(([kind, each]): [string, number] => [
        kind,
        each.reduce((sum, row) => sum + (row.currentPercent ?? 0), 0),
      ])
      return [plan, new Map(sums)]
    }),
  )
}

const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005
const at = (rates: ReadonlyMap<string, number> | undefined, kind: string) => rates?.get(kind) ?? 0

/** The sent rates by plan and kind. */
const ratesIn = ({ SavingsRateDetails = [] }: EnrollInputs): Rates => {
  const byPlan = Map.groupBy(SavingsRateDetails, ({ PlanId = '' }) => identityKey(PlanId))
  return new Map(
    [...byPlan].map(([plan, rates]) => [
      plan,
      new Map(
        rates.map(({ SavingsType = '', Value }): [string, number] => [
          kindOf({ type: SavingsType, isRoth: false }) ?? identityKey(SavingsType),
          Number(Value),
        ]),
      ),
    ]),
  )
}

/**
 * True if `had` includes the savings that were sent for a plan, even if the law turns some of their
 * pre-tax money into Roth or cuts them to `most` percent of pay.
 */
const counts = (
  had: ReadonlyMap<string, number> | undefined,
  sent: ReadonlyMap<string, number>,
  most: number,
) => {
  const [pretax, roth] = [at(had, 'pretax'), at(had, 'roth')]
  const moved = Math.max(0, (sent.get('pretax') ?? 0) - pretax)
  const isCut = pretax + roth >= most - 0.01
  return [...sent].every(([kind, rate]) => {
    if (kind === 'pretax') return moved === 0 ? isSame(pretax, rate) : isCut || roth > moved - 0.005
    if (kind === 'roth') return isSame(roth, rate + moved) || (isCut && roth < rate + moved)
    return isSame(at(had, kind), rate)
  })
}

/**
 * The rates to look for: those in `base` if it includes the sent rates, otherwise the sent rates
 * together with the rates in `base` that were not sent.
 */
const wantedOf = (base: Rates, sent: Rates, mostOf: (plan: string) => number): Rates =>
  [...sent].every(([plan, rates]) => counts(base.get(plan), rates, mostOf(plan)))
    ? base
    : new Map([
        ...base,
        ...[...sent].map(
          ([plan, rates]) => [plan, new Map([...(base.get(plan) ?? []), ...rates])] as const,
        ),
      ])

/**
 * True if the savings are the same in every plan. Pre-tax money that the law turns into Roth still
 * counts as the same money.
 */
const areSame = (wanted: ReadonlyMap<string, number>, had: ReadonlyMap<string, number>) => {
  const kinds = new Set([...wanted.keys(), ...had.keys()])
  const apart = [...kinds].filter((kind) => !isSame(at(wanted, kind), at(had, kind)))
  if (apart.length === 0) return true
  const both = (rates: ReadonlyMap<string, number>) => at(rates, 'pretax') + at(rates, 'roth')
  return (
    apart.every((kind) => kind === 'pretax' || kind === 'roth') &&
    at(had, 'pretax') < at(wanted, 'pretax') &&
    isSame(both(wanted), both(had))
  )
}

const areSameRates = (wanted: Rates, had: Rates | null): boolean => {
  const none: ReadonlyMap<string, number> = new Map()
  return (
    had !== null &&
    [...new Set([...wanted.keys(), ...had.keys()])].every((plan) =>
      areSame(wanted.get(plan) ?? none, had.get(plan) ?? none),
    )
  )
}

/**
 * Inputs to leave out of the comparison. Rates and age are compared separately, and a desired
 * income changes only the goal.
 */
const besides = {
  RetirementAge: undefined,
  SavingsRateDetails: undefined,
  DesiredRetirementIncome: undefined,
}

/** True if all other inputs of a forecast are the same as those sent and no claim age was tried. */
const isMadeAlike = (
  { inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>,
  sent: EnrollInputs,
) =>
  claim === undefined &&
  inputDifferences({ ...inputs, ...besides }, { ...sent, ...besides }).length === 0

/** True if everything besides rates that was tried for a forecast was also sent. */
const isAsSent = (saved: Pick<SavedForecast, 'inputs' | 'claim'>, sent: EnrollInputs): boolean =>
  isMadeAlike(saved, sent) &&
  (saved.inputs.RetirementAge === undefined || sent.RetirementAge !== undefined)

/**
 * The highest percent of pay that may go into a plan, given the savings into the other plans;
 * unlimited without a file.
 */
const mostIn =
  (reviewed: Reviewed | null, { SavingsRateDetails = [], Salary }: EnrollInputs) =>
  (plan: string): number => {
    const profile = reviewed?.profile ?? null
    if (reviewed === null || profile === null) return Number.POSITIVE_INFINITY
    const { accounts, contributions } = profile
    const salary = Salary ?? profile.salary
    const others = SavingsRateDetails.flatMap(({ PlanId = '', SavingsType = '', Value }) =>
      identityKey(PlanId) === plan
        ? []
        : [{ planId: PlanId, savingsType: SavingsType, percent: Number(Value) }],
    )
    const rules = rulesSaid(reviewed.said)
    const { wagesBefore } = rules
    const year = savingYear({ ...profile, salary, wagesBefore }, new Date(reviewed.savedAt), rules)
    const saver = { accounts, contributions, salary, year }
    const { plan: ofPlan, law } = limitsOfRate({ planId: plan, savingsType: '' }, others, saver)
    return Math.min(ofPlan ?? 100, law?.percent ?? 100)
  }

/**
 * The strategy that saves at the sent rates and retires at the sent age. It comes from the submission's own answer,
 * otherwise from `forecasts` of the same file, such as the accepted one. Revised is tried first, because its funds are
 * the service's. If no strategy retires at that age, it is Current in the submission's answer, whose table of
 * retirement ages may contain the age. Null if no strategy saves at these rates.
 */
export const sentStrategyOf = (
  { inputs, forecast }: Pick<Receipt, 'inputs' | 'forecast'>,
  forecasts: readonly Reviewed[],
): Strategy | null => {
  const own = pickPair(forecast?.strategies ?? [])
  const alike = forecasts.filter((each) => isMadeAlike(each, inputs))
  const before = alike.map(({ reading }) => pickPair(reading.strategies))
  const mappings = [
    ...(forecast?.accountMappings ?? []),
    ...alike.flatMap(({ reading }) => reading.accountMappings),
  ]
  const asInFile = alike.find((each) => each.inputs.SavingsRateDetails === undefined)
  const base = own.current ?? pickPair(asInFile?.reading.strategies ?? []).current
  const counted = base && ratesOf(base, mappings)
  if (base === null || counted === null) return null
  const wanted = wantedOf(counted, ratesIn(inputs), mostIn(forecasts[0] ?? null, inputs))
  const age = inputs.RetirementAge ?? base.retirementAge
  const fitting = [
    own.revised,
    ...before.map(({ revised }) => revised),
    own.current,
    ...before.map(({ current }) => current),
  ].filter((strategy) => strategy !== null && areSameRates(wanted, ratesOf(strategy, mappings)))
  return (
    fitting.find((strategy) => strategy?.retirementAge === age) ??
    fitting.find((strategy) => strategy === own.current) ??
    null
  )
}

/** A submission as a forecast. */
export interface SentForecast {
  readonly saved: SavedForecast
  /** The strategy in `saved` that is exactly what was sent. */
  readonly strategy: Strategy
  /** The forecast whose Revised strategy was recommended. */
  readonly offered: SavedForecast
}

/**
 * Turns a submission into a forecast whose strategy is exactly what was sent. The strategy comes from the submission's
 * own answer, otherwise from the reviewed forecast, otherwise from `plain`, a forecast of the same file without changes:
 * the same request has the same figures, whatever was tried before it. `main` stands in where no forecast was reviewed.
 * If something tried for the reviewed forecast was not sent, the recommendation is that of `plain`, unless `isShown` says
 * that the reviewed forecast is the one shown. Null if no answer has figures for exactly what was sent.
 */
export const sentForecastOf = (
  { receipt, reviewed }: { readonly receipt: Receipt; readonly reviewed: SavedForecast | null },
  main: SavedForecast,
  { plain, isShown }: { readonly plain: SavedForecast | null; readonly isShown: boolean },
): SentForecast | null => {
  const isOfFile = plain !== null && plain.fileSha256 === receipt.likeness.file
  const forecasts = [...(reviewed ? [reviewed] : []), ...(isOfFile ? [plain] : [])]
  const strategy = sentStrategyOf(receipt, forecasts)
  if (strategy === null) return null
  const other = forecasts.find((each) => each === plain && isAsSent(each, receipt.inputs))
  const isReviewed = reviewed === null || isShown || isAsSent(reviewed, receipt.inputs)
  const offered = isReviewed ? (reviewed ?? main) : (other ?? reviewed)
  const {
    claim: _claim,
    scenario: _scenario,
    goal: _goal,
    runs: _runs,
    lastRunAt: _last,
    ...rest
  } = offered
  const own = receipt.forecast?.strategies.includes(strategy) === true ? receipt.forecast : null
  const source = forecasts.find(({ reading }) => reading.strategies.includes(strategy)) ?? offered
  return {
    strategy,
    offered,
    saved: {
      ...rest,
      id: own === null ? source.id : receipt.id,
      savedAt: receipt.sentAt,
      inputs: receipt.inputs,
      reading: {
        ...(own ?? source.reading),
        accountMappings: [
          ...(receipt.forecast?.accountMappings ?? []),
          ...source.reading.accountMappings,
        ],
      },
    },
  }
}
