import type { Strategy } from '../../express/reading.ts'
import {
  needOf,
  outlookAt,
  outlookRows,
  verdictOf,
  type MarketChoice,
  type Need,
  type NeedOptions,
  type Verdict,
} from './outlook.ts'
import { pickPair } from '../pick.ts'

/** One person's figures in a call list: where they stand, how much a call can add, and what would be enough. */

interface CallOptions extends Omit<NeedOptions, 'asked'> {
  readonly choice: MarketChoice
}

/** Bounds the search of the table: nobody plans to retire later. */
const latestAge = 100

/**
 * The earliest later retirement age in the service's table at which typical income reaches the need. An age between two
 * sent ones would be our figure, not the answer's.
 */
const retireAtOf = (current: Strategy, need: Need | null, choice: MarketChoice): number | null => {
  const own = current.retirementAge
  if (own === null || need === null) return null
  for (let age = Math.floor(own) + 1; age <= latestAge; age += 1) {
    const outlook = outlookAt(current, age, choice)
    if (outlook.typical === null || outlook.typical.between) continue
    if ((verdictOf(outlook, need).typicalGap ?? -1) >= 0) return age
  }
  return null
}

/**
 * The figures of one answer to a request without inputs, dollars a month; `null` if the answer does not say. Strategy
 * amounts are dollars a year.
 */
export const callFigures = (
  strategies: readonly Strategy[],
  { salary, shareOfSalary, choice }: CallOptions,
) => {
  const { current, revised } = pickPair(strategies)
  const need = needOf(current, { asked: null, salary, shareOfSalary })
  const rows = outlookRows({
    today: current,
    plan: null,
    planAge: null,
    recommended: revised,
    need,
    choice,
  })
  const today = rows.find(({ role }) => role === 'today')
  const verdict: Verdict = today?.verdict ?? { kind: 'unknown', poorGap: null, typicalGap: null }
  return {
    outlook: today?.outlook ?? null,
    need,
    verdict,
    /** Typical income of the recommended strategy less today's, whole dollars. */
    adds: rows.find(({ role }) => role === 'recommended')?.more ?? null,
    retireAt:
      current !== null && verdict.kind === 'short' ? retireAtOf(current, need, choice) : null,
  }
}
