import { answerSavings, type AnswerSavings } from './answer-savings.ts'
import type { Strategy } from '../express/reading.ts'
import type { Saving } from './figures.ts'
import type { FileSavings, FileSavingsRow } from './file-savings.ts'

/** The lines for employee, employer and total savings, the same wherever savings appear. */

export const lineLabels = {
  you: 'You',
  employer: 'Employer',
  total: 'Total',
  overall: 'Overall',
  outside: 'Outside the plans',
  rate: 'Savings rate',
} as const

const line = (
  key: keyof typeof lineLabels,
  { percent, dollars }: Saving,
  /** The source of the figure: fields of the answer, or the file. */
  basis: string,
  /** Why a figure is unknown; shown instead of the figure. */
  absent = 'not sent',
) => ({ key, label: lineLabels[key], percent, dollars, absent, basis })
export type SavingsLine = Readonly<ReturnType<typeof line>>

const isNothing = ({ percent, dollars }: Saving): boolean =>
  (percent ?? 0) === 0 && (dollars ?? 0) === 0

const absentOf = ({
  rows,
  you,
  employer,
  total,
}: AnswerSavings): Record<'you' | 'employer' | 'total', string> => {
  const isSplit = rows.some(({ years }) => years !== null)
  const isUnclear = rows.some(({ whose }) => whose === null)
  const why = isSplit ? 'differs by year' : isUnclear ? 'not told apart' : 'not said'
  return {
    you: you.source === '' ? 'not sent' : why,
    employer: employer.source === '' ? (isUnclear ? 'not told apart' : 'none listed') : why,
    total: total.percent === null && employer.source !== '' && you.source !== '' ? why : 'not said',
  }
}

/**
 * The lines for a strategy. If its parts were sent, these are employee, employer and total. If the
 * service lists no employer part, its overall figure replaces the unknown total. If no part was
 * sent, SavingsRate is the only line. There are none if nothing was sent.
 */
export const answerLines = (strategy: Strategy | null): readonly SavingsLine[] => {
  const savings = answerSavings(strategy)
  const { rows, you, employer, total, overall, outside, rate } = savings
  const absent = absentOf(savings)
  const hasTotal = total.percent !== null || total.dollars !== null
  const overallLine =
    overall === null || hasTotal
      ? []
      : [line('overall', overall, 'SavingsRateOverall, as the service sends it')]
  if (rows.length === 0) {
    const basis = 'SavingsRate; the service does not say whether it includes the employer’s part'
    const alone = rate === null ? [] : [line('rate', { percent: rate, dollars: null }, basis)]
    return [...alone, ...overallLine]
  }
  const both = [...new Set([you.source, employer.source].filter(Boolean))].join(' and ')
  return [
    line('you', you, `${you.source || 'Not in the answer'}, added up`, absent.you),
    line(
      'employer',
      employer,
      employer.source === '' ? 'No employer’s part in the answer' : `${employer.source}, added up`,
      absent.employer,
    ),
    ...(hasTotal || overall === null
      ? [line('total', total, `${both}, added up`, absent.total)]
      : []),
    ...overallLine,
    ...(outside === null || isNothing(outside)
      ? []
      : [
          line(
            'outside',
            outside,
            'SavingsRateTaxableOverflow: what the limits push out of the plans',
          ),
        ]),
  ]
}

/** The lines of a participant file; none if it lists no contributions. */
export const fileLines = (savings: FileSavings | null): readonly SavingsLine[] => {
  if (savings === null || savings.rows.length === 0) return []
  const { rows, you, employer, total } = savings
  const absentFor = (isOf: (row: FileSavingsRow) => boolean): string =>
    rows.some(isOf) ? 'not known' : 'not in the file'
  return [
    line(
      'you',
      you,
      'the file',
      absentFor(({ kind }) => kind !== 'employer'),
    ),
    line(
      'employer',
      employer,
      'the file',
      absentFor(({ kind }) => kind === 'employer'),
    ),
    line('total', total, 'the file', 'not known'),
  ]
}
