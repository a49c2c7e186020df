import type { Account, Holding, ParticipantProfile } from '../../../participant/profile.ts'
import { identityKey } from '../../../identity-key.ts'
import { percentDigits } from '../../../savings/figures.ts'
import type { Figure } from '../../../figures/figure.ts'
import { fileId } from './file-savings.ts'
import { exactSum, figure, fitted, fromFigure, step, sumOf } from '../make.ts'
import { signOf } from '../said.ts'

/**
 * The accounts of a participant file. To the dollar, an account equals the sum of its funds, and
 * the total equals the sum of the accounts.
 */

export interface FileHolding {
  readonly holding: Holding
  /** Dollars; `null` if the file has none. */
  readonly balance: Figure | null
  /** Percent of the account; `null` unless both balances are known. */
  readonly share: Figure | null
}

export interface FileAccount {
  readonly account: Account
  /** Contribution limit, percent of pay; `null` if the file has none. */
  readonly limit: Figure | null
  readonly balance: Figure | null
  readonly holdings: readonly FileHolding[]
}

export interface AccountsInFile {
  readonly accounts: readonly FileAccount[]
  /** All accounts together; `null` without any account. */
  readonly total: Figure | null
}

const basis = 'Dollars, on the day of the file.'

const balanceOf = (id: string, value: number, what: string, sentence: string): Figure | null =>
  figure({ id, per: 'once', steps: [step('+', value, { from: 'file', what })], sentence, basis })

const accountOf = (account: Account, id: string): FileAccount => {
  const name = account.planId || 'the account'
  const known = account.holdings.flatMap((holding, index) => {
    const balance =
      holding.balance === null
        ? null
        : balanceOf(
            `${id}/fund/${index}`,
            holding.balance,
            `Balance of ${holding.name || holding.fundId || 'a fund'} in ${name}`,
            `What ${name} holds in ${holding.name || holding.fundId || 'this fund'}.`,
          )
    return balance === null ? [] : [{ holding, balance }]
  })
  const exact = exactSum(known.map(({ balance }) => balance))
  const parts = exact
    ? fitted(
        known.map(({ balance }) => ({ figure: balance, steady: false })),
        exact,
      )
    : []
  const amounts = new Map(known.map(({ holding }, index) => [holding, parts[index] ?? null]))
  const isPartial = known.length < account.holdings.length
  const balance =
    parts.length === 0
      ? balanceOf(`${id}/balance`, account.balance, `Balance of ${name}`, `What ${name} holds.`)
      : sumOf(
          known.map(({ holding }) => [
            amounts.get(holding) ?? null,
            holding.name || holding.fundId || 'fund',
          ]),
          {
            id: `${id}/balance`,
            sentence: `What ${name} holds: its funds added up${isPartial ? ', without those whose balance the file does not say' : ''}.`,
            basis,
          },
        )
  const { combinedLimit } = account
  return {
    account,
    limit:
      combinedLimit === null
        ? null
        : figure({
            id: `${id}/limit`,
            unit: 'percent',
            per: 'year',
            digits: percentDigits,
            steps: [
              step('+', combinedLimit, { from: 'file', what: `Contribution limit of ${name}` }),
            ],
            sentence: `The most that may go into ${name} from all sources.`,
            basis: 'Percent of pay before tax.',
          }),
    balance,
    holdings: account.holdings.map((holding, index) => {
      const amount = amounts.get(holding) ?? null
      return {
        holding,
        balance: amount,
        share:
          amount &&
          balance &&
          figure({
            id: `${id}/fund/${index}/share`,
            unit: 'percent',
            per: 'once',
            digits: 1,
            steps: [
              fromFigure(amount, 'fund'),
              fromFigure(balance, 'account', '÷'),
              step('×', 100, { from: 'constant', what: 'percent' }),
            ],
            sentence: 'The fund’s part of the account.',
            basis: 'Percent of the account, from the shown amounts.',
          }),
      }
    }),
  }
}

/** The balances in the file; `at` is as in {@link fileId}. */
export const accountsInFile = (profile: ParticipantProfile, at = ''): AccountsInFile => {
  const id = fileId(profile, at)
  const accounts = profile.accounts.map((account, index) =>
    accountOf(account, `${id}/account/${account.planId}#${index}`),
  )
  return {
    accounts,
    total: sumOf(
      accounts.map(({ account, balance }) => [balance, account.planId || 'account'] as const),
      { id: `${id}/balance`, sentence: 'All accounts of the file together.', basis },
    ),
  }
}

/**
 * Each fund's percent of a plan's account, by the key of the fund's id. `null` if the file does not
 * say, because there is no such plan or several, a holding has no balance, or the account is empty.
 */
export const sharesInFile = (
  profile: ParticipantProfile | null,
  planId: string,
): ReadonlyMap<string, Figure | null> | null => {
  const accounts = (profile === null ? [] : accountsInFile(profile).accounts).filter(
    ({ account }) => identityKey(account.planId) === identityKey(planId),
  )
  const [first] = accounts
  if (first === undefined || accounts.length > 1) return null
  const { balance, holdings } = first
  if (balance === null || signOf(balance) <= 0 || holdings.some((each) => each.balance === null))
    return null
  const byFund = Map.groupBy(holdings, ({ holding }) => identityKey(holding.fundId))
  return new Map(
    [...byFund].map(([key, parts]) => {
      const [only] = parts
      const share =
        parts.length === 1
          ? (only?.share ?? null)
          : sumOf(
              parts.map((part) => [part.share, part.holding.name || part.holding.fundId] as const),
              {
                id: parts.map((part) => part.share?.id ?? '').join('+'),
                sentence: 'The fund’s part of the account, all its lines in the file together.',
                basis: 'Percent of the account, from the shown amounts.',
              },
            )
      return [key, share]
    }),
  )
}
