import { isTraining } from '../side.ts'
import type { Course, YearFigures } from '../years/course.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { Gap } from '../goal.ts'
import type { Market } from '../incomes.ts'
import { isSameAmount, paragraph, said, signOf, type Said } from '../said.ts'
import { roleNames, type StrategyStatement } from '../statement.ts'
import type { Wealth, WealthFigures } from '../years/wealth.ts'
import { marketLabels } from './advisor-words.ts'

/** Sentences about what the charts by age show, each about one strategy in one market. */

/** The caption of every chart by age, such as `Plan, average markets`. */
export const captionOf = ({ role }: Pick<StrategyStatement, 'role'>, market: Market): string =>
  `${roleNames[role]}, ${marketLabels[market].toLowerCase()}`

/** The age of the first year of retirement in a course; `null` without years. */
export const startOf = ({ flow }: Course): number | null => {
  if (flow === null) return null
  return (
    flow.ages[flow.retirementIndex < 0 ? Math.max(0, flow.start) : flow.retirementIndex] ?? null
  )
}

/**
 * The ranges of ages in which the income is short of the goal; `until` is the first age after a
 * range, or `null` if the range never ends.
 */
const shortStretches = (gaps: readonly { readonly age: number; readonly gap: Gap }[]) =>
  gaps.reduce<{ from: number; until: number | null }[]>((runs, { age, gap }) => {
    const last = runs.at(-1)
    const isOpen = last !== undefined && last.until === null
    if (gap.kind === 'short') return isOpen ? runs : [...runs, { from: age, until: null }]
    return isOpen ? [...runs.slice(0, -1), { ...last, until: age }] : runs
  }, [])

const stretchWords = (from: number, until: number | null, start: number): string =>
  until === null
    ? from > start
      ? `from ${from} on`
      : `at every age from ${from} on`
    : from > start
      ? `from ${from} until ${until}`
      : `until ${until}`

/** A sentence on each account outside all plans, from the rules of the accounts' figures. */
const outsideWords = (accounts: readonly { readonly figure: Figure }[]): readonly Said[] =>
  [...new Set(accounts.map(({ figure: { rule } }) => rule))].map((rule) =>
    rule === '' ? [] : [rule],
  )

/** Where the income meets the goal, from retirement on, or why it is not drawn year by year. */
export const incomeWords = (strategy: StrategyStatement, market: Market): Said => {
  const course = strategy.course(market)
  const start = startOf(course)
  const reason: Said = course.why === '' ? [] : [course.why]
  if (course.flow === null || start === null) return reason
  const years = [...course.flow.ages]
    .filter((age) => age >= start)
    .flatMap((age) => course.at(age) ?? [])
  const gaps = years.flatMap(({ age, gap }) => (gap === null ? [] : [{ age, gap }]))
  const caption = captionOf(strategy, market)
  const outside = outsideWords(
    years.flatMap(({ sources }) => sources.filter(({ kind }) => kind === 'account')),
  )
  if (gaps.length === 0 || strategy.goal === null)
    return paragraph(
      said`${caption}: no goal is known to measure the income against.`,
      reason,
      ...outside,
    )
  const stretches = shortStretches(gaps)
  const goal = strategy.goal.figure
  // Years before retirement also have pay, so they have no gap.
  const first = gaps[0]?.age ?? start
  if (stretches.length === 0)
    return paragraph(
      said`${caption}: reaches the goal of ${goal} a month at every age from ${first} on.`,
      reason,
      ...outside,
    )
  const when =
    stretches.length > 2
      ? 'at some ages'
      : stretches.map(({ from, until }) => stretchWords(from, until, first)).join(', and ')
  return paragraph(
    said`${caption}: short of the goal of ${goal} a month ${when}.`,
    reason,
    ...outside,
  )
}

const moments: Readonly<Record<Wealth['moment'], string>> = {
  beginning: 'at the beginning of the year',
  end: 'at the end of the year',
  '': '',
}

/** Words such as `at the beginning of the year`; empty if the answer does not say. */
export const momentWords = ({ moment }: Pick<Wealth, 'moment'>): string => moments[moment]

type Read = (figures: WealthFigures) => WealthFigures['wealth']

interface AtAge {
  readonly age: number
  readonly figure: Figure
}

/** The figures that were sent, by age. */
const sentFigures = (wealth: Wealth, read: Read): readonly AtAge[] =>
  [...wealth.ages].flatMap((age) => {
    const figures = wealth.at(age)
    const figure = figures && read(figures)
    return figure === null ? [] : [{ age, figure }]
  })

/** Only ages from retirement on; all ages if the retirement age is unknown. */
const inRetirement = (
  { retirementAge }: StrategyStatement,
  sent: readonly AtAge[],
): readonly AtAge[] => sent.filter(({ age }) => age >= (retirementAge ?? 0))

/** The figures at the first age of retirement and at the last age, at the same time of the year. */
const ends = (strategy: StrategyStatement, wealth: Wealth, read: Read): Said => {
  const sent = sentFigures(wealth, read)
  const first = strategy.retirementAge === null ? undefined : inRetirement(strategy, sent)[0]
  const shown = new Set([first, sent.at(-1)].filter((each) => each !== undefined))
  return [...shown]
    .map(({ age, figure }): Said => said`${figure} at ${age}`)
    .flatMap((part, index) => (index === 0 ? part : [', ', ...part]))
}

/**
 * Says when poor markets leave less than a dollar in retirement: from the start, permanently, or
 * for some years; otherwise empty.
 */
const spentWords = (strategy: StrategyStatement, poor: Wealth): Said => {
  const years = inRetirement(
    strategy,
    sentFigures(poor, (figures) => figures.wealth),
  )
  const hasMoney = ({ figure }: AtAge) => signOf(figure) > 0
  const [start] = years
  const forGood = years[years.findLastIndex(hasMoney) + 1]
  if (forGood !== undefined)
    return forGood === start
      ? [`In poor markets there is no money at ${forGood.age}.`]
      : [`In poor markets the money is spent by ${forGood.age}.`]
  const from = years.findIndex((year) => !hasMoney(year))
  const again = years.slice(from).find(hasMoney)
  return from < 0 || again === undefined
    ? []
    : [`In poor markets nothing is left from ${years[from]?.age ?? ''} until ${again.age}.`]
}

const heading = (strategy: StrategyStatement, market: Market, what: Said): Said =>
  said`${captionOf(strategy, market)}: ${what}.`

/** Says what wealth there is at retirement and at the end, and when it runs out in poor markets. */
export const wealthWords = (
  strategy: StrategyStatement,
  market: Market,
  wealth: Readonly<Record<Market, Wealth>>,
): Said => {
  const shown = wealth[market]
  if (shown.why !== '') return [shown.why]
  const at = ends(strategy, shown, (figures) => figures.wealth)
  return paragraph(
    heading(strategy, market, at.length === 0 ? ['wealth by age'] : at),
    spentWords(strategy, wealth.poor),
  )
}

/**
 * Gives the total of all accounts at retirement and at the end, and mentions it if the answer's own
 * total differs.
 */
export const balanceWords = (strategy: StrategyStatement, market: Market, wealth: Wealth): Said => {
  if (wealth.why !== '') return [wealth.why]
  const at = ends(strategy, wealth, ({ together, wealth: total }) => together ?? total)
  const years = [...wealth.ages].flatMap((age) => wealth.at(age) ?? [])
  const apart = years.find(
    ({ wealth: total, together }) =>
      total !== null && together !== null && !isSameAmount(total, together),
  )
  return paragraph(
    heading(strategy, market, at.length === 0 ? ['balances by age'] : at),
    apart === undefined
      ? []
      : said`The service’s own total is another: ${apart.wealth} at ${apart.age}, where the accounts add up to ${apart.together}.`,
    ...outsideWords(years.flatMap(({ accounts }) => accounts)),
  )
}

/** Says why a year has no federal tax; empty if it has some, or if the answer has none for it. */
export const untaxedWords = ({ side }: StrategyStatement, year: YearFigures | null): Said =>
  year === null || year.tax === null || signOf(year.tax) !== 0
    ? []
    : isTraining(side)
      ? [`No federal tax at ${year.age}: the deductions cover the taxable part of that income.`]
      : [`The service counts no federal tax at ${year.age}.`]

/** Gives the federal tax in the first year of retirement, and says why it is zero. */
export const taxWords = (strategy: StrategyStatement, market: Market): Said => {
  const course = strategy.course(market)
  if (course.kind !== 'yearly') return [noTaxWords(strategy, market)]
  const start = startOf(course)
  const year = start === null ? null : course.at(start)
  const tax = year?.tax ?? null
  return tax === null
    ? heading(strategy, market, ['taxes by age'])
    : paragraph(
        heading(strategy, market, said`${tax} a month at ${start}`),
        untaxedWords(strategy, year),
      )
}

/** Says why a strategy's taxes are not drawn; empty if they are. */
export const noTaxWords = (strategy: StrategyStatement, market: Market): string => {
  const course = strategy.course(market)
  if (course.kind === 'yearly')
    return (course.flow?.taxes ?? null) === null ? 'The answer has no taxes for this strategy.' : ''
  return course.kind === 'level'
    ? `The answer has no taxes for retiring at ${strategy.retirementAge ?? 'this age'}; it has one figure of income for that age.`
    : course.why
}
