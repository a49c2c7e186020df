import type { Household } from '../household.ts'
import { hashText } from '../text-hash.ts'
import type { FullStrategyOutput } from '../service-shapes.ts'
import { cents } from './rounding.ts'

const quarters = 12

/**
 * Three invented years of quarter-end balances that lead up to today's, so that there is a history to show; each row
 * says that it is simulated. Equal for the same account and day. Row shape is our own.
 */
export const balanceHistory = (household: Household): FullStrategyOutput['BalanceHistory'] =>
  Object.fromEntries(
    household.accounts.map((account) => {
      let balance = account.balance
      const rows = Array.from({ length: quarters }, (_, back) => {
        const monthIndex = household.today.year * 12 + household.today.month - 1 - back * 3
        const row = {
          Year: String(Math.floor(monthIndex / 12)),
          Month: String((monthIndex % 12) + 1),
          Balance: cents(balance),
          Simulated: true,
        }
        const swing =
          ((hashText(`${household.profile.userId}|${account.id}|${monthIndex}`) % 1000) / 1000 -
            0.5) *
          0.09
        balance /= 1.022 + swing
        return row
      })
      return [account.id, rows.reverse()]
    }),
  )
