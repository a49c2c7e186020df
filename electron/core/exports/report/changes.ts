import type { Claim } from '#shared/records/claim.ts'
import { savingsChanges } from '#shared/strategy/changes/savings-changes.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import { sumOfKnown, together, type Saving } from '#shared/savings/figures.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { Figure } from '#shared/strategy/statement/figure.ts'
import type { Market } from '#shared/strategy/statement/incomes.ts'
import { incomeThrough, type StrategyStatement } from '#shared/strategy/statement/statement.ts'
import { phaseWords } from '#shared/strategy/statement/words/words.ts'
import { rowOf, type ReportFacts, type Role } from './facts.ts'
import { dollars, percent, said, signed, signedPoints, unknown } from './figures.ts'

type ChangeRow = readonly [name: string, before: string, after: string, difference: string]

const savingNames = {
  pretax: 'You save before tax',
  roth: 'You save as Roth',
  posttax: 'You save after tax',
  employer: 'Your employer adds',
  other: 'Other savings',
} as const
const savingKinds = ['pretax', 'roth', 'posttax', 'employer', 'other'] as const

const differenceOf = (after: number | null, before: number | null) =>
  after === null || before === null ? null : after - before

interface Changed {
  readonly strategy: Strategy | null
  readonly row: StrategyStatement | null
  readonly inputs: ForecastInputs
  readonly claim?: Claim | undefined
}

const savingsRows = (
  { strategies, mappings }: ReportFacts,
  { strategy }: Pick<Changed, 'strategy'>,
): readonly ChangeRow[] => {
  const { rows } = savingsChanges(strategies.today, strategy, mappings)
  return savingKinds.flatMap((kind) => {
    const ofKind = rows.filter((row) => (row.kind ?? 'other') === kind)
    if (ofKind.length === 0) return []
    const total = (side: 'current' | 'revised') =>
      together(
        ofKind.map((row) => ({ percent: row[`${side}Percent`], dollars: row[`${side}Dollars`] })),
      )
    const words = (figure: Saving) =>
      [
        figure.percent !== null && percent(figure.percent),
        figure.dollars !== null && `${dollars(figure.dollars)} a year`,
      ]
        .filter(Boolean)
        .join(' · ') || unknown
    const [before, after] = [total('current'), total('revised')]
    const difference =
      before.dollars !== null && after.dollars !== null
        ? signed(wholeDifference(after.dollars, before.dollars))
        : signedPoints(differenceOf(after.percent, before.percent))
    return [[savingNames[kind], words(before), words(after), difference] as const]
  })
}

/** A person's own savings rate over all accounts, percent of pay; null if the answer does not say. */
export const ownRate = ({ strategies, mappings }: ReportFacts, role: Role): number | null => {
  const { rows } = savingsChanges(strategies[role], null, mappings)
  const own = rows.filter(({ kind }) => kind !== null && kind !== 'employer')
  return sumOfKnown(own.map(({ currentPercent }) => currentPercent))
}

/** `$12,000 a year from 2035, rising with prices`. */
const pensionWords = (amount: number | null, startYear: string | number | null, rises = false) => {
  const yearly = amount === null ? 'no amount' : `${dollars(amount)} a year`
  const from = startYear === '' || startYear === null ? '' : ` from ${startYear}`
  return `${yearly}${from}${rises ? ', rising with prices' : ''}`
}

const inputRows = ({ today }: ReportFacts, { inputs, claim }: Changed): readonly ChangeRow[] => {
  const { Salary, PensionTypes, ExcludeSocialSecurity } = inputs
  const profile = today?.profile
  const differing = (name: string, before: string, after: string): ChangeRow | false =>
    before !== after && [name, before, after, '']
  const listed = (pensions: readonly string[]) => pensions.join('; ') || 'none'
  const rows: readonly (ChangeRow | false)[] = [
    Salary !== undefined && ['Salary', dollars(profile?.salary ?? null), dollars(Salary), ''],
    PensionTypes !== undefined &&
      differing(
        'Pensions',
        listed((profile?.pensions ?? []).map((each) => pensionWords(each.amount, each.startYear))),
        listed(
          PensionTypes.map(({ Amount, StartYear, Cola }) =>
            pensionWords(Amount ?? null, StartYear ?? '', Cola),
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

const ageRows = (facts: ReportFacts, { row }: Changed): readonly ChangeRow[] => {
  const before = rowOf(facts, 'today')?.retirementAge ?? null
  const after = row?.retirementAge ?? null
  if (before === null && after === null) return []
  const years = differenceOf(after, before) ?? 0
  const difference = years === 0 ? unknown : yearsWords(years)
  return [['Retirement age', said(before, String), said(after, String), difference]]
}

/** The inputs of a forecast, today against `changed`, including unchanged rows. */
export const inputChanges = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => [
  ...savingsRows(facts, changed),
  ...inputRows(facts, changed),
  ...ageRows(facts, changed),
]

/** The income in a market, a row for each phase of `row`. */
const incomeRows = (facts: ReportFacts, { row }: Changed, market: Market): readonly ChangeRow[] => {
  const today = rowOf(facts, 'today')
  const { write } = facts
  const monthly = (income: Figure | null | undefined) =>
    said(income ?? null, (figure) => `${write(figure)} a month`)
  const phases = row?.phases(market) ?? []
  if (row === null || phases.length < 2) {
    const [was, is] = [today?.incomes[market], row?.incomes[market]]
    if (!was && !is) return []
    const difference = write(row?.differences[market], 'always')
    return [[`Income, ${market} markets`, monthly(was), monthly(is), difference]]
  }
  const differences = row.phaseDifferences(market)
  return phases.map((phase, index) => [
    `Income ${phaseWords(phase, index === 0)}, ${market} markets`,
    monthly(today && incomeThrough(today, market, phase)),
    `${phase.least ? 'at least ' : ''}${monthly(phase.income)}`,
    `${phase.least ? 'at least ' : ''}${write(differences[index], 'always')}`,
  ])
}

/**
 * The recommendation's inputs against today without those that the client chose and the service left as they were. What
 * was sent includes what was accepted, so only its age may be the client's choice.
 */
const recommendedInputs = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => {
  const { plan, strategies, sent } = facts
  const chosen = new Map(
    (plan === null || sent !== null ? [] : savingsRows(facts, { strategy: strategies.plan })).map(
      ([name, before, after]) => [name, before === after ? null : after],
    ),
  )
  const isAgeRecommended =
    sent?.receipt.recommended?.lines.some(({ kind }) => kind === 'age') ?? false
  const isAgeChosen =
    !isAgeRecommended &&
    plan?.inputs.RetirementAge !== undefined &&
    plan.inputs.RetirementAge === changed.strategy?.retirementAge
  return [
    ...savingsRows(facts, changed).filter(([name, , after]) => chosen.get(name) !== after),
    ...inputRows(facts, changed),
    ...(isAgeChosen ? [] : ageRows(facts, changed)),
  ]
}

/** Every row with a value in the answers; unchanged rows stay, so that a client sees that they do. */
export const changeRows = (facts: ReportFacts, role: Role): readonly ChangeRow[] => {
  const changed: Changed = {
    strategy: facts.strategies[role],
    row: rowOf(facts, role),
    inputs: role === 'plan' ? (facts.plan?.inputs ?? {}) : {},
    // The recommendation was computed with it, too.
    claim: facts.plan?.claim,
  }
  return [
    ...(role === 'recommended' ? recommendedInputs : inputChanges)(facts, changed),
    ...incomeRows(facts, changed, 'average'),
    ...incomeRows(facts, changed, 'poor'),
  ]
}
