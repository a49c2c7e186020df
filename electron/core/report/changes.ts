import { isInPhases } from '#shared/strategy/statement/years/phases.ts'
import type { Figure, SavingFigures } from '#shared/figures/figure.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import { filePay } from '#shared/strategy/statement/file/file-savings.ts'
import { pensionsInFile } from '#shared/strategy/statement/file/file-pensions.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import {
  differenceIn,
  incomeThrough,
  phaseDifferencesIn,
  type StrategyStatement,
} from '#shared/strategy/statement/statement.ts'
import {
  savingsByKind,
  type SavingKind,
} from '#shared/strategy/statement/savings/savings-by-kind.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import { changedFunds } from '#shared/strategy/statement/investments/funds.ts'
import type { Side } from '#shared/strategy/statement/side.ts'
import { typedPay, typedPension } from '#shared/strategy/statement/typed.ts'
import { phaseIncome, phaseWords } from '#shared/strategy/statement/words/advisor-words.ts'
import { serviceChanges } from './choice.ts'
import { rowOf, type ReportFacts, type Role } from './facts.ts'
import { dash, orDash, writeChange } from './figures.ts'
import { plainText, type Words } from './printed.ts'

type ChangeRow = readonly [name: string, before: Words, after: Words, difference: Words]

const savingNames: Readonly<Record<SavingKind, string>> = {
  pretax: 'You save before tax',
  roth: 'You save as Roth',
  posttax: 'You save after tax',
  employer: 'Your employer adds',
  other: 'Other savings',
}

interface Changed {
  /** What the values are compared with. */
  readonly before: StrategyStatement | null
  readonly side: Side | null
  readonly row: StrategyStatement | null
  readonly inputs: ForecastInputs
  readonly claim?: Claim | undefined
}

const savingsRows = (
  { mappings, write }: ReportFacts,
  { before, side }: Pick<Changed, 'before' | 'side'>,
  only: ReadonlySet<SavingKind> | null = null,
): readonly ChangeRow[] => {
  const words = ({ percent, dollars }: SavingFigures) =>
    percent === null && dollars === null
      ? dash
      : separated(
          [percent ? write(percent) : [], dollars ? said`${write(dollars)} a year` : []],
          ' · ',
        )
  return savingsByKind(before?.side ?? null, side, mappings)
    .filter(({ kind }) => only === null || only.has(kind))
    .map(({ kind, current, revised, difference }) => [
      savingNames[kind],
      words(current),
      words(revised),
      writeChange(difference, write),
    ])
}

/** A person's own savings rate over all accounts, percent of pay; null if the answer does not give it. */
export const ownRate = (
  side: Side | null,
  { mappings }: Pick<ReportFacts, 'mappings'>,
): Figure | null => {
  const lines = side === null ? [] : savingsOf(side, mappings).lines
  return lines.find(({ key }) => key === 'you')?.percent ?? null
}

/** Words such as `$12,000 a year from 2035, rising with prices`. */
const pensionWords = (
  { write }: ReportFacts,
  amount: Figure | null,
  startYear: string | number | null,
  rises = false,
) => {
  const yearly = amount === null ? 'no amount' : said`${write(amount)} a year`
  const from = startYear === '' || startYear === null ? '' : ` from ${startYear}`
  return said`${yearly}${from}${rises && ', rising with prices'}`
}

const inputRows = (facts: ReportFacts, { inputs, claim }: Changed): readonly ChangeRow[] => {
  const { Salary, PensionTypes, ExcludeSocialSecurity } = inputs
  const { today, write } = facts
  const profile = today?.profile ?? null
  const [pay, pensions] =
    today === null || profile === null
      ? [null, []]
      : [filePay(profile, today.id), pensionsInFile(profile, today.id).pensions]
  const differing = (name: string, before: Words, after: Words): ChangeRow | false =>
    plainText(before) !== plainText(after) && [name, before, after, '']
  const listed = (pensions: readonly Said[]) =>
    pensions.length === 0 ? 'none' : separated(pensions, '; ')
  const rows: readonly (ChangeRow | false)[] = [
    Salary !== undefined && ['Salary', write(pay), write(typedPay(Salary)), ''],
    PensionTypes !== undefined &&
      differing(
        'Pensions',
        listed(
          pensions.map(({ pension, amount }) => pensionWords(facts, amount, pension.startYear)),
        ),
        listed(
          PensionTypes.map(({ Amount, StartYear, Cola }) =>
            pensionWords(
              facts,
              Amount === undefined ? null : typedPension(Amount),
              StartYear ?? '',
              Cola,
            ),
          ),
        ),
      ),
    ExcludeSocialSecurity === true && differing('Social Security', 'counted in', 'left out'),
    claim !== undefined &&
      differing('Social Security claimed at', 'not changed', `${claim.age} (estimate)`),
  ]
  return rows.filter((row) => row !== false)
}

const yearsWords = (years: number) =>
  `${years > 0 ? '+' : '−'}${Math.abs(years)} ${Math.abs(years) === 1 ? 'year' : 'years'}`

const ageRows = ({ row, before: from }: Changed): readonly ChangeRow[] => {
  const before = from?.retirementAge ?? null
  const after = row?.retirementAge ?? null
  if (before === null && after === null) return []
  const years = after === null || before === null ? 0 : after - before
  const difference = years === 0 ? dash : yearsWords(years)
  return [['Retirement age', orDash(before, String), orDash(after, String), difference]]
}

/** The inputs of a forecast, before and in `changed`, including unchanged rows. */
export const inputChanges = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => [
  ...savingsRows(facts, changed),
  ...inputRows(facts, changed),
  ...ageRows(changed),
]

/** A row with the number of funds that change; none if all stay. */
const fundRows = ({ mappings }: ReportFacts, { before, side }: Changed): readonly ChangeRow[] => {
  const many = changedFunds(before?.side ?? null, side, mappings)
  return many === 0 ? [] : [['Funds', dash, many === 1 ? '1 changes' : `${many} change`, '']]
}

/** The income in a market, with one row for each phase of `row`, otherwise of `before`. */
const incomeRows = (
  { write, tell }: ReportFacts,
  { row, before }: Changed,
  market: Market,
): readonly ChangeRow[] => {
  const monthly = (income: Figure | null | undefined) =>
    orDash(income ?? null, (figure) => said`${write(figure)} a month`)
  const own = row?.phases(market) ?? []
  const isOwn = isInPhases(own)
  const phases = isOwn ? own : (before?.phases(market) ?? [])
  if (row === null || !isInPhases(phases)) {
    const [was, is] = [before?.incomes[market], row?.incomes[market]]
    if (!was && !is) return []
    const difference = write(row && differenceIn(row, before, market), 'always')
    // If a market's income comes in phases, a single income beside it says from which age on it applies.
    const isPhased = (['average', 'poor'] as const).some((each) =>
      isInPhases(row?.phases(each) ?? []),
    )
    const [only] = own
    const from = isPhased && only !== undefined ? ` from ${only.from}` : ''
    return [[`Income${from}, ${market} markets`, monthly(was), monthly(is), difference]]
  }
  const differences = phaseDifferencesIn(row, before, market, phases)
  return phases.map((phase, index) => {
    const inPhase = said`${tell(phaseIncome(phase))} a month`
    const isBound = phase.least && (differences[index] ?? null) !== null
    return [
      `Income ${phaseWords(phase, index === 0)}, ${market} markets`,
      isOwn ? monthly(before && incomeThrough(before, market, phase)) : inPhase,
      isOwn ? inPhase : monthly(incomeThrough(row, market, phase)),
      said`${isBound && (isOwn ? 'at least ' : 'at most ')}${write(differences[index], 'always')}`,
    ]
  })
}

/** The recommendation's inputs that the service changes; what the client tried is in both columns. */
const recommendedInputs = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => {
  const { age, kinds } = serviceChanges(facts)
  return [...savingsRows(facts, changed, kinds), ...(age ? ageRows(changed) : [])]
}

/**
 * Returns every row that has a value in the answers. Unchanged rows are included, so that the
 * client sees that they stay the same.
 */
export const changeRows = (facts: ReportFacts, role: Role): readonly ChangeRow[] => {
  const changed: Changed = {
    side: facts.sides[role],
    row: rowOf(facts, role),
    before: role === 'recommended' ? facts.base : rowOf(facts, 'today'),
    inputs: facts.plan?.inputs ?? {},
    claim: facts.plan?.claim,
  }
  return [
    ...(role === 'recommended' ? recommendedInputs : inputChanges)(facts, changed),
    ...fundRows(facts, changed),
    ...incomeRows(facts, changed, 'average'),
    ...incomeRows(facts, changed, 'poor'),
  ]
}
