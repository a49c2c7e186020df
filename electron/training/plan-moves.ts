import { fromNumeric } from '#shared/numeric-text.ts'
import type { Json } from '#shared/json.ts'
import type { FullForecast, FullStrategyOutput } from './engine/index.ts'
import type { Election, FundMove, PlanMoves } from './projection-job.ts'

interface Share {
  readonly name: string
  readonly percent: number
  /** Percent of new money; `null` without advice. */
  readonly newMoney: number | null
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const sharesOf = (
  strategy: FullStrategyOutput | undefined,
  accountId: string,
): ReadonlyMap<string, Share> =>
  new Map(
    (strategy?.InvestmentSelections[accountId] ?? []).map((row) => [
      textOf(row['FundId']),
      {
        name: textOf(row['FundName']),
        percent: fromNumeric(row['Percent']) ?? 0,
        newMoney: fromNumeric(row['FuturePercent']),
      },
    ]),
  )

const fundMoves = (from: ReadonlyMap<string, Share>, to: ReadonlyMap<string, Share>): FundMove[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((fundId) => ({
      fundId,
      name: to.get(fundId)?.name ?? from.get(fundId)?.name ?? '',
      from: from.get(fundId)?.percent ?? 0,
      to: to.get(fundId)?.percent ?? 0,
    }))
    .filter((move) => move.from > 0 || move.to > 0)

const elections = (shares: ReadonlyMap<string, Share>): Election[] =>
  [...shares].flatMap(([fundId, { name, newMoney }]) =>
    newMoney !== null && newMoney > 0 ? [{ fundId, name, percent: newMoney }] : [],
  )

/** Changes of Revised against Current by plan: funds, and the funds of new money. */
export const planMoves = ({ StrategyOutput, AccountMappings }: FullForecast): PlanMoves[] => {
  const current = StrategyOutput.find(({ StrategyType }) => StrategyType === 'Current')
  const revised = StrategyOutput.find(({ StrategyType }) => StrategyType === 'Revised') ?? current
  return AccountMappings.map(({ AccountId, PlanId }) => ({
    planId: PlanId,
    funds: fundMoves(sharesOf(current, AccountId), sharesOf(revised, AccountId)),
    elections: elections(sharesOf(revised, AccountId)),
  }))
}
