import { adviceRules } from './advice-rules.ts'
import type { Fund } from './funds.ts'
import type { Household, PlanAccount } from './household.ts'
import { mostAdvised, type Movable } from './movable.ts'

/** Years after its date at which a target-date fund has become its family's income fund. */
const yearsToIncome = 7

/** The household's retirement year by its glide path. */
export const retirementYear = ({ today, age, retirementAge }: Household): number =>
  today.year + Math.min(retirementAge, adviceRules.latestRetirement) - age

/** Years between a target-date fund's date and retirement; `null` for any other fund. */
export const yearsApart = (household: Household, { target }: Fund): number | null => {
  if (target === null) return null
  const past = household.today.year - yearsToIncome
  const year = target === 'income' ? past : target
  // A person retired before the income fund's year is also at its date.
  return Math.abs(year - Math.max(retirementYear(household), past))
}

/**
 * The account's target-date fund of the right year and only the bound rest: a held one that is near enough, otherwise
 * the nearest. `null` if the plan has none that is near and takes the money.
 */
export const targetDateFund = (
  household: Household,
  account: PlanAccount,
  { today, bound, floors, free }: Movable,
): readonly number[] | null => {
  if (free < adviceRules.leastPosition) return null
  const choices = account.positions.flatMap((position, index) => {
    const apart = yearsApart(household, position.fund)
    const held = today[index] ?? 0
    const fits = bound[index] === null && mostAdvised(position, held) >= free + (floors[index] ?? 0)
    const near = apart !== null && apart <= adviceRules.targetYearsApart
    return fits && near
      ? [{ index, apart, held: held >= adviceRules.leastPosition ? held : 0 }]
      : []
  })
  const [best] = choices.sort((left, right) => right.held - left.held || left.apart - right.apart)
  if (!best) return null
  return bound.map(
    (percent, index) => percent ?? (floors[index] ?? 0) + (index === best.index ? free : 0),
  )
}
