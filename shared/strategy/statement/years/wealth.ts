import type { AgeColumn, Percentile, Series } from '../../../express/reading.ts'
import { accountLabel } from '../../labels.ts'
import { alignTo, unionOfAges, type AccountMapping } from '../../pick.ts'
import { exactAmount, shownAmount } from '../amount.ts'
import { outsidePlans } from './outside-plans.ts'
import type { Prices } from './prices.ts'
import type { Figure, Step } from '../../../figures/figure.ts'
import type { Market } from '../incomes.ts'
import { figure, fitted, fromAnswer, inParentheses, step, sumOf } from '../make.ts'
import { percentilePath, idOf, isDrawn, seriesPath, type Side } from '../side.ts'
import type { StrategyStatement } from '../statement.ts'

/**
 * A strategy's wealth and balances over the years in one market. All figures at an age are for
 * the same time of the year.
 */

export interface AccountFigure {
  /** `account/<id>`, as in the income chart, so that hiding one hides both. */
  readonly key: string
  readonly label: string
  readonly figure: Figure
}

export interface WealthFigures {
  readonly age: number
  /** The answer's total wealth, otherwise the sum of its accounts. */
  readonly wealth: Figure | null
  /**
   * The sum of the accounts, which equals `wealth` if the answer's total is that sum; `null` if
   * there are no accounts.
   */
  readonly together: Figure | null
  readonly accounts: readonly AccountFigure[]
  /**
   * The answer's total at the end of the year, if the other figures are for another time of the
   * year; otherwise `null`.
   */
  readonly ending: Figure | null
}

/** One line of the chart; `NaN` where nothing was sent. Dollars as sent. */
export interface WealthLine {
  readonly key: string
  readonly label: string
  readonly values: Float64Array
}

export interface Wealth {
  /** A sentence about why the answer does not draw wealth; otherwise empty. */
  readonly why: string
  readonly ages: Float64Array
  /** The time of the year: `beginning`, `end`, or empty if the answer does not say. */
  readonly moment: 'beginning' | 'end' | ''
  /** Total wealth, for the chart. */
  readonly wealth: Float64Array
  /** The sum of the accounts, for the chart; `null` if there are none. */
  readonly together: Float64Array | null
  readonly accounts: readonly WealthLine[]
  /** The figures at an age; `null` if nothing was sent. */
  readonly at: (age: number, prices?: Prices | null) => WealthFigures | null
}

const momentOf = ({ type }: Pick<Series, 'type'>): Wealth['moment'] =>
  /beg/i.test(type) ? 'beginning' : /end/i.test(type) ? 'end' : ''

/**
 * The series for only one time of the year, because an account that is sent for both the beginning
 * and the end of a year would count twice.
 */
const ofOneMoment = (series: readonly Series[]) => {
  const moments = new Set(series.map(momentOf))
  const moment = (['beginning', 'end', ''] as const).find((each) => moments.has(each)) ?? ''
  return { moment, series: series.filter((each) => momentOf(each) === moment) }
}

const valueAt = ({ ages, values }: AgeColumn, age: number): number | null => {
  const value = values[ages.lastIndexOf(age)]
  return value !== undefined && Number.isFinite(value) ? value : null
}

interface Sent {
  readonly side: Side
  readonly entry: Percentile
  readonly market: Market
  readonly moment: Wealth['moment']
  readonly series: readonly Series[]
  /** The answer's own total for the same time of the year, and its name; `null` if not sent. */
  readonly total: { readonly column: AgeColumn; readonly name: string } | null
  /** Each account with its series and their paths in the answer. */
  readonly accounts: readonly {
    readonly key: string
    readonly label: string
    readonly parts: readonly { readonly series: Series; readonly place: string }[]
  }[]
}

const hasAges = ({ ages }: AgeColumn) => ages.length > 0

const readSent = (
  side: Side,
  entry: Percentile,
  market: Market,
  mappings: readonly AccountMapping[],
): Sent => {
  const { moment, series } = ofOneMoment(entry.accountBalance.filter(hasAges))
  const ending = { column: entry.overallEndingBalance, name: 'OverallEndingBalance' }
  const wealth = { column: entry.totalWealth, name: 'TotalWealth' }
  // A total at the end of the year is not the sum of balances at the beginning.
  const wanted =
    moment === 'end' ? [ending, wealth] : series.length > 0 ? [wealth] : [wealth, ending]
  const total = wanted.find(({ column }) => hasAges(column)) ?? null
  return {
    side,
    entry,
    market,
    series,
    total,
    moment: series.length === 0 && total === ending ? 'end' : moment,
    accounts: [...Map.groupBy(series, ({ account }) => account)].map(([account, own]) => ({
      key: `account/${account}`,
      label: accountLabel(account, mappings),
      parts: own.map((one) => ({
        series: one,
        place: seriesPath('AccountBalance', one, entry.accountBalance),
      })),
    })),
  }
}

const momentWords: Readonly<Record<Wealth['moment'], string>> = {
  beginning: ' at the beginning of the year',
  end: ' at the end of the year',
  '': '',
}

const inPrices = (steps: readonly Step[], age: number, prices: Prices | null): readonly Step[] =>
  prices === null
    ? steps
    : [inParentheses(steps), step('×', prices.at(age), { from: 'setting', what: prices.what })]

const figuresAt = (sent: Sent, age: number, prices: Prices | null): WealthFigures | null => {
  const { side, entry, total, moment, market } = sent
  const path = percentilePath(side, entry)
  const id = (name: string) =>
    `${idOf(side)}/p${entry.percentage ?? ''}/${name}@${age}${prices === null ? '' : `/${prices.key}`}`
  const basis = `Dollars${momentWords[moment]}${prices === null ? ', as sent' : ''}.`
  const made = (name: string, steps: readonly Step[], sentence: string, rule = '') =>
    steps.length === 0
      ? null
      : figure({
          id: id(name),
          per: 'once',
          steps: inPrices(steps, age, prices),
          sentence,
          basis,
          rule,
        })
  const accounts = sent.accounts.flatMap(({ key, label, parts }) => {
    const steps = parts.flatMap(({ series, place }) => {
      const value = valueAt(series, age)
      return value === null ? [] : [fromAnswer(value, `${path}.${place}.Values[${age}].Value`)]
    })
    const rule = outsidePlans(side, parts[0]?.series.account ?? '')
    const found = made(
      `balance/${key}`,
      steps,
      `What ${label} holds at ${age} in ${market} markets.`,
      rule,
    )
    return found === null ? [] : [{ key, label, figure: found }]
  })
  const own = total && valueAt(total.column, age)
  const wealth =
    own === null || total === null
      ? null
      : made(
          'wealth',
          [fromAnswer(own, `${path}.${total.name}.Values[${age}].Value`)],
          `What all accounts hold together at ${age} in ${market} markets.`,
        )
  if (wealth === null && accounts.length === 0) return null
  const exact = accounts.reduce((sum, each) => sum + exactAmount(each.figure), 0)
  // Allows for sent values that were rounded one by one.
  const isSum =
    wealth !== null &&
    accounts.length > 0 &&
    Math.abs(exactAmount(wealth) - exact) <= Math.max(1, (accounts.length + 1) / 2)
  const parts = isSum
    ? fitted(
        accounts.map((each) => ({ figure: each.figure, steady: false })),
        wealth,
      )
    : accounts.map((each) => each.figure)
  const named = accounts.map((each, index) => ({ ...each, figure: parts[index] ?? each.figure }))
  const sum = sumOf(
    named.map((each) => [each.figure, each.label] as const),
    { id: id('accounts'), sentence: `The sum of all accounts at ${age}.`, basis },
  )
  const together = isSum && sum !== null && shownAmount(sum) === shownAmount(wealth) ? wealth : sum
  const atEnd =
    total?.column === entry.overallEndingBalance ? null : valueAt(entry.overallEndingBalance, age)
  const ending =
    atEnd === null
      ? null
      : made(
          'ending',
          [fromAnswer(atEnd, `${path}.OverallEndingBalance.Values[${age}].Value`)],
          `What all accounts hold together at the end of the year at ${age} in ${market} markets.`,
        )
  return {
    age,
    wealth: wealth ?? together,
    together,
    accounts: named,
    ending: ending && { ...ending, basis: `Dollars${momentWords.end}, as sent.` },
  }
}

const empty = new Float64Array()
const notDrawn = (why: string): Wealth => ({
  why,
  ages: empty,
  moment: '',
  wealth: empty,
  together: null,
  accounts: [],
  at: () => null,
})

/** The sum of lines; `NaN` where no line has a value. */
const summed = (lines: readonly WealthLine[], ages: Float64Array): Float64Array =>
  ages.map((_, index) => {
    const known = lines.flatMap(({ values }) => {
      const value = values[index] ?? Number.NaN
      return Number.isNaN(value) ? [] : [value]
    })
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0)
  })

/** A strategy's wealth and balances in a market; `mappings` names the accounts. */
export const wealthOf = (
  { side, percentiles }: Pick<StrategyStatement, 'side' | 'percentiles'>,
  market: Market,
  mappings: readonly AccountMapping[],
): Wealth => {
  const percentage = percentiles[market]
  const entry = side.strategy.percentiles.find((each) => each.percentage === percentage)
  if (percentage === null || entry === undefined)
    return notDrawn('The answer has no wealth for this strategy in these markets.')
  if (!isDrawn(side))
    return notDrawn(
      `The answer has no course of wealth, balances or taxes for retiring at ${side.age ?? 'this age'}; it has one figure of income for that age.`,
    )
  const sent = readSent(side, entry, market, mappings)
  const columns = [...sent.series, ...(sent.total === null ? [] : [sent.total.column])]
  const ages = unionOfAges(columns)
  if (ages.length === 0) return notDrawn('The answer has no wealth for this strategy.')
  const accounts = sent.accounts.map(({ key, label, parts }) => {
    const lines = parts.map(({ series }) => ({
      key,
      label,
      values: alignTo(ages, series, Number.NaN),
    }))
    return { key, label, values: summed(lines, ages) }
  })
  const together = accounts.length === 0 ? null : summed(accounts, ages)
  const known = new Map<string, WealthFigures | null>()
  return {
    why: '',
    ages,
    moment: sent.moment,
    wealth:
      sent.total === null ? (together ?? empty) : alignTo(ages, sent.total.column, Number.NaN),
    together,
    accounts,
    at: (age, prices = null) => {
      const key = `${age}/${prices?.key ?? ''}`
      const before = known.get(key)
      if (before !== undefined) return before
      const made = figuresAt(sent, age, prices)
      known.set(key, made)
      return made
    },
  }
}
