import type { Account, Contribution, Holding, ParticipantProfile, Pension } from './profile.ts'
import type { Place } from './remarks.ts'

/** A profile while it is being read; {@link Account.balance} is added up when it is finished. */
type Draft<T> = { -readonly [K in keyof T]: T[K] }

export interface HoldingDraft extends Draft<Holding> {
  readonly place: Place
}

export interface AccountDraft extends Omit<Draft<Account>, 'holdings' | 'balance'> {
  readonly place: Place
  readonly holdings: HoldingDraft[]
  /** Total the file itself gives, dollars. */
  statedTotal: number | null
}

export interface RecordDraft extends Omit<Draft<ParticipantProfile>, 'accounts' | 'pensions' | 'contributions'> {
  place: Place
  hasParticipant: boolean
  hasSalary: boolean
  readonly accounts: AccountDraft[]
  readonly pensions: Pension[]
  readonly contributions: Contribution[]
}

export const emptyRecord = (place: Place, clientId: string): RecordDraft => ({
  userId: '',
  clientId,
  firstName: '',
  middleName: '',
  lastName: '',
  dateOfBirth: '',
  gender: '',
  maritalStatus: '',
  email: '',
  city: '',
  state: '',
  socialSecurityFlag: '',
  salary: null,
  pensions: [],
  accounts: [],
  contributions: [],
  line: place.line,
  place,
  hasParticipant: false,
  hasSalary: false,
})

/** Sum of the holdings' balances to the cent, dollars. */
export const totalBalance = (account: AccountDraft): number =>
  Math.round(account.holdings.reduce((sum, holding) => sum + (holding.balance ?? 0), 0) * 100) / 100

/** The finished profile, without what only the reading needed. */
export const finishRecord = (record: RecordDraft): ParticipantProfile => {
  const { place: _place, hasParticipant: _hasParticipant, hasSalary: _hasSalary, accounts, ...profile } = record
  return {
    ...profile,
    accounts: accounts.map((account) => {
      const { place: _accountPlace, statedTotal: _statedTotal, holdings, ...rest } = account
      return {
        ...rest,
        balance: totalBalance(account),
        holdings: holdings.map(({ place: _holdingPlace, ...holding }) => holding),
      }
    }),
  }
}

/** First and last name, else the UserID, for remarks. */
export const nameOfRecord = (record: RecordDraft): string =>
  [record.firstName, record.lastName].filter((part) => part !== '').join(' ') || record.userId || 'This participant'
