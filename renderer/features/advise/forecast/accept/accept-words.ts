import type { AcceptLine, Recommendation } from '#shared/strategy/accept-lines.ts'
import { limitsYear } from '#shared/savings/limits.ts'
import { plural } from '../../../../lib/format.ts'
import { rateWords } from '../../../../lib/savings-words.ts'

/** A line of a recommendation in words: today's value, and the value to send. */

/** The request leaves out declined lines; that does not bind the service. */
export const notAccepted =
  'What is not accepted is not sent; the service may still do it by its own management.'

export const lineName = ({ account, label }: Pick<AcceptLine, 'account' | 'label'>): string =>
  account === '' ? label : `${label}, ${account}`

/** Today's value, with its source unless that is the file. */
export const fromWords = ({
  kind,
  today,
  from,
  fromDollars,
}: Pick<AcceptLine, 'kind' | 'today' | 'from' | 'fromDollars'>): string => {
  if (today === 'unknown') return 'not in the file'
  if (kind === 'age') return from === null ? 'not known' : `${from}, set by the service`
  const words = rateWords({ percent: from, dollars: fromDollars })
  if (today === 'limited') return `${words}, as far as the limits of ${limitsYear} let it in`
  return today === 'file' ? words : `${words}, by the forecast`
}

export const toWords = ({ kind, to, toDollars }: Pick<AcceptLine, 'kind' | 'to' | 'toDollars'>) =>
  kind === 'age' ? String(to) : rateWords({ percent: to, dollars: toDollars })

type NotTaken = Recommendation['notTaken'][number]

const reasons: Readonly<Record<NotTaken['why'], string>> = {
  employer: 'the employer’s part follows from the plan',
  years: 'it changes with the years, and a request takes one rate',
  sameName: 'a request cannot tell it apart from another rate of the same plan and type',
  noName: 'the service names no plan or no type for it',
  notSaid: 'the recommended strategy does not name it',
}
/** Why a savings rate cannot be chosen. */
export const whyNot = ({ why }: Pick<NotTaken, 'why'>): string => reasons[why]

/** The changing funds in one sentence; empty if there are none. */
export const fundsWords = (funds: Recommendation['funds']): string => {
  const moving = funds.filter(({ changing }) => changing > 0)
  return moving.length === 0
    ? ''
    : moving
        .map(
          ({ account, changing }) =>
            `${plural(changing, 'fund changes', 'funds change')} in ${account}`,
        )
        .join(', ')
}
