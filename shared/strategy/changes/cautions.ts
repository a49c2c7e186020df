import type { Cautions, RateChange } from '../../express/changes.ts'
import type { Figure } from '../../figures/figure.ts'
import { sumOf } from '../statement/make.ts'
import { byAmount, enumerated, said, type Said } from '../statement/said.ts'

/** Warnings about a request, identical while accepting, in the review, on the receipt and in a report. */

const total = (parts: readonly (readonly [Figure | null, string])[], when: string) => {
  const known = parts.filter(([figure]) => figure !== null)
  const [first, ...more] = known
  if (first === undefined || more.length === 0) return first?.[0] ?? null
  return sumOf(known, {
    id: known.map(([figure]) => figure?.id ?? '').join('+'),
    sentence: `The rates that the request sets, together, ${when}.`,
    basis: 'Percent of pay before tax.',
  })
}

/**
 * Today's and the sent savings in percent of pay, over all sent rates, if the request lowers them; otherwise null. A
 * rate without a known starting value counts as 0, so that new savings never look like less.
 */
export const loweredIn = (changes: readonly RateChange[]): Cautions['lowered'] => {
  const sum = (end: 'from' | 'to', when: string) =>
    total(
      changes.map((change) => [change[end].percent, `${change.label}, ${change.account}`]),
      when,
    )
  const [from, to] = [sum('from', 'today'), sum('to', 'as sent')]
  return from !== null && to !== null && byAmount(to, from) < 0 ? { from, to } : null
}

/** The warning about lower savings; empty if the request does not lower them. */
export const loweredWords = (
  { lowered }: Pick<Cautions, 'lowered'>,
  whose: 'their' | 'your',
): Said =>
  lowered === null ? [] : said`This lowers ${whose} savings from ${lowered.from} to ${lowered.to}.`

/**
 * A note if the recommendation was computed for other ages than those in the request; otherwise empty. After sending,
 * the service has chosen.
 */
const agesWords = (
  { unsentAges: { retirement, claim } }: Pick<Cautions, 'unsentAges'>,
  isSent: boolean,
): Said => {
  const ages = [
    ...(retirement === null ? [] : [said`retiring at ${retirement}`]),
    ...(claim === null ? [] : [said`claiming Social Security at ${claim}`]),
  ]
  if (ages.length === 0) return []
  if (isSent)
    return said`The recommended funds and rates were for ${enumerated(ages)}, which ${ages.length > 1 ? 'were' : 'was'} not sent.`
  return said`The recommended funds and rates are for ${enumerated(ages)}, which ${ages.length > 1 ? 'are' : 'is'} not sent: the service may choose others.`
}

/** All warnings as sentences; `whose` is `your` for a client, and `isSent` is true on a receipt. */
export const cautionWords = (
  { stock, ...cautions }: Cautions,
  whose: 'their' | 'your' = 'their',
  isSent = false,
): readonly Said[] =>
  [loweredWords(cautions, whose), agesWords(cautions, isSent), ...stock].filter(
    (words) => words.length > 0,
  )
