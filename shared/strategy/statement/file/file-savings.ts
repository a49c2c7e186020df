import type { Figure, SavingFigures, Step } from '../../../figures/figure.ts'
import type { Contribution, ParticipantProfile } from '../../../participant/profile.ts'
import { percentDigits, together, type Saving } from '../../../savings/figures.ts'
import type { FileSavings, FileSavingsRow } from '../../../savings/file-savings.ts'
import { fileLines, lineLabels } from '../../../savings/lines.ts'
import { exactSum, figure, fitted, fromFigure, step } from '../make.ts'
import { americanWriter, said, separated, written, type Said } from '../said.ts'
import { addedSavings, savingWords, type NamedSaving, type SavingLine } from '../savings/savings.ts'

/**
 * The savings in a participant file: each contribution, and the participant's, the employer's and
 * the total sums.
 */

/** One contribution in the file. */
export interface FileSaving extends SavingFigures {
  readonly row: FileSavingsRow
  /**
   * Says which saving earns the whole match; empty if the participant already gets it, or if there
   * is no match.
   */
  readonly wholeMatch: Said
}

export interface SavingsInFile {
  readonly lines: readonly SavingLine[]
  readonly rows: readonly FileSaving[]
  /** A sentence with the savings within the yearly limits; empty if the limits cut nothing off. */
  readonly withinLimits: Said
}

const kinds: Readonly<Record<Contribution['kind'], string>> = {
  pretax: 'pre-tax contribution',
  roth: 'Roth contribution',
  posttax: 'after-tax contribution',
  employer: 'employer’s contribution',
}

const basis = { percent: 'Percent of pay before tax.', dollars: 'Dollars a year.' } as const
const withinLimits = 'Savings by the file, within the limits'
const limitsRule = 'What is above a limit of the law or of the plan does not go into the plan.'

/**
 * The start of the ids of a file's figures. `at` is the saved answer that contains the file, or
 * empty for the open file.
 */
export const fileId = ({ userId, lastName }: ParticipantProfile, at = ''): string =>
  `${at === '' ? '' : `${at}/`}file/${userId || lastName}`

/** Pay in the file, dollars a year; `null` if it has none. */
export const filePay = (profile: ParticipantProfile, at = ''): Figure | null =>
  profile.salary === null
    ? null
    : figure({
        id: `${fileId(profile, at)}/pay`,
        per: 'year',
        steps: [step('+', profile.salary, { from: 'file', what: 'Pay in the participant’s file' })],
        sentence: 'Pay a year before tax, by the file.',
        basis: basis.dollars,
      })

const hundred = (sign: '×' | '÷') => step(sign, 100, { from: 'constant', what: 'percent' })

interface MadeSaving {
  readonly id: string
  readonly sentence: string
  readonly rule: string
}

const percentOf = (made: MadeSaving, steps: readonly Step[]): Figure | null =>
  figure({
    ...made,
    id: `${made.id}/percent`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    basis: basis.percent,
    steps,
  })

const dollarsOf = (made: MadeSaving, steps: readonly Step[]): Figure | null =>
  figure({ ...made, id: `${made.id}/dollars`, per: 'year', basis: basis.dollars, steps })

/**
 * Figures for a saving whose dollars are known and come from `what`; the percent is computed from
 * pay.
 */
const byDollars = (
  made: MadeSaving,
  { percent, dollars }: Saving,
  what: string,
  pay: Figure | null,
): SavingFigures => {
  const amount = dollars === null ? null : step('+', dollars, { from: 'file', what })
  const ofPay = amount && pay && [amount, fromFigure(pay, 'pay', '÷'), hundred('×')]
  return {
    percent:
      percent === null
        ? null
        : percentOf(made, ofPay ?? [step('+', percent, { from: 'file', what })]),
    dollars: amount && dollarsOf(made, [amount]),
  }
}

/** Figures for a saving that is given as a percent of pay. */
const byRate = (
  made: MadeSaving,
  rate: number,
  what: string,
  pay: Figure | null,
): SavingFigures => {
  const percent = percentOf(made, [step('+', rate, { from: 'file', what })])
  return {
    percent,
    dollars:
      pay &&
      dollarsOf(made, [
        fromFigure(pay, 'pay'),
        step('×', rate, { from: 'file', what }),
        hundred('÷'),
      ]),
  }
}

const ruleWords = ({ rule }: FileSavingsRow): string =>
  rule.length === 0 ? '' : `By its rule: ${written(rule, americanWriter)}.`

const rowFigures = (
  row: FileSavingsRow,
  written: Contribution | undefined,
  id: string,
  pay: Figure | null,
): SavingFigures => {
  const into = row.planId === '' ? '' : ` into ${row.planId}`
  const what = `The ${kinds[row.kind]}${into} in the file`
  const made = {
    id,
    sentence: `${what}, in a year.`,
    rule: ruleWords(row),
  }
  const isRate =
    row.match === null && row.rule.length === 0 && row.percent === (written?.rate ?? null)
  return isRate && row.percent !== null
    ? byRate(made, row.percent, what, pay)
    : byDollars(made, row, what, pay)
}

interface Row {
  readonly row: FileSavingsRow
  readonly figures: SavingFigures
}

/** Adjusts rows so that their whole dollars add up to the whole dollars of their exact sum. */
const addingUp = (rows: readonly Row[]): readonly Row[] => {
  const known = rows.flatMap(({ figures: { dollars } }) => dollars ?? [])
  const sum = known.length < rows.length ? null : exactSum(known)
  if (sum === null) return rows
  const parts = fitted(
    known.map((each) => ({ figure: each, steady: false })),
    sum,
  )
  return rows.map(({ row, figures }, index) => ({
    row,
    figures: { ...figures, dollars: parts[index] ?? figures.dollars },
  }))
}

const sentences = {
  you: 'What the participant saves in a year, by the file: all own contributions added up.',
  employer: 'What the employer adds in a year, by the file.',
  total: 'The participant’s and the employer’s part, by the file.',
  outside: 'What the limits push out of the plans.',
} as const

const wholeMatchWords = (row: FileSavingsRow, id: string, pay: Figure | null): Said => {
  if (row.whole === null) return []
  const what = 'The whole match by its rule in the file'
  const rule = ruleWords(row)
  const at = percentOf(
    { id: `${id}/whole/at`, sentence: 'The least saving that brings the whole match.', rule },
    [step('+', row.whole.at, { from: 'file', what: 'Saving that brings the whole match' })],
  )
  const brings = byDollars({ id: `${id}/whole`, sentence: `${what}.`, rule }, row.whole, what, pay)
  return said`Saving ${at} of pay would bring ${savingWords(brings)}.`
}

const limitedWords = ({ limited }: FileSavings, id: string, pay: Figure | null): Said => {
  if (limited === null) return []
  const keys = (['you', 'employer', 'total', 'outside'] as const).filter(
    (key) => key !== 'outside' || (limited.outside.dollars ?? 0) > 0,
  )
  const parts = keys.map((key): Said => {
    const made = {
      id: `${id}/limited/${key}`,
      sentence: `${sentences[key]} Counted within the yearly limits.`,
      rule: limitsRule,
    }
    return said`${lineLabels[key]} ${savingWords(byDollars(made, limited[key], withinLimits, pay))}`
  })
  return separated(parts, ', ')
}

/** The figures of `savings`, which belong to `profile`; `at` is as in {@link fileId}. */
export const savingsInFile = (
  profile: ParticipantProfile,
  savings: FileSavings,
  at = '',
): SavingsInFile => {
  const [id, pay] = [`${fileId(profile, at)}/savings`, filePay(profile, at)]
  const rows = savings.rows.map((row, index) => ({
    row,
    figures: rowFigures(row, profile.contributions[index], `${id}/${index}`, pay),
  }))
  const isTheirs = ({ row }: Row) => row.kind === 'employer'
  const own = addingUp(rows.filter((row) => !isTheirs(row)))
  const theirs = addingUp(rows.filter(isTheirs))
  const named = ({ row, figures }: Row) => ({ name: kinds[row.kind], figures })
  const added = (key: 'you' | 'employer' | 'total', parts: readonly NamedSaving[]) =>
    addedSavings(
      {
        id: `${id}/${key}`,
        sentence: sentences[key],
        basis,
      },
      parts,
    )
  const you = added('you', own.map(named))
  const employer = added('employer', theirs.map(named))
  const sums = {
    you,
    employer,
    total: added('total', [
      { name: 'you', figures: you },
      { name: 'employer', figures: employer },
    ]),
  }
  return {
    lines: fileLines(savings).flatMap(({ key, label, absent, basis }) =>
      key === 'you' || key === 'employer' || key === 'total'
        ? [{ key, label, absent, basis, ...sums[key] }]
        : [],
    ),
    rows: savings.rows.map((row, index): FileSaving => {
      const found = [...own, ...theirs].find((each) => each.row === row)
      return {
        row,
        ...(found?.figures ?? { percent: null, dollars: null }),
        wholeMatch: wholeMatchWords(row, `${id}/${index}`, pay),
      }
    }),
    withinLimits: limitedWords(savings, id, pay),
  }
}

/**
 * The total of `rows` in the file's `savings`, within the yearly limits if those cut anything off;
 * `at` is as in {@link fileId}.
 */
export const savedByRows = (
  profile: ParticipantProfile,
  savings: FileSavings,
  rows: readonly FileSavingsRow[],
  at = '',
): SavingFigures => {
  const [id, pay] = [`${fileId(profile, at)}/savings`, filePay(profile, at)]
  const places = rows.map((row) => savings.rows.indexOf(row)).join('+')
  const sentence = 'What the participant saves into the plan in a year, by the file.'
  if (savings.limited !== null) {
    const made = { id: `${id}/limited/${places}`, sentence, rule: limitsRule }
    return byDollars(made, together(rows.map(({ counted }) => counted)), withinLimits, pay)
  }
  const known = savingsInFile(profile, savings, at).rows.filter(({ row }) => rows.includes(row))
  const [only] = known
  return only !== undefined && known.length === 1
    ? { percent: only.percent, dollars: only.dollars }
    : addedSavings(
        { id: `${id}/${places}`, sentence, basis },
        known.map((figures) => ({ name: kinds[figures.row.kind], figures })),
      )
}
