import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import { marketsIn } from '#shared/strategy/statement/markets.ts'
import type { Role } from '#shared/strategy/statement/side.ts'
import {
  ownStrategy,
  strategyIn,
  type Statement,
  type StrategyStatement,
} from '#shared/strategy/statement/statement.ts'
import { useParticipant } from '../participant-store.ts'

/**
 * The chosen strategy and market. The outcome panel sets both, and everything else on screen follows. The choice is
 * kept while levers move and results change; opening another participant resets it.
 */
export const useChosen = defineStore('chosen', () => {
  const participant = useParticipant()
  /** If `null`, the plan is shown, or Today if there is no plan. */
  const role = ref<Role | null>(null)
  const market = ref<Market>('average')

  watch(
    () => `${participant.opened?.handle}/${participant.opened?.chosen}`,
    () => {
      role.value = null
      market.value = 'average'
    },
  )

  /** The strategy on screen; `null` if the answer has none. */
  const strategyOf = (statement: Pick<Statement, 'strategies'>): StrategyStatement | null =>
    (role.value && strategyIn(statement, role.value)) ??
    ownStrategy(statement) ??
    statement.strategies[0] ??
    null

  /**
   * The market on screen: the chosen market if the answer has it, otherwise average markets,
   * otherwise the first available market.
   */
  const marketOf = (statement: Pick<Statement, 'strategies'>): Market => {
    const known = marketsIn(statement)
    return (
      [market.value, 'average' as const].find((each) => known.includes(each)) ??
      known[0] ??
      'average'
    )
  }

  const pick = (statement: Pick<Statement, 'strategies'>, wanted: Role) => {
    role.value = ownStrategy(statement)?.role === wanted ? null : wanted
  }
  const nextMarket = (statement: Pick<Statement, 'strategies'>) => {
    const known = marketsIn(statement)
    market.value = known[(known.indexOf(marketOf(statement)) + 1) % known.length] ?? 'average'
  }

  return { market, strategyOf, marketOf, pick, nextMarket }
})
