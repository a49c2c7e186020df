import type { Claim } from '#shared/records/claim.ts'
import { savingsChanges } from '#shared/strategy/savings-changes.ts'
import { wholeDifference } from '#shared/strategy/pick.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { OutlookRow } from '#shared/strategy/outlook.ts'
import type { ReportFacts, Role } from './facts.ts'
import { dollars, percent, signed, signedPoints, unknown } from './figures.ts'

/** The table “What changes”: today against the choice, or against the recommendation. */

interface ChangeRow {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly difference: string
}

const savingNames = {
  pretax: 'You save before tax',
  roth: 'You save as Roth',
  posttax: 'You save after tax',
  employer: 'Your employer adds',
  other: 'Other savings',
} as const

interface Saved {
  readonly percent: number | null
  readonly dollars: number | null
}

/** Unknown if any part is: a part of a sum is no sum. */
const sum = (values: readonly (number | null)[]): number | null =>
  values.length === 0
    ? null
    : values.reduce<number | null>(
        (total, value) => (total === null || value === null ? null : total + value),
        0,
      )

const savedWords = ({ percent: share, dollars: amount }: Saved): string => {
  if (share === null && amount === null) return unknown
  if (share === null) return `${dollars(amount)} a year`
  return amount === null ? percent(share) : `${percent(share)} · ${dollars(amount)} a year`
}

const savingDifference = (before: Saved, after: Saved): string =>
  before.dollars !== null && after.dollars !== null
    ? signed(wholeDifference(after.dollars, before.dollars))
    : signedPoints(
        after.percent === null || before.percent === null ? null : after.percent - before.percent,
      )

/** One side of a comparison with today: a strategy, its yield, and its inputs. */
export interface Changed {
  readonly strategy: Strategy | null
  readonly row: OutlookRow | null
  readonly inputs: ForecastInputs
  /** An approximated claim age; absent if none. */
  readonly claim?: Claim | undefined
}

/** Savings by payer and kind, each kind over all accounts. */
const savingsRows = (
  { strategies, mappings }: ReportFacts,
  { strategy }: Changed,
): readonly ChangeRow[] => {
  const { rows } = savingsChanges(strategies.today, strategy, mappings)
  return (['pretax', 'roth', 'posttax', 'employer', 'other'] as const).flatMap((kind) => {
    const ofKind = rows.filter((row) => (row.kind ?? 'other') === kind)
    if (ofKind.length === 0) return []
    const before = {
      percent: sum(ofKind.map((row) => row.currentPercent)),
      dollars: sum(ofKind.map((row) => row.currentDollars)),
    }
    const after = {
      percent: sum(ofKind.map((row) => row.revisedPercent)),
      dollars: sum(ofKind.map((row) => row.revisedDollars)),
    }
    return [
      {
        name: savingNames[kind],
        before: savedWords(before),
        after: savedWords(after),
        difference: savingDifference(before, after),
      },
    ]
  })
}

/** A person's own savings rate over all accounts, percent of pay; null if the answer does not say. */
export const ownRate = ({ strategies, mappings }: ReportFacts, role: Role): number | null => {
  const { rows } = savingsChanges(strategies[role], null, mappings)
  return sum(
    rows
      .filter(({ kind }) => kind !== null && kind !== 'employer')
      .map(({ currentPercent }) => currentPercent),
  )
}

const differing = (name: string, before: string, after: string): readonly ChangeRow[] =>
  before === after ? [] : [{ name, before, after, difference: '' }]

/** `$12,000 a year from 2035, rising with prices`. */
const pensionWords = (
  amount: number | null,
  startYear: string | number | null,
  rises = false,
): string =>
  `${amount === null ? 'no amount' : `${dollars(amount)} a year`}${startYear === '' || startYear === null ? '' : ` from ${startYear}`}${rises ? ', rising with prices' : ''}`

/** Changed inputs without a figure in the answer. */
const inputRows = (
  { today, salary }: ReportFacts,
  { inputs, claim }: Changed,
): readonly ChangeRow[] => {
  const before = (today?.profile?.pensions ?? []).map(({ amount, startYear }) =>
    pensionWords(amount, startYear),
  )
  const after = (inputs.PensionTypes ?? []).map(({ Amount, StartYear, Cola }) =>
    pensionWords(Amount ?? null, StartYear ?? '', Cola),
  )
  return [
    ...(inputs.Salary === undefined
      ? []
      : [
          {
            name: 'Salary',
            before: dollars(today?.profile?.salary ?? salary),
            after: dollars(inputs.Salary),
            difference: signed(inputs.Salary - (today?.profile?.salary ?? inputs.Salary)),
          },
        ]),
    ...(inputs.PensionTypes === undefined
      ? []
      : differing('Pensions', before.join('; ') || 'none', after.join('; ') || 'none')),
    ...(inputs.ExcludeSocialSecurity === true
      ? differing('Social Security', 'counted in', 'left out')
      : []),
    ...(claim === undefined
      ? []
      : differing(
          'Social Security claimed at',
          claim.alike === null ? unknown : String(claim.alike.age),
          `${claim.age} (approximation)`,
        )),
  ]
}

const todayRow = ({ rows }: ReportFacts): OutlookRow | undefined =>
  rows.find(({ role }) => role === 'today')

const ageRows = (facts: ReportFacts, { row }: Changed): readonly ChangeRow[] => {
  const [before, after] = [
    todayRow(facts)?.outlook.retirementAge ?? null,
    row?.outlook.retirementAge ?? null,
  ]
  if (before === null && after === null) return []
  const words = (age: number | null): string => (age === null ? unknown : String(age))
  const difference =
    before === null || after === null || before === after ? unknown : yearsWords(after - before)
  return [{ name: 'Retirement age', before: words(before), after: words(after), difference }]
}

/** The inputs of a forecast, today against `changed`, including unchanged rows. */
export const inputChanges = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => [
  ...savingsRows(facts, changed),
  ...inputRows(facts, changed),
  ...ageRows(facts, changed),
]

const incomeRow = (
  facts: ReportFacts,
  { row, claim }: Changed,
  name: string,
  market: 'typical' | 'poor',
): readonly ChangeRow[] => {
  const [was, is] = [
    todayRow(facts)?.outlook[market]?.month ?? null,
    row?.outlook[market]?.month ?? null,
  ]
  if (was === null && is === null) return []
  /** With a claim age the two columns use two methods: the difference compares one and the same, if known. */
  const difference = (): string => {
    if (claim !== undefined)
      return market === 'poor' || row === null || row.more === null
        ? unknown
        : `about ${signed(row.more)}`
    return was === null || is === null ? unknown : signed(wholeDifference(is, was))
  }
  const words = (month: number | null): string =>
    month === null ? unknown : `${dollars(month)} a month`
  return [
    {
      name,
      before: words(was),
      after: words(is),
      difference: difference(),
    },
  ]
}

/**
 * The recommendation's inputs against today without those that the client chose and the service left as they were.
 */
const recommendedInputs = (facts: ReportFacts, changed: Changed): readonly ChangeRow[] => {
  const { plan, strategies } = facts
  const chosen = new Map(
    (plan === null ? [] : savingsRows(facts, { ...changed, strategy: strategies.plan })).map(
      ({ name, before, after }) => [name, before === after ? null : after],
    ),
  )
  const isAgeChosen =
    plan?.inputs.RetirementAge !== undefined &&
    plan.inputs.RetirementAge === changed.strategy?.retirementAge
  return [
    ...savingsRows(facts, changed).filter(({ name, after }) => chosen.get(name) !== after),
    ...inputRows(facts, changed),
    ...(isAgeChosen ? [] : ageRows(facts, changed)),
  ]
}

/** Every row with a value in the answers; unchanged rows stay, so that a client sees that they do. */
export const changeRows = (facts: ReportFacts, role: Role): readonly ChangeRow[] => {
  const changed: Changed = {
    strategy: facts.strategies[role],
    row: facts.rows.find((each) => each.role === role) ?? null,
    inputs: role === 'plan' ? (facts.plan?.inputs ?? {}) : {},
    // The recommendation was computed with it, too.
    claim: facts.plan?.claim,
  }
  return [
    ...(role === 'recommended' ? recommendedInputs : inputChanges)(facts, changed),
    ...incomeRow(facts, changed, 'Income, typical markets', 'typical'),
    ...incomeRow(facts, changed, 'Income, poor markets', 'poor'),
  ]
}

const yearsWords = (years: number): string =>
  `${years > 0 ? '+' : '−'}${Math.abs(years)} ${Math.abs(years) === 1 ? 'year' : 'years'}`
