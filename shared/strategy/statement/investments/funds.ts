import { identityKey } from '../../../identity-key.ts'
import type { ParticipantProfile } from '../../../participant/profile.ts'
import { fundChanges, type FundChange, type SentValue } from '../../changes/fund-changes.ts'
import { flatten } from '../../generic-table.ts'
import type { AccountMapping } from '../../pick.ts'
import type { Figure, Origin, Step } from '../../../figures/figure.ts'
import { figure, fromAnswer, pointsBetween, step } from '../make.ts'
import { isSameAmount, signOf } from '../said.ts'
import { idOf, type Side } from '../side.ts'

/** The funds in each account before and after the recommendation, and which of them change. */

interface BeforeAfter {
  readonly current: Figure | null
  readonly revised: Figure | null
}

export interface Fund {
  readonly id: string
  /** The fund's name, or its id if it has no name. */
  readonly label: string
  readonly isNamed: boolean
  /** Percent of the account. */
  readonly percent: BeforeAfter
  /** Dollars in the account. */
  readonly dollars: BeforeAfter
  /** The change in percentage points; a side that does not list the fund counts as 0. */
  readonly points: Figure | null
  readonly isChanged: boolean
  /** Percent of the balance a year, from the answer, otherwise from the file; `null` if neither has it. */
  readonly expense: Figure | null
  /**
   * The expense ratio with every digit, as a step in computing a cost; `null` if `expense` is null.
   */
  readonly ratio: Step | null
  /**
   * True if the fund is the stock of one company, judging by its name or by the service's list of
   * single-stock sales.
   */
  readonly isOneCompany: boolean
}

export interface FundAccount {
  /** The start of the ids of figures about the account's funds. */
  readonly id: string
  readonly accountId: string
  readonly label: string
  readonly planType: string
  readonly funds: readonly Fund[]
  /** Rows of unknown shape, as sent. */
  readonly currentTable: ReturnType<typeof fundChanges>[number]['currentTable']
  readonly revisedTable: ReturnType<typeof fundChanges>[number]['revisedTable']
}

export interface Sides {
  readonly current: Side | null
  readonly revised: Side | null
}

/** Matches names of a company's own stock, but not names of stock funds with many companies. */
const companyName = /\b(company|employer|sponsor)('s|’s)?\s+(common\s+)?(stock|shares?)\b|\bESOP\b/i

const ratioWords = 'Read as percent of the balance a year; the specification does not say.'

/** The expense ratio of a fund in the file: in its own plan, otherwise in any plan. */
const fileRatio = (
  profile: ParticipantProfile | null,
  planId: string,
  fundId: string,
): number | null => {
  const isSame = (a: string, b: string) => identityKey(a) === identityKey(b)
  const accounts = (profile?.accounts ?? []).toSorted(
    (a, b) => Number(isSame(b.planId, planId)) - Number(isSame(a.planId, planId)),
  )
  const holdings = accounts.flatMap(({ holdings: all }) => all)
  return (
    holdings.find((holding) => isSame(holding.fundId, fundId) && holding.expense !== undefined)
      ?.expense ?? null
  )
}

/** True if the service's single-stock sales list this fund in this account. */
const isSoldOff = (
  { id, name }: Pick<FundChange, 'id' | 'name'>,
  accountId: string,
  { current, revised }: Sides,
): boolean => {
  const accounts = [current, revised].flatMap((side) =>
    (side?.strategy.investmentSelections ?? []).map((one) => one.accountId),
  )
  return [current, revised].some((side) =>
    side?.strategy.csSellOffData.some((row) => {
      const texts = new Set([...flatten(row).values()].map(String))
      const isThisFund = (id !== '' && texts.has(id)) || (name !== '' && texts.has(name))
      const others = accounts.filter((account) => account !== accountId && texts.has(account))
      return isThisFund && others.length === 0
    }),
  )
}

const fundOf = (
  change: FundChange,
  { accountId, label }: { readonly accountId: string; readonly label: string },
  planId: string,
  sides: Sides,
  profile: ParticipantProfile | null,
): Fund => {
  const name = change.name || change.id
  const make = (
    sent: readonly SentValue[],
    isDollars: boolean,
    when: 'today' | 'as recommended',
  ): Figure | null => {
    const side = sent[0] && sides[sent[0].side]
    if (!side) return null
    const kind = isDollars ? 'dollars' : 'percent'
    return figure({
      id: `${idOf(side)}/fund/${accountId}/${change.id || change.name}/${when}/${kind}`,
      unit: kind,
      per: 'once',
      digits: isDollars ? 0 : 1,
      steps: sent.map(({ value, path }) => fromAnswer(value, `${side.path}.${path}`)),
      sentence: `${isDollars ? 'What' : 'The part of'} ${label} ${isDollars ? 'holds' : 'that is'} in ${name}, ${when}.`,
      basis: isDollars ? 'Dollars, on the day of the answer.' : 'Percent of the account.',
    })
  }
  const percent = {
    current: make(change.sent.currentPercent, false, 'today'),
    revised: make(change.sent.revisedPercent, false, 'as recommended'),
  }
  const dollars = {
    current: make(change.sent.currentAmount, true, 'today'),
    revised: make(change.sent.revisedAmount, true, 'as recommended'),
  }
  const points = pointsBetween(percent.revised, percent.current)
  const [sentRatio] = change.sent.expense
  const sent = sentRatio && sides[sentRatio.side]
  const inFile = fileRatio(profile, planId, change.id)
  const ratio = change.expense ?? inFile
  const origin: Origin = sent
    ? { from: 'answer', path: `${sent.path}.${sentRatio.path}` }
    : { from: 'file', what: `Expense ratio of ${name} in the file` }
  return {
    id: change.id,
    label: name,
    isNamed: change.name !== '',
    percent,
    dollars,
    points,
    isChanged:
      points !== null
        ? signOf(points) !== 0
        : dollars.current !== null &&
          dollars.revised !== null &&
          !isSameAmount(dollars.current, dollars.revised),
    expense:
      ratio === null
        ? null
        : figure({
            id: `${(sent ?? sides.current ?? sides.revised)?.saved.id ?? ''}/fund/${accountId}/${change.id || change.name}/expense`,
            unit: 'percent',
            per: 'year',
            digits: 2,
            steps: [step('+', ratio, origin)],
            sentence: `What ${name} itself costs a year (expense ratio).`,
            basis: ratioWords,
          }),
    ratio: ratio === null ? null : step('×', ratio, origin),
    isOneCompany: companyName.test(change.name) || isSoldOff(change, accountId, sides),
  }
}

/**
 * The funds in every account of either strategy. `profile` is the file whose expense ratios are
 * used where the answer has none.
 */
export const fundsOf = (
  sides: Sides,
  mappings: readonly AccountMapping[] = [],
  profile: ParticipantProfile | null = null,
): readonly FundAccount[] =>
  fundChanges(sides.current?.strategy ?? null, sides.revised?.strategy ?? null, mappings).map(
    ({ funds, ...account }) => {
      const mapping = mappings.find(({ accountId }) => accountId === account.accountId)
      return {
        ...account,
        id: `${(sides.current ?? sides.revised)?.saved.id ?? ''}/fund/${account.accountId}`,
        planType: mapping?.planType ?? '',
        funds: funds.map((change) =>
          fundOf(change, account, mapping?.planId ?? account.accountId, sides, profile),
        ),
      }
    },
  )

/** How many funds of all accounts have another share in two strategies; 0 if either lists none. */
export const changedFunds = (
  before: Side | null,
  after: Side | null,
  mappings: readonly AccountMapping[],
): number =>
  before !== null &&
  after !== null &&
  [before, after].every(({ strategy }) => strategy.investmentSelections.length > 0)
    ? fundsOf({ current: before, revised: after }, mappings).flatMap(({ funds }) =>
        funds.filter(({ isChanged }) => isChanged),
      ).length
    : 0

/** Whether two strategies hold different funds; false if either lists none. */
export const areOtherFunds = (...of: Parameters<typeof changedFunds>): boolean =>
  changedFunds(...of) > 0
