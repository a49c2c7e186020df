import type { Figure, Said } from '../figures/figure.ts'
import { givenFigure } from '../figures/given.ts'
import { said, separated } from '../figures/said.ts'
import type { Contribution } from './profile.ts'
import { aYearOf, periodInName } from './amount-periods.ts'
import { readFlag, readNumber } from './read-values.ts'

/** An employer's match is a rule for what the employer adds to the participant's own dollars. */

interface MatchStep {
  /** Percent added to each dollar saved: 50 is 50¢ per $1. */
  readonly rate: number
  /**
   * The step ends at this percent of pay saved, counted from the first dollar; null if it has no
   * end.
   */
  readonly upTo: number | null
}

export interface Match {
  /** Ascending by `upTo`; empty if the file's rule is not understood. */
  readonly steps: readonly MatchStep[]
  /** The most that the match pays, in percent of pay and dollars a year; null if the file does not say. */
  readonly mostPercent: number | null
  readonly mostDollars: number | null
  /** Whether the employer makes up for uneven savings at year end; null if the file does not say. */
  readonly trueUp: boolean | null
  /** Parts of the file's rule that are not understood, as written: `MatchType=2`. */
  readonly unread: readonly string[]
}

type Meaning = 'rate' | 'limit' | 'dollars' | 'trueUp'

const meaningOf = (name: string): Meaning | null => {
  if (/true-?_?up/i.test(name)) return 'trueUp'
  if (!/match/i.test(name)) return null
  if (/(amount|dollars?)\d*$/i.test(name)) return 'dollars'
  if (/(limit|up-?_?to|max(imum)?|ceiling|cap)(rate|percent|pct)?\d*$/i.test(name)) return 'limit'
  return /match(ing)?[-_]?(tier)?[-_]?(rate|percent(age)?|pct)?\d*$/i.test(name) ? 'rate' : null
}

/** The mapped maximum is read as if it were this attribute. */
const mappedMost = 'MatchMaxAmount'
const localName = (name: string) => name.replace(/^.*:/, '').toLowerCase()

const numberOf = (text: string): number | null => readNumber(text.trim().replace(/\s*%$/, '')).value
/** The number of a step in a name: `MatchRate2` belongs to the second step; without a number, to the first. */
const stepOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 1)

const stepsOf = (
  rates: ReadonlyMap<number, number>,
  limits: ReadonlyMap<number, number>,
): readonly MatchStep[] => {
  const numbers = [...new Set([...rates.keys(), ...limits.keys()])].toSorted((a, b) => a - b)
  // A limit without a rate means that every dollar is matched in full.
  const steps = numbers.map((number) => ({
    rate: rates.get(number) ?? 100,
    upTo: limits.get(number) ?? null,
  }))
  const isAscending = steps.every(
    ({ upTo }, index) => index === 0 || (steps[index - 1]?.upTo ?? Infinity) < (upTo ?? Infinity),
  )
  return isAscending ? steps : []
}

/**
 * Reads the match from an employer's contribution; null for money paid regardless of savings, and
 * for any other contribution. It reads the mapped match values and every attribute about a match:
 * `MatchRate`, `MatchLimit`, `MatchRate2` for a second step, `MatchMaxAmount` in dollars of the
 * mapping's period, `TrueUp`. Without a limit, `Rate` is the maximum.
 */
export const matchOf = ({
  kind,
  rate,
  attributes,
  match,
}: Pick<Contribution, 'kind' | 'rate' | 'attributes' | 'match'>): Match | null => {
  if (kind !== 'employer') return null
  const most = match?.most
  const written = Object.entries(attributes).filter(
    ([name]) => most === undefined || most.attribute === '' || localName(name) !== most.attribute,
  )
  const found = {
    ...Object.fromEntries(written),
    ...(match?.rate ? { MatchRate: match.rate } : {}),
    ...(match?.limit ? { MatchLimit: match.limit } : {}),
    ...(most?.text ? { [mappedMost]: most.text } : {}),
  }
  const rates = new Map<number, number>()
  const limits = new Map<number, number>()
  const unread: string[] = []
  let mostDollars: number | null = null
  let trueUp: boolean | null = null
  let isUnderstood = true
  for (const [name, text] of Object.entries(found)) {
    const meaning = meaningOf(name)
    if (text.trim() === '' || (meaning === null && !/match/i.test(name))) continue
    const value = numberOf(text)
    const isPercent =
      value !== null && value >= 0 && (meaning === 'rate' ? value <= 1000 : value <= 100)
    if (meaning === 'trueUp') trueUp = readFlag(text)
    else if (meaning === 'dollars' && value !== null && value >= 0)
      mostDollars = aYearOf(value, periodInName(name) ?? most?.period ?? 'year')
    else if (meaning === 'rate' && isPercent) rates.set(stepOf(name), value)
    else if (meaning === 'limit' && isPercent) limits.set(stepOf(name), value)
    else {
      unread.push(`${name}=${text.trim().slice(0, 40)}`)
      if (meaning !== null) isUnderstood = false
    }
  }
  const hasRate = [...rates.values()].some((value) => value > 0)
  // A match rate of 0 is not a match, so `Rate` is paid regardless of savings.
  if (isUnderstood && !hasRate && (rates.size > 0 || limits.size === 0)) return null
  const steps = isUnderstood ? stepsOf(rates, limits) : []
  const isOpen = steps.at(-1)?.upTo === null
  return { steps, mostPercent: isOpen ? rate : null, mostDollars, trueUp, unread }
}

/**
 * The match for a participant who saves `saved` dollars a year, evenly over the whole year, at
 * `pay` dollars of counted pay; null if the rule is not understood.
 */
export const matchDollars = (
  { steps, mostPercent, mostDollars }: Match,
  saved: number,
  pay: number,
): number | null => {
  if (steps.length === 0) return null
  let [from, brought] = [0, 0]
  for (const { rate, upTo } of steps) {
    const to = upTo === null ? saved : Math.min(saved, (pay * upTo) / 100)
    brought += (Math.max(0, to - from) * rate) / 100
    from = Math.max(from, to)
  }
  return Math.min(
    brought,
    mostPercent === null ? Infinity : (pay * mostPercent) / 100,
    mostDollars ?? Infinity,
  )
}

/**
 * The percent of `pay` that must be saved to get the whole match; null if the match has no end or
 * is not understood.
 */
export const wholeMatchAt = (match: Match, pay: number): number | null => {
  const { steps, mostPercent, mostDollars } = match
  const most = Math.min(
    mostPercent ?? Infinity,
    mostDollars === null || pay <= 0 ? Infinity : (mostDollars / pay) * 100,
  )
  let [from, brought] = [0, 0]
  for (const { rate, upTo } of steps) {
    const room = rate > 0 ? ((most - brought) / rate) * 100 : Infinity
    if (from + room <= (upTo ?? Infinity)) return Number.isFinite(room) ? from + room : null
    brought += (((upTo ?? 0) - from) * rate) / 100
    from = upTo ?? from
  }
  return steps.length === 0 ? null : from
}

const plain = (value: number) => String(Math.round(value * 100) / 100)
const perDollar = (rate: number) =>
  rate < 100 ? `${plain(rate)}¢` : `$${rate % 100 === 0 ? rate / 100 : (rate / 100).toFixed(2)}`
const most = (dollars: number): Figure =>
  givenFigure(dollars, {
    id: `file/match/most/${dollars}`,
    origin: { from: 'file', what: 'The most that the match pays in a year' },
    sentence: 'The most that the employer’s match pays in a year, by the file.',
    basis: 'Dollars a year.',
  })

const ofPay = (what: string, percent: number): Figure =>
  givenFigure(percent, {
    id: `file/match/${what}/${percent}`,
    unit: 'percent',
    digits: 2,
    origin: { from: 'file', what: `Match, ${what}` },
    sentence: `The employer’s match by the file: ${what}.`,
    basis: 'Percent of pay before tax.',
  })
/** The percent of pay that a step covers, from the end of the previous step. */
const covered = (upTo: number, before: number): Figure => {
  const end = ofPay('saving up to', upTo)
  if (before === 0) return end
  const start = ofPay('saving up to', before)
  return {
    ...end,
    id: `file/match/from/${before}/${upTo}`,
    steps: [...end.steps, ...start.steps.map((step) => ({ ...step, sign: '−' as const }))],
    sentence: 'Saving that this step of the employer’s match counts, by the file.',
  }
}

/** The rule in words that follow “Employer adds”: `50¢ per $1 on the first 6% of pay`. */
export const matchWords = ({ steps, mostPercent, mostDollars, trueUp, unread }: Match): Said => {
  if (steps.length === 0)
    return [`a match that is not understood${unread.length === 0 ? '' : `: ${unread.join(', ')}`}`]
  const parts = steps.map(({ rate, upTo }, index) => {
    const before = steps[index - 1]?.upTo ?? 0
    const rest = index === 0 ? '' : ' on what is beyond'
    const on =
      upTo === null
        ? rest
        : said` on the ${index === 0 ? 'first' : 'next'} ${covered(upTo, before)} of pay`
    return said`${perDollar(rate)} per $1${on}`
  })
  return separated(
    [
      ...parts,
      mostPercent === null ? [] : said`at most ${ofPay('at most', mostPercent)} of pay`,
      mostDollars === null ? [] : said`at most ${most(mostDollars)} a year`,
      said`${trueUp !== null && (trueUp ? 'trued up at the end of the year' : 'not trued up')}`,
      said`${unread.length > 0 && `not understood: ${unread.join(', ')}`}`,
    ],
    ', ',
  )
}
