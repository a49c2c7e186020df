import { adviceRules } from './advice-rules.ts'

/**
 * Percent in equity for an age: 90 up to 25 years before retirement, falling evenly to 50 at retirement and to 30 seven
 * years later. An assumption shaped like published target-date paths. No path ends later than for retirement at 70.
 */
export const glidePath = (age: number, retirementAge: number): number => {
  const toGo = Math.min(retirementAge, adviceRules.latestRetirement) - age
  if (toGo >= 25) return 90
  if (toGo >= 0) return 50 + (40 * toGo) / 25
  return Math.max(30, 50 + (20 * toGo) / 7)
}
