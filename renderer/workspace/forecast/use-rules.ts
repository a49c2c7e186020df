import type { Rules } from '#shared/strategy/statement/statement.ts'
import { useProgram } from '../program-store.ts'
import { useReadAs } from './use-read-as.ts'

/**
 * Our rules for statements, from Settings. Returns a function; computed values that call it are
 * updated when a rule changes.
 */
export const useRules = () => {
  const program = useProgram()
  const readAs = useReadAs()
  return (): Rules => ({
    choice: {
      poor: program.settings?.cautiousPercentile ?? 10,
      average: program.settings?.headlinePercentile ?? 50,
    },
    shareOfPay: program.settings?.onTrackShare ?? 70,
    unitsOf: (saved) => {
      const { readAs: units, source } = readAs(saved)
      return { readAs: units, source }
    },
  })
}
