import type { Figure } from '../../../figures/figure.ts'
import { ageAt } from '../../../age-at.ts'
import { priceFactor } from '../../charts/dollars-of.ts'
import { accountsInFile } from '../file/file-accounts.ts'
import { marketNames, type Market } from '../incomes.ts'
import { differenceOf, figure, fromFigure, inParentheses, step } from '../make.ts'
import { axisOf } from '../said.ts'
import { dollarsIn, type SavedAnswer } from '../side.ts'
import type { Missing } from './bridge.ts'
import { ownStrategy, statementOf, type Rules, type StrategyStatement } from '../statement.ts'
import type { Prices } from '../years/prices.ts'
import { wealthOf, type Wealth } from '../years/wealth.ts'

/** The range that an earlier forecast projected for the day of a newer one, with the balance of that day in it. */

export interface Band {
  /** The earlier projection for the day of the newer answer, dollars; null for a market that was not sent. */
  readonly markets: Readonly<Record<Market, Figure | null>>
  readonly balance: Figure
  /** The balance less the projection in average markets, signed dollars; null without that. */
  readonly over: Figure | null
  /** Where the balance is in the range. */
  readonly place: 'below' | 'within' | 'above'
  /** Positions on one scale, from 0 to 1. */
  readonly at: (figure: Figure) => number
  /** Whether both are dollars of their day; otherwise the service does not say which dollars it projects. */
  readonly isOfTheDay: boolean
}

interface BandInput {
  readonly earlier: SavedAnswer
  readonly newer: SavedAnswer
  /** Days from the earlier to the newer answer. */
  readonly days: number
}

const standing = (saved: SavedAnswer, rules: Rules) => {
  const statement = statementOf({ saved, today: null, typedGoal: null }, rules)
  const strategy = ownStrategy(statement)
  return strategy && { strategy, accounts: statement.accounts }
}

/** Converts amounts of the earlier answer to dollars of each year, if it is known to have other dollars. */
const pricesOf = (
  { side }: StrategyStatement,
  { profile, savedAt }: SavedAnswer,
): Prices | null => {
  const age = ageAt(profile?.dateOfBirth ?? '', new Date(savedAt))
  const sent = dollarsIn(side)
  if (sent === '' || age === null) return null
  const growth = side.units.readAs.priceGrowth
  const at = priceFactor(sent, 'year', growth, age)
  return (
    at && {
      at,
      dollarsOf: 'year',
      what: `Prices that rise ${growth}% a year from age ${age}`,
      key: 'each-year',
    }
  )
}

const daysOfMonth = 365.25 / 12

/** An amount so many months after the first age of the answer, on a straight line between two ages. */
const projected = (
  { ages, moment, at }: Wealth,
  months: number,
  prices: Prices | null,
): Figure | null => {
  const [first] = ages
  const since = moment === 'end' ? months - 12 : months
  if (first === undefined || since < 0) return null
  const age = first + Math.floor(since / 12)
  const part = since % 12
  const [low, high] = [age, age + 1].map((each) => at(each, prices)?.wealth ?? null)
  if (low === null || low === undefined || part === 0) return low ?? null
  if (high === null || high === undefined) return null
  return figure({
    id: `${low.id}+${part}`,
    per: 'once',
    about: true,
    steps: [
      fromFigure(low, `at ${age}`),
      inParentheses([
        inParentheses([fromFigure(high, `at ${age + 1}`), fromFigure(low, `at ${age}`, '−')]),
        step('×', part, { from: 'constant', what: `months after ${age}` }),
        step('÷', 12, { from: 'constant', what: `months from ${age} to ${age + 1}` }),
      ]),
    ],
    sentence: 'What the earlier forecast projected for this month, all accounts together.',
    basis: low.basis,
    rule: `On a straight line between the ages ${age} and ${age + 1} of the earlier answer.`,
  })
}

/** The balance on the day of an answer: its own first amount, or the file's if the answer starts a year later. */
const balanceOf = (saved: SavedAnswer, { ages, moment, at }: Wealth): Figure | null => {
  const [first] = ages
  const file = saved.profile && accountsInFile(saved.profile, saved.id).total
  return moment === 'end' || first === undefined ? file : (at(first)?.wealth ?? file)
}

/** The earlier range on the day of the newer answer, or a sentence about why there is none. */
export const bandOf = ({ earlier, newer, days }: BandInput, rules: Rules): Band | Missing => {
  const [before, after] = [standing(earlier, rules), standing(newer, rules)]
  if (before === null || after === null)
    return { why: 'One of the answers has no strategy of today.' }
  const prices = pricesOf(before.strategy, earlier)
  const months = Math.round(days / daysOfMonth)
  const projectionIn = (market: Market) =>
    projected(wealthOf(before.strategy, market, before.accounts), months, prices)
  const markets = {
    poor: projectionIn('poor'),
    average: projectionIn('average'),
    good: projectionIn('good'),
  }
  const known = marketNames.flatMap((market) => markets[market] ?? [])
  const [least, most] = [known[0], known.at(-1)]
  if (least === undefined || most === undefined || known.length < 2)
    return { why: 'The earlier answer has no range of balances for this day.' }
  const balance = balanceOf(newer, wealthOf(after.strategy, 'average', after.accounts))
  if (balance === null) return { why: 'The balance of now is not known.' }
  const at = axisOf([...known, balance])
  return {
    markets,
    balance,
    over: differenceOf(balance, markets.average, {
      id: `since/${newer.id}/${earlier.id}/over`,
      names: ['balance', 'projected in average markets'],
      sentence: 'The balance of now less what the earlier forecast projected in average markets.',
    }),
    place: at(balance) < at(least) ? 'below' : at(balance) > at(most) ? 'above' : 'within',
    at,
    isOfTheDay: dollarsIn(before.strategy.side) !== '',
  }
}
