import type { SavedForecast } from '#shared/ipc/views.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { answerLines } from '#shared/savings/lines.ts'
import type { OutlookRow } from '#shared/strategy/outlook.ts'
import { verdictWords } from '#shared/strategy/outlook-words.ts'
import { dollars } from '../../../../lib/format.ts'
import { rateWords } from '../../../../lib/savings-words.ts'
import { inputWords } from '../input-words.ts'
import { figures } from '../outcome/use-outcome.ts'

/** One strategy of one scenario, as a column of the comparison. */
export interface ComparedStrategy {
  /** The scenario's id and the strategy's part. */
  readonly key: string
  readonly name: string
  readonly saved: SavedForecast
  readonly row: OutlookRow
  readonly strategy: Strategy | null
}

export interface ComparedRow {
  readonly label: string
  readonly values: readonly string[]
  readonly differs: boolean
  /** The row that matters most. */
  readonly lead: boolean
  readonly part: 'input' | 'result'
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const savingsOf = (strategy: Strategy | null, key: 'you' | 'employer' | 'total'): string => {
  const line = answerLines(strategy).find((each) => each.key === key)
  return line === undefined ? '–' : rateWords(line, line.absent)
}

/** What each strategy was asked with and what it brings, row by row; what is not known is an en dash. */
export const comparedRows = (columns: readonly ComparedStrategy[]): readonly ComparedRow[] => {
  const row = (
    part: ComparedRow['part'],
    label: string,
    read: (column: ComparedStrategy) => string,
    lead = false,
  ): ComparedRow => {
    const values = columns.map(read)
    return { part, label, values, lead, differs: new Set(values).size > 1 }
  }
  const words = columns.map(({ saved }) => inputWords(saved))
  const inputs = (words[0] ?? []).map(({ label, field }) =>
    row(
      'input',
      `${label}, asked`,
      ({ saved }) => inputWords(saved).find((each) => each.field === field)?.value ?? '–',
    ),
  )
  const month =
    (market: 'poor' | 'typical' | 'good') =>
    ({ row: { outlook } }: ComparedStrategy): string => {
      const income = outlook[market]
      return income === null
        ? '–'
        : `${income.between ? 'about ' : ''}${dollars(Math.round(income.month))}`
    }
  return [
    ...inputs,
    row('result', 'Poor markets, a month', month('poor')),
    row('result', 'Typical markets, a month', month('typical'), true),
    row('result', 'Good markets, a month', month('good')),
    row(
      'result',
      'Against the need',
      ({ row: { verdict } }) => capital(verdictWords(verdict, figures)) || '–',
    ),
    row('result', 'Retires at', ({ row: { outlook } }) => String(outlook.retirementAge ?? '–')),
    row('result', 'You save', ({ strategy }) => savingsOf(strategy, 'you')),
    row('result', 'Employer adds', ({ strategy }) => savingsOf(strategy, 'employer')),
    row('result', 'Saved in total', ({ strategy }) => savingsOf(strategy, 'total')),
    row('result', 'RiskLevel, as the service says', ({ strategy }) => strategy?.riskLevel || '–'),
  ]
}
