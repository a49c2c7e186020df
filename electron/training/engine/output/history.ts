import type { Mix } from '../data/capital-markets.ts'
import type { Household } from '../person/household.ts'
import { equityOf } from '../mixes.ts'
import { cents, hashText, times } from '../numbers.ts'

const quarters = 12

const monthOf = (index: number) => ({
  Year: String(Math.floor(index / 12)),
  Month: String((index % 12) + 1),
})

const thisMonth = ({ today }: Household) => today.year * 12 + today.month - 1

/**
 * Three invented years of quarter-end balances that end with today's; each row says that it is
 * simulated. The row's shape is invented.
 */
export const balanceHistory = (household: Household) =>
  Object.fromEntries(
    household.accounts.map((account) => {
      let balance = account.balance
      const rows = times(quarters, (back) => {
        const month = thisMonth(household) - back * 3
        const row = { ...monthOf(month), Balance: cents(balance), Simulated: true }
        const hash = hashText(`${household.profile.userId}|${account.id}|${month}`)
        balance /= 1.022 + ((hash % 1000) / 1000 - 0.5) * 0.09
        return row
      })
      return [account.id, rows.reverse()]
    }),
  )

type Phase = readonly [months: number, stocks: number, steady: number]

/**
 * Each storyline has a name and phases. A phase has its number of months and the monthly growth of
 * stocks and of everything else, as fractions.
 */
const storylines: readonly (readonly [name: string, ...phases: Phase[]])[] = [
  ['Crash and recovery (stylized)', [6, 0.004, 0.003], [14, -0.045, 0.002], [40, 0.0145, 0.003]],
  ['Slow decade (stylized)', [24, -0.012, 0.004], [60, 0.006, 0.003], [36, -0.001, 0.0025]],
  ['Inflation decade (stylized)', [20, -0.02, -0.004], [70, 0.007, 0.001], [30, 0.002, -0.002]],
]

const startWithoutBalance = 10_000

/**
 * Follows today's money month by month through three invented markets. They show typical bad times,
 * not actual years.
 */
export const historicalScenarios = (household: Household, mix: Mix, balance: number) =>
  storylines.map(([name, ...phases]) => {
    const equity = equityOf(mix) / 100
    let value = balance > 0 ? balance : startWithoutBalance
    let benchmark = value
    let month = thisMonth(household)
    const Balance = phases.flatMap(([months, stocks, steady]) =>
      times(months, () => {
        const wave = Math.sin(month * 1.7) * 0.011
        value *= 1 + equity * (stocks + wave) + (1 - equity) * (steady + wave * 0.12)
        benchmark *= 1 + 0.6 * (stocks + wave) + 0.4 * (steady + wave * 0.12)
        return { ...monthOf(month++), Value: cents(value), BenchmarkValue: cents(benchmark) }
      }),
    )
    return { Balance, Name: name, BenchmarkName: '60 % stocks, 40 % bonds (stylized)' }
  })
