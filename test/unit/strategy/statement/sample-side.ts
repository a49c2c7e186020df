import type { Strategy } from '#shared/express/reading.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import type { SavedAnswer, Side } from '#shared/strategy/statement/side.ts'
import type { Rules } from '#shared/strategy/statement/statement.ts'
import { emptyPercentile, emptyStrategy } from '../sample-forecast.ts'

/** Small answers, and rules for their statements. */

export const rules: Rules = {
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  unitsOf: () => ({ readAs: usualReadAs, source: 'Acme' }),
}

/** A strategy with $4,000 a month in average and $3,600 in poor markets at 65, and a goal of $4,500. */
export const aStrategy = (over: Partial<Strategy> = {}): Strategy => ({
  ...emptyStrategy('Current'),
  retirementAge: 65,
  goal: 54_000,
  percentiles: [emptyPercentile(10, 43_200), emptyPercentile(50, 48_000)],
  ...over,
})

export const anAnswer = (
  strategies: readonly Strategy[] = [aStrategy()],
  over: Partial<SavedAnswer> = {},
): SavedAnswer => ({
  id: 'a-1',
  savedAt: '2026-11-20T14:20:00Z',
  environment: { id: 'uat', name: 'Acme', kind: 'uat' },
  subject: { participantId: 'P-1', name: 'Maria Alvarez' },
  profile: null,
  inputs: {},
  claim: undefined,
  reading: { strategies: [...strategies], accountMappings: [], communicationXml: '', notes: [] },
  ...over,
})

export const aSide = (strategy: Strategy = aStrategy()): Side => ({
  role: 'today',
  saved: anAnswer([strategy]),
  strategy,
  age: strategy.retirementAge,
  units: { readAs: usualReadAs, source: 'Acme' },
  path: 'StrategyOutput[Current]',
})
