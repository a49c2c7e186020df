import { deathProbability } from './data/life-table.ts'

/** People who die in their first year die early in it; later deaths are spread evenly over the year. */
const shareOfLastYearLived = (age: number): number => (age === 0 ? 0.1 : 0.5)

const expectancies = (probabilities: readonly number[]): readonly number[] => {
  const result = new Array<number>(probabilities.length)
  let next = 0
  for (let age = probabilities.length - 1; age >= 0; age--) {
    const dying = probabilities[age] ?? 1
    next = (1 - dying) * (1 + next) + dying * shareOfLastYearLived(age)
    result[age] = next
  }
  return result
}

const male = expectancies(deathProbability.male)
const female = expectancies(deathProbability.female)

/**
 * Remaining years at an exact whole age, from the yearly death probabilities. A gender that starts with neither M nor F
 * gets the average of both tables. Beyond the table half a year.
 */
export const remainingYears = (age: number, gender: string): number => {
  const index = Math.max(0, Math.floor(age))
  const men = male[index] ?? 0.5
  const women = female[index] ?? 0.5
  const initial = gender.trim().charAt(0).toUpperCase()
  return initial === 'M' ? men : initial === 'F' ? women : (men + women) / 2
}

/** Average age at death of a person of this age today, whole years. */
export const expectedAge = (age: number, gender: string): number =>
  Math.round(age + remainingYears(age, gender))
