import type {
  Account,
  Contribution,
  Holding,
  ParticipantProfile,
  Pension,
  ReadingWarning,
} from './profile.ts'
import type { Captures } from './mapping-lookup.ts'
import { recordOf } from './mapping.ts'
import type { XmlElement } from './scan-xml.ts'

/** The place that a remark is about. */
interface Place {
  readonly line: number
  readonly column: number
}

const wholeFile: Place = { line: 0, column: 0 }

/** Collects remarks in the order of the file, at most `limit` of them, and counts the rest. */
export class Remarks {
  readonly #limit: number
  readonly #kept: ReadingWarning[] = []
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add({ line, column }: Place, message: string): void {
    if (this.#kept.length < this.#limit) this.#kept.push({ line, column, message })
    else this.#dropped += 1
  }

  all(): ReadingWarning[] {
    const sorted = this.#kept.toSorted((a, b) => a.line - b.line || a.column - b.column)
    const rest = { ...wholeFile, message: `${this.#dropped} further remarks are not listed.` }
    return this.#dropped === 0 ? sorted : [...sorted, rest]
  }
}

/** A profile while it is read; {@link Account.balance} is added up at the end. */
type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** Text found for it, until the whole file is read. */
export interface Found {
  readonly place: XmlElement
  readonly captures: Captures
}

export interface HoldingDraft extends Draft<Holding>, Found {}
interface PensionDraft extends Draft<Pension>, Found {}
export interface ContributionDraft extends Draft<Contribution>, Found {
  /** The account that holds the rule. */
  readonly accountOf: AccountDraft | null
}

export interface AccountDraft extends Omit<Draft<Account>, 'holdings' | 'balance'>, Found {
  readonly holdings: HoldingDraft[]
  /** Total in the file itself, dollars. */
  statedTotal: number | null
}

export interface RecordDraft extends Omit<
  Draft<ParticipantProfile>,
  'accounts' | 'pensions' | 'contributions'
> {
  place: Place
  /** The element that started the record. */
  readonly begunBy: XmlElement
  readonly captures: Captures
  hasParticipant: boolean
  readonly accounts: AccountDraft[]
  readonly pensions: PensionDraft[]
  readonly contributions: ContributionDraft[]
}

/** Values of a participant that stay text. */
export const textFields = [
  'clientId',
  'userId',
  'firstName',
  'middleName',
  'lastName',
  'gender',
  'maritalStatus',
  'email',
  'city',
  'state',
  'socialSecurityFlag',
] as const

export const emptyRecord = (begunBy: XmlElement, captures: Captures): RecordDraft => ({
  ...recordOf(textFields, () => ''),
  dateOfBirth: '',
  salary: null,
  pensions: [],
  accounts: [],
  contributions: [],
  line: begunBy.line,
  place: begunBy,
  begunBy,
  captures,
  hasParticipant: false,
})

/** Sum of the holdings' balances to the cent, dollars; without holdings, the file's total. */
export const totalBalance = (account: AccountDraft): number =>
  account.holdings.length === 0 && account.statedTotal !== null
    ? account.statedTotal
    : Math.round(account.holdings.reduce((sum, holding) => sum + (holding.balance ?? 0), 0) * 100) /
      100

const withoutFound = <T extends Found>({
  place: _place,
  captures: _captures,
  ...rest
}: T): Omit<T, keyof Found> => rest

/** The finished profile, without fields that only the reading needs. */
export const finishRecord = (record: RecordDraft): ParticipantProfile => {
  const {
    place: _place,
    begunBy: _begunBy,
    captures: _captures,
    hasParticipant: _hasParticipant,
    ...profile
  } = record
  return {
    ...profile,
    pensions: record.pensions.map(withoutFound),
    contributions: record.contributions.map(({ accountOf: _accountOf, ...rule }) =>
      withoutFound(rule),
    ),
    accounts: record.accounts.map((account) => {
      const { statedTotal: _statedTotal, holdings, ...rest } = withoutFound(account)
      return {
        ...rest,
        balance: totalBalance(account),
        holdings: holdings.map(withoutFound),
      }
    }),
  }
}

/** First and last name, else the UserID, for remarks. */
export const nameOfRecord = (record: RecordDraft): string =>
  [record.firstName, record.lastName].filter((part) => part !== '').join(' ') ||
  record.userId ||
  'This participant'
