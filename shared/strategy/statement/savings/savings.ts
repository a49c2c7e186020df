import type { Figure, SavingFigures, Step } from '../../../figures/figure.ts'
import { answerSavings, type AnswerSavingsRow } from '../../../savings/answer-savings.ts'
import { percentDigits, type Saving } from '../../../savings/figures.ts'
import { answerLines, type SavingsLine } from '../../../savings/lines.ts'
import { savingKeys, savingTypeWords } from '../../changes/savings-changes.ts'
import { accountLabel } from '../../labels.ts'
import type { AccountMapping } from '../../pick.ts'
import { exactSum, figure, fitted, fromAnswer, inParentheses, sumOf, toYears } from '../make.ts'
import { said, type Said } from '../said.ts'
import { basisWords, idOf, type Side } from '../side.ts'

/**
 * A strategy's savings: the participant's, the employer's, the total, and each kind by account.
 * Sums are computed from their shown parts, to the dollar and to a hundredth of a percent.
 */

export interface SavingLine extends SavingFigures {
  readonly key: SavingsLine['key']
  readonly label: string
  /** Why a figure is unknown; shown instead of the figure. */
  readonly absent: string
  /** The fields that the figure comes from. */
  readonly basis: string
}

/** One kind of savings into one account. */
export interface SavingPart extends SavingFigures {
  readonly key: string
  readonly label: string
  /** The account's name on screen. */
  readonly account: string
  readonly accountId: string
  readonly kind: AnswerSavingsRow['kind']
  /**
   * Set if the service splits the saving by years. The parts then follow each other in time and are
   * not added up.
   */
  readonly years: number | null
}

export interface Savings {
  readonly lines: readonly SavingLine[]
  readonly parts: readonly SavingPart[]
  /** One sentence for each contradiction between fields of the answer. */
  readonly remarks: readonly Said[]
}

export const unknownSaving: SavingFigures = { percent: null, dollars: null }

/** Words such as `3% ($2,172 a year)`, as far as known; otherwise `absent`. */
export const savingWords = ({ percent, dollars }: SavingFigures, absent = 'none'): Said =>
  percent === null
    ? dollars === null
      ? [absent]
      : said`${dollars} a year`
    : said`${percent}${dollars && said` (${dollars} a year)`}`

const percentBasis = 'Percent of pay before tax, as the service sends it.'

const percentFigure = (id: string, steps: readonly Step[], sentence: string): Figure | null =>
  figure({
    id: `${id}/percent`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    steps,
    sentence,
    basis: percentBasis,
  })

const dollarsFigure = (
  id: string,
  steps: readonly Step[],
  side: Side,
  sentence: string,
): Figure | null =>
  figure({
    id: `${id}/dollars`,
    per: 'year',
    steps: [
      ...(steps.length > 1 && side.units.readAs.savingsDollars === 'month'
        ? [inParentheses(steps)]
        : steps),
      ...toYears(side.units.readAs.savingsDollars),
    ],
    sentence,
    basis: basisWords(side, 'savingsDollars', ''),
  })

const rowFigures = (side: Side, row: AnswerSavingsRow, key: string): SavingFigures => {
  const id = `${idOf(side)}/savings/${key}`
  const steps = (field: 'percent' | 'dollars', name: string) =>
    row.sent.flatMap(({ place, [field]: value }) =>
      value === null ? [] : [fromAnswer(value, `${side.path}.${place}.${name}`)],
    )
  const sentence = `${savingTypeWords(row)}: what goes into ${row.planId || row.account || 'the plan'} in the first year.`
  return {
    percent: row.percent === null ? null : percentFigure(id, steps('percent', 'Value'), sentence),
    dollars:
      row.dollars === null
        ? null
        : dollarsFigure(id, steps('dollars', 'DollarAmount'), side, sentence),
  }
}

type Row = AnswerSavingsRow & { readonly key: string; readonly figures: SavingFigures }

/** The rows with their dollars adjusted to add up to the whole dollars of `sum`. */
const fitRows = (rows: readonly Row[], sum: Figure | null): readonly Row[] => {
  const known = rows.flatMap(({ figures: { dollars } }) => dollars ?? [])
  if (sum === null || known.length < rows.length) return rows
  const parts = fitted(
    known.map((each) => ({ figure: each, steady: false })),
    sum,
  )
  return rows.map((row, index) => ({
    ...row,
    figures: { ...row.figures, dollars: parts[index] ?? row.figures.dollars },
  }))
}

/**
 * The rows of both sides, with their dollars adjusted so that they add up to each side's sum, and
 * both sums to the total. Rows stay unchanged unless all amounts are known.
 */
const addingUp = (own: readonly Row[], theirs: readonly Row[]): readonly Row[] => {
  const sumFor = (rows: readonly Row[]) => {
    const known = rows.flatMap(({ figures: { dollars } }) => dollars ?? [])
    return known.length < rows.length ? null : exactSum(known)
  }
  const [you, employer] = [sumFor(own), sumFor(theirs)]
  const both = you && employer && exactSum([you, employer])
  if (you === null || employer === null || both === null)
    return [...fitRows(own, you), ...fitRows(theirs, employer)]
  const [first, second] = fitted(
    [you, employer].map((each) => ({ figure: each, steady: false })),
    both,
  )
  return [...fitRows(own, first ?? you), ...fitRows(theirs, second ?? employer)]
}

type Sums = Readonly<Partial<Record<SavingsLine['key'], SavingFigures>>>

const sentences = {
  you: 'What the participant saves in the first year: all own parts added up.',
  employer: 'What the employer adds in the first year: all its parts added up.',
  total: 'What goes into the plans in the first year: the participant’s and the employer’s part.',
  overall: 'All savings, as the service adds them up.',
  outside: 'What the limits push out of the plans, saved outside them.',
  rate: 'The service’s savings rate; it does not say whether it includes the employer’s part.',
} as const

/** A saving and its name in a sum. */
export interface NamedSaving {
  readonly name: string
  readonly figures: SavingFigures
}

/** The sum of shown figures, in percent and in dollars, each only if all its parts are known. */
export const addedSavings = (
  made: {
    readonly id: string
    readonly sentence: string
    readonly basis: { readonly percent: string; readonly dollars: string }
  },
  parts: readonly NamedSaving[],
): SavingFigures => {
  const sum = (field: 'percent' | 'dollars') =>
    sumOf(
      parts.map(({ name, figures }) => [figures[field], name] as const),
      { id: `${made.id}/${field}`, sentence: made.sentence, basis: made.basis[field] },
    )
  return { percent: sum('percent'), dollars: sum('dollars') }
}

const sentFigures = (
  side: Side,
  key: 'overall' | 'outside',
  field: string,
  sent: Saving | null,
): SavingFigures => {
  const [id, path] = [`${idOf(side)}/savings/${key}`, `${side.path}.${field}`]
  const { percent = null, dollars = null } = sent ?? {}
  return {
    percent:
      percent === null
        ? null
        : percentFigure(id, [fromAnswer(percent, `${path}.Value`)], sentences[key]),
    dollars:
      dollars === null
        ? null
        : dollarsFigure(id, [fromAnswer(dollars, `${path}.DollarAmount`)], side, sentences[key]),
  }
}

/** The figures, with those that are unknown in `sent` removed. */
const asKnown = (sent: Saving, { percent, dollars }: SavingFigures): SavingFigures => ({
  percent: sent.percent === null ? null : percent,
  dollars: sent.dollars === null ? null : dollars,
})

/**
 * The savings of one strategy of an answer. A value that was not sent is unknown, never 0 and never
 * replaced. `places` may connect more accounts to plans than the answer's own `mappings`.
 */
export const savingsOf = (
  side: Side,
  mappings: readonly AccountMapping[] = [],
  places = mappings,
): Savings => {
  const sent = answerSavings(side.strategy)
  const keys = savingKeys(sent.rows, places)
  const rows = sent.rows.map((row, index) => {
    const key = keys[index] ?? ''
    return { ...row, key, figures: rowFigures(side, row, key) }
  })
  const isTheirs = ({ whose }: Row) => whose === 'employer'
  const isSplit = rows.some(({ years }) => years !== null)
  const all = isSplit
    ? rows
    : addingUp(
        rows.filter((row) => !isTheirs(row)),
        rows.filter(isTheirs),
      )
  const named = (row: Row) => ({
    name: `${savingTypeWords(row)}, ${row.planId || row.account}`,
    figures: row.figures,
  })
  const added = (key: 'you' | 'employer' | 'total', parts: readonly NamedSaving[]) =>
    addedSavings(
      {
        id: `${idOf(side)}/savings/${key}`,
        sentence: sentences[key],
        basis: { percent: percentBasis, dollars: basisWords(side, 'savingsDollars', '') },
      },
      parts,
    )
  const own = all.filter((row) => !isTheirs(row)).map(named)
  const theirs = all.filter(isTheirs).map(named)
  const you = asKnown(sent.you, added('you', own))
  const employer = asKnown(sent.employer, added('employer', theirs))
  const isToldApart = sent.rows.every(({ whose }) => whose !== null)
  const both = isToldApart
    ? [
        { name: 'you', figures: you },
        { name: 'employer', figures: employer },
      ]
    : [...own, ...theirs]
  const sums: Sums = {
    you,
    employer,
    total: asKnown(sent.total, added('total', both)),
    overall: sentFigures(side, 'overall', 'SavingsRateOverall', sent.overall),
    outside: sentFigures(side, 'outside', 'SavingsRateTaxableOverflow', sent.outside),
    rate: {
      percent:
        sent.rate === null
          ? null
          : percentFigure(
              `${idOf(side)}/savings/rate`,
              [fromAnswer(sent.rate, `${side.path}.SavingsRate`)],
              sentences.rate,
            ),
      dollars: null,
    },
  }
  return {
    lines: answerLines(side.strategy).map(({ key, label, absent, basis }) => ({
      key,
      label,
      absent,
      basis,
      ...(sums[key] ?? unknownSaving),
    })),
    parts: all.map((row) => {
      const mapping = (id: string) => mappings.find(({ planId }) => planId === id)
      return {
        key: row.key,
        label: savingTypeWords(row),
        account:
          row.account === '' && row.planId !== ''
            ? row.planId
            : accountLabel(row.account, mappings),
        accountId: row.account || (mapping(row.planId)?.accountId ?? row.planId),
        kind: row.kind,
        years: row.years,
        ...row.figures,
      }
    }),
    remarks: sent.remarks.map(
      (remark): Said =>
        ({
          lists: [
            'AccountSavingsRateDetail and SavingsRateDetail disagree about the participant’s own savings; the first is shown.',
          ],
          overall: said`SavingsRateOverall says ${sums.overall?.percent} of pay, which is not the sum of its parts.`,
          rate: said`SavingsRate says ${sums.rate?.percent} of pay, which is neither the sum of the participant’s parts nor the sum of all parts.`,
        })[remark],
    ),
  }
}
