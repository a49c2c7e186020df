import type { RecordSummary } from '#shared/records/record.ts'
import { incomeWords } from '#shared/strategy/outlook/outlook-words.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { dollars } from '../../lib/format.ts'
import { useReadAs } from '../advise/forecast/use-read-as.ts'

/** The lines of a list with forecasts' incomes in dollars a month, read by the setting for units. */
export const useIncomeLines = () => {
  const readAs = useReadAs()
  return (items: readonly RecordSummary[]): readonly RecordSummary[] =>
    items.map((item) => {
      const { incomes, environment } = item
      if (incomes === undefined) return item
      const then = { ...usualReadAs, sustainableIncome: incomes.period }
      const { sustainableIncome } = readAs({ environment, readAs: then }).readAs
      const months = sustainableIncome === 'year' ? 12 : 1
      const words = incomeWords(incomes.rows, (amount) => dollars(amount / months))
      return { ...item, summary: `${words} a month${incomes.then}` }
    })
}
