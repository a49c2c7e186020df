import type { SavedForecast } from '#shared/records/saved.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { answerLines } from '#shared/savings/lines.ts'
import type { OutlookRow } from '#shared/strategy/outlook/outlook.ts'
import { capital, verdictWords } from '#shared/strategy/outlook/outlook-words.ts'
import { dollars } from '../../../../lib/format.ts'
import { rateWords } from '../../../../lib/savings-words.ts'
import { inputWords } from '../input-words.ts'
import { aboutDollars, figures } from '../outcome/use-outcome.ts'
import type { Cell } from '../../../../charts/figures.ts'

/** One strategy of one scenario, as a column of the comparison. */
export interface ComparedStrategy {
  /** The scenario's id and the strategy's role. */
  readonly key: string
  readonly name: string
  readonly saved: SavedForecast
  readonly row: OutlookRow
  readonly strategy: Strategy | null
}

type RawReader = Readonly<Record<string, (column: ComparedStrategy) => Cell>>

/** Inputs that are a single number; the others are words. */
const askedRaw: Readonly<Record<string, RawReader>> = {
  RetirementAge: { 'Retirement age, asked': ({ saved }) => saved.inputs.RetirementAge ?? null },
  Salary: { 'Salary, asked, dollars a year': ({ saved }) => saved.inputs.Salary ?? null },
}

/** The inputs and results of each strategy, row by row; unknown values are an en dash. */
export const comparedRows = (columns: readonly ComparedStrategy[]) => {
  const row = (
    label: string,
    read: (column: ComparedStrategy) => string,
    raw: RawReader = { [label]: read },
  ) => {
    const values = columns.map(read)
    return {
      label,
      values,
      differs: new Set(values).size > 1,
      /** True for the most important row. */
      lead: false,
      /** Raw figures under names with their units, for a file. */
      raw: Object.entries(raw).map(([name, figure]) => ({ name, figures: columns.map(figure) })),
    }
  }
  const [first] = columns
  const inputs = (first ? inputWords(first.saved) : []).map(({ label, field }, index) =>
    row(`${label}, asked`, ({ saved }) => inputWords(saved)[index]?.value ?? '–', askedRaw[field]),
  )
  const incomeRow = (label: string, market: 'poor' | 'typical' | 'good') => {
    const incomeOf = ({ row: { outlook } }: ComparedStrategy) => {
      const income = outlook[market]
      return income && { ...income, month: Math.round(income.month) }
    }
    const words = (column: ComparedStrategy) => {
      const income = incomeOf(column)
      return income === null ? '–' : aboutDollars(income)
    }
    return row(`${label}, a month`, words, {
      [`${label}, dollars a month`]: (column) => incomeOf(column)?.month ?? null,
      [`${label}, between percentiles`]: (column) => (incomeOf(column)?.between ? 'yes' : 'no'),
    })
  }
  const savingsRow = (label: string, key: 'you' | 'employer' | 'total') => {
    const lineOf = ({ strategy }: ComparedStrategy) =>
      answerLines(strategy).find((each) => each.key === key)
    const words = (column: ComparedStrategy) => {
      const line = lineOf(column)
      return line === undefined ? '–' : rateWords(line, line.absent)
    }
    return row(label, words, {
      [`${label}, percent of pay`]: (column) => lineOf(column)?.percent ?? null,
      [`${label}, dollars a year`]: (column) => lineOf(column)?.dollars ?? null,
    })
  }
  return [
    ...inputs,
    incomeRow('Poor markets', 'poor'),
    { ...incomeRow('Typical markets', 'typical'), lead: true },
    incomeRow('Good markets', 'good'),
    row('Need, a month', ({ row: { need } }) => (need === null ? '–' : dollars(need.month)), {
      'Need, dollars a month': ({ row: { need } }) => need && Math.round(need.month),
    }),
    row(
      'Against the need',
      ({ row: { verdict } }) => capital(verdictWords(verdict, figures)) || '–',
    ),
    row('Retires at', ({ row: { outlook } }) => String(outlook.retirementAge ?? '–'), {
      'Retires at age': ({ row: { outlook } }) => outlook.retirementAge,
    }),
    savingsRow('You save', 'you'),
    savingsRow('Employer adds', 'employer'),
    savingsRow('Saved in total', 'total'),
    row('RiskLevel, as the service says', ({ strategy }) => strategy?.riskLevel || '–'),
  ]
}
