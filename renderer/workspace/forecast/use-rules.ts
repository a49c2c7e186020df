import type { Rules } from '#shared/strategy/statement/statement.ts'
import { useProgram } from '../program-store.ts'
import { useReadAs } from './use-read-as.ts'

/**
 * Our rules for statements, from Settings. Computed values that call the returned function follow
 * changes.
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
