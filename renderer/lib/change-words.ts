import type { Recommended } from '#shared/express/changes.ts'
import type { RecommendedAnnuity } from '#shared/strategy/changes/annuities.ts'
import { said, written, type Said } from '#shared/strategy/statement/said.ts'
import { screenWriter } from '../ui/figures/writer.ts'
import { dollars } from './format.ts'
import { rateWords, savingsPercent } from './savings-words.ts'

/** A change from → to, the same beside a tick, in the review and wherever else it is shown. */

type Kind = Recommended['lines'][number]['kind']
type Value = Recommended['lines'][number]['values'][number]

/** `Pre-tax, ACME401K 401(k)`. */
export const changeName = ({ account, label }: Pick<Value, 'account' | 'label'>): string =>
  account === '' ? label : `${label}, ${account}`

const absent = 'none'

/** Where a change starts, with its source unless that is the file; `rate` are its percent and dollars. */
export const fromSaid = (
  kind: Kind,
  { today, from, fromDollars }: Pick<Value, 'today' | 'from' | 'fromDollars'>,
  rate: Said,
): Said => {
  if (kind === 'age') {
    if (from === null) return ['not known']
    return [today === 'plan' ? `${from}, in your plan` : `${from}, set by the service`]
  }
  if (today === 'unknown') return ['not in the file']
  if (from === null && fromDollars === null) return [absent]
  if (today === 'plan') return said`${rate}, in your plan`
  if (today === 'limited') return said`${rate}, as far as the year’s limits let it in`
  return today === 'file' ? rate : said`${rate}, by the forecast`
}

export const fromWords = (
  kind: Kind,
  value: Pick<Value, 'today' | 'from' | 'fromDollars'>,
): string => {
  const rate = rateWords({ percent: value.from, dollars: value.fromDollars }, absent)
  return written(fromSaid(kind, value, [rate]), screenWriter)
}

/** Where a change ends. */
export const toSaid = (kind: Kind, { to }: Pick<Value, 'to'>, rate: Said): Said =>
  kind === 'age' ? [String(to ?? 'not known')] : rate

export const toWords = (kind: Kind, value: Pick<Value, 'to' | 'toDollars'>): string =>
  written(
    toSaid(kind, value, [rateWords({ percent: value.to, dollars: value.toDollars })]),
    screenWriter,
  )

/** `Annuity (GMWB): 15%, $91,872`. */
export const annuityWords = ({ type, percent, dollars: amount }: RecommendedAnnuity): string => {
  const figures = [
    percent !== null && savingsPercent(percent),
    amount !== null && dollars(amount),
  ].filter((figure) => figure !== false)
  return `Annuity${type === '' ? '' : ` (${type})`}: ${figures.join(', ')}`
}
