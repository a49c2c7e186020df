import type { Recommended } from '#shared/express/changes.ts'
import type { RecommendedAnnuity } from '#shared/strategy/changes/annuities.ts'
import { dollars } from './format.ts'
import { rateWords, savingsPercent } from './savings-words.ts'

/** A change from → to, the same beside a tick, in the review and wherever else it is shown. */

type Kind = Recommended['lines'][number]['kind']
type Value = Recommended['lines'][number]['values'][number]

/** `Pre-tax, ACME401K 401(k)`. */
export const changeName = ({ account, label }: Pick<Value, 'account' | 'label'>): string =>
  account === '' ? label : `${label}, ${account}`

/** Where a change starts, with its source unless that is the file. */
export const fromWords = (
  kind: Kind,
  { today, from, fromDollars }: Pick<Value, 'today' | 'from' | 'fromDollars'>,
): string => {
  if (kind === 'age') {
    if (from === null) return 'not known'
    return today === 'plan' ? `${from}, in your plan` : `${from}, set by the service`
  }
  if (today === 'unknown') return 'not in the file'
  const absent = 'none'
  const words = rateWords({ percent: from, dollars: fromDollars }, absent)
  if (today === 'plan') return `${words}, in your plan`
  if (today === 'limited') return `${words}, as far as the year’s limits let it in`
  return today === 'file' || words === absent ? words : `${words}, by the forecast`
}

export const toWords = (kind: Kind, { to, toDollars }: Pick<Value, 'to' | 'toDollars'>): string =>
  kind === 'age' ? String(to ?? 'not known') : rateWords({ percent: to, dollars: toDollars })

/** `Annuity (GMWB): 15%, $91,872`. */
export const annuityWords = ({ type, percent, dollars: amount }: RecommendedAnnuity): string => {
  const figures = [
    percent !== null && savingsPercent(percent),
    amount !== null && dollars(amount),
  ].filter((figure) => figure !== false)
  return `Annuity${type === '' ? '' : ` (${type})`}: ${figures.join(', ')}`
}
