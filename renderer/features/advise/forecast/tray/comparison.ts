import type { SavedForecast } from '#shared/records/saved.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { answerLines } from '#shared/savings/lines.ts'
import type { OutlookRow } from '#shared/strategy/outlook/outlook.ts'
import { verdictWords } from '#shared/strategy/outlook/outlook-words.ts'
import { dollars } from '../../../../lib/format.ts'
import { rateWords } from '../../../../lib/savings-words.ts'
import { inputWords } from '../input-words.ts'
import { aboutDollars, figures } from '../outcome/use-outcome.ts'
import type { Figure } from '../../../../charts/figures.ts'

/** One strategy of one scenario, as a column of the comparison. */
export interface ComparedStrategy {
  /** The scenario's id and the strategy's role. */
  readonly key: string
  readonly name: string
  readonly saved: SavedForecast
  readonly row: OutlookRow
  readonly strategy: Strategy | null
}

interface ComparedRow {
  readonly label: string
  readonly values: readonly string[]
  readonly differs: boolean
  /** True for the most important row. */
  readonly lead: boolean
  /** Raw figures under names with their units, for a file. */
  readonly raw: readonly { readonly name: string; readonly figures: readonly Figure[] }[]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type SavingsKey = 'you' | 'employer' | 'total'
type Market = 'poor' | 'typical' | 'good'
type RawReader = Readonly<Record<string, (column: ComparedStrategy) => Figure>>

const lineOf = (strategy: Strategy | null, key: SavingsKey) =>
  answerLines(strategy).find((each) => each.key === key)
const savingsOf = (strategy: Strategy | null, key: SavingsKey) => {
  const line = lineOf(strategy, key)
  return line === undefined ? '–' : rateWords(line, line.absent)
}
const savingsRaw = (label: string, key: SavingsKey): RawReader => ({
  [`${label}, percent of pay`]: ({ strategy }) => lineOf(strategy, key)?.percent ?? null,
  [`${label}, dollars a year`]: ({ strategy }) => lineOf(strategy, key)?.dollars ?? null,
})
const incomeRaw = (label: string, market: Market): RawReader => ({
  [`${label}, dollars a month`]: ({ row: { outlook } }) => {
    const income = outlook[market]
    return income === null ? null : Math.round(income.month)
  },
  [`${label}, between percentiles`]: ({ row: { outlook } }) =>
    outlook[market]?.between ? 'yes' : 'no',
})
/** Inputs that are a single number; the others are words. */
const askedRaw: Readonly<Record<string, RawReader>> = {
  RetirementAge: { 'Retirement age, asked': ({ saved }) => saved.inputs.RetirementAge ?? null },
  Salary: { 'Salary, asked, dollars a year': ({ saved }) => saved.inputs.Salary ?? null },
}

/** The inputs and results of each strategy, row by row; unknown values are an en dash. */
export const comparedRows = (columns: readonly ComparedStrategy[]): readonly ComparedRow[] => {
  const row = (
    label: string,
    read: (column: ComparedStrategy) => string,
    { lead = false, raw }: { readonly lead?: boolean; readonly raw?: RawReader | undefined } = {},
  ) => {
    const values = columns.map(read)
    return {
      label,
      values,
      lead,
      differs: new Set(values).size > 1,
      raw: Object.entries(raw ?? { [label]: read }).map(([name, figure]) => ({
        name,
        figures: columns.map(figure),
      })),
    }
  }
  const [first] = columns
  const inputs = (first ? inputWords(first.saved) : []).map(({ label, field }, index) =>
    row(`${label}, asked`, ({ saved }) => inputWords(saved)[index]?.value ?? '–', {
      raw: askedRaw[field],
    }),
  )
  const month =
    (market: Market) =>
    ({ row: { outlook } }: ComparedStrategy) => {
      const income = outlook[market]
      return income === null ? '–' : aboutDollars({ ...income, month: Math.round(income.month) })
    }
  const incomeRow = (label: string, market: Market, lead = false) =>
    row(`${label}, a month`, month(market), { lead, raw: incomeRaw(label, market) })
  const savingsRow = (label: string, key: SavingsKey) =>
    row(label, ({ strategy }) => savingsOf(strategy, key), {
      raw: savingsRaw(label, key),
    })
  return [
    ...inputs,
    incomeRow('Poor markets', 'poor'),
    incomeRow('Typical markets', 'typical', true),
    incomeRow('Good markets', 'good'),
    row('Need, a month', ({ row: { need } }) => (need === null ? '–' : dollars(need.month)), {
      raw: {
        'Need, dollars a month': ({ row: { need } }) =>
          need === null ? null : Math.round(need.month),
      },
    }),
    row(
      'Against the need',
      ({ row: { verdict } }) => capital(verdictWords(verdict, figures)) || '–',
    ),
    row('Retires at', ({ row: { outlook } }) => String(outlook.retirementAge ?? '–'), {
      raw: { 'Retires at age': ({ row: { outlook } }) => outlook.retirementAge },
    }),
    savingsRow('You save', 'you'),
    savingsRow('Employer adds', 'employer'),
    savingsRow('Saved in total', 'total'),
    row('RiskLevel, as the service says', ({ strategy }) => strategy?.riskLevel || '–'),
  ]
}
