import type { FigureWriter } from '#shared/strategy/statement/said.ts'
import type { Rules } from '#shared/strategy/statement/statement.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'

/** The rules in the default settings. */
export const usualRules: Rules = {
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  unitsOf: () => ({ readAs: usualReadAs, source: 'Training' }),
}

export const writer: FigureWriter = {
  dollars: (value) => `$${value.toLocaleString('en-US')}`,
  percent: (value) => `${value}%`,
}
