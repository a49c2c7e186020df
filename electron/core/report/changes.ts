import { savingsChanges } from '#shared/strategy/savings-changes.ts'
import { wholeDifference } from '#shared/strategy/whole-dollars.ts'
import { fieldLines } from '#shared/express/field-words.ts'
import type { ReportFacts, Role } from './facts.ts'
import { dollars, percent, signed, signedPoints, unknown } from './figures.ts'

/** The table “What changes”: today against what was chosen, or against what is recommended. */

export interface ChangeRow {
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

/** Not known where any part is not: part of a sum is no sum. */
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

/** Savings by who saves and how, each kind over all accounts. */
const savingsRows = ({ strategies, mappings }: ReportFacts, role: Role): readonly ChangeRow[] => {
  const { rows } = savingsChanges(strategies.today, strategies[role], mappings)
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

/** What a person saves of their own pay, percent, over all accounts; null where the answer does not say. */
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

/** Inputs without a figure in the answer, where they were changed. */
const inputRows = ({ plan, today, salary }: ReportFacts): readonly ChangeRow[] => {
  const inputs = plan?.inputs ?? {}
  const pensions = (today?.profile?.pensions ?? []).map(
    ({ amount, startYear }) => `${dollars(amount)} a year from ${startYear}`,
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
      : differing(
          'Pensions',
          pensions.join('; ') || 'none',
          fieldLines(inputs, 'PensionTypes').join('; ') || 'none',
        )),
    ...(inputs.ExcludeSocialSecurity === true
      ? differing('Social Security', 'counted in', 'left out')
      : []),
  ]
}

/** Every row that the answers have something for; rows that do not change stay, so that a client sees that they do not. */
export const changeRows = (facts: ReportFacts, role: Role): readonly ChangeRow[] => {
  const row = (which: Role) => facts.rows.find((each) => each.role === which)
  const [before, after] = [row('today'), row(role)]
  const [ageBefore, ageAfter] = [
    before?.outlook.retirementAge ?? null,
    after?.outlook.retirementAge ?? null,
  ]
  const ages = (age: number | null): string => (age === null ? unknown : String(age))
  /** With a claim age the two columns rest on two methods: the difference is that of one and the same, where it is known. */
  const difference = (
    market: 'typical' | 'poor',
    was: number | null,
    is: number | null,
  ): string => {
    if (facts.approximation.length > 0)
      return market === 'poor' || after === undefined || after.more === null
        ? unknown
        : `about ${signed(after.more)}`
    return was === null || is === null ? unknown : signed(wholeDifference(is, was))
  }
  const income = (name: string, market: 'typical' | 'poor'): readonly ChangeRow[] => {
    const [was, is] = [
      before?.outlook[market]?.month ?? null,
      after?.outlook[market]?.month ?? null,
    ]
    if (was === null && is === null) return []
    const words = (month: number | null): string =>
      month === null ? unknown : `${dollars(month)} a month`
    return [
      {
        name,
        before: words(was),
        after: words(is),
        difference: difference(market, was, is),
      },
    ]
  }
  return [
    ...savingsRows(facts, role),
    ...(role === 'plan' ? inputRows(facts) : []),
    ...(ageBefore === null && ageAfter === null
      ? []
      : [
          {
            name: 'Retirement age',
            before: ages(ageBefore),
            after: ages(ageAfter),
            difference:
              ageBefore === null || ageAfter === null || ageBefore === ageAfter
                ? unknown
                : yearsWords(ageAfter - ageBefore),
          },
        ]),
    ...income('Income, typical markets', 'typical'),
    ...income('Income, poor markets', 'poor'),
  ]
}

const yearsWords = (years: number): string =>
  `${years > 0 ? '+' : '−'}${Math.abs(years)} ${Math.abs(years) === 1 ? 'year' : 'years'}`
