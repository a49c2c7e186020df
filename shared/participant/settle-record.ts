import type { Capture, Captures } from './captures.ts'
import type { MappingLookup } from './mapping-lookup.ts'
import type { ValueField } from './mapping.ts'
import type { AccountDraft, HoldingDraft, RecordDraft } from './participant-record.ts'
import { readDate, readFlag, readNumber, readPercent, readYear } from './read-values.ts'
import type { DateForm, ReadValue } from './read-values.ts'
import type { Remarks } from './remarks.ts'

/** How remarks call the values that may be unreadable. */
const fieldNames: Partial<Record<ValueField, string>> = {
  dateOfBirth: 'date of birth',
  salary: 'amount',
  pensionAmount: 'amount',
  pensionStartYear: 'start year',
  combinedLimit: 'CombLimit',
  accountTotal: 'balance',
  balance: 'balance',
  currentMin: 'CurMin',
  currentMax: 'CurMax',
  futureMax: 'FutMax',
  contributionRate: 'rate',
  contributionAmount: 'amount',
}

export interface Settling {
  readonly dates: DateForm
  readonly lookup: MappingLookup
  readonly remarks: Remarks
  /** What was remarked on already: what is true of all is read for each. */
  readonly said: Set<Capture>
}

/** Makes values of the texts that were found for one participant; `file` has what is true of all in the file. */
export const settleRecord = (
  record: RecordDraft,
  file: Captures,
  { dates, lookup, remarks, said }: Settling,
): void => {
  const text = (captures: Captures, field: ValueField): string => captures.get(field)?.text ?? ''
  const read = <T>(
    captures: Captures,
    field: ValueField,
    reader: (text: string | undefined) => ReadValue<T>,
  ): T => {
    const found = captures.get(field)
    const { value, remark } = reader(found?.text)
    if (remark === '' || !found || said.has(found)) return value
    said.add(found)
    remarks.add(
      found.element,
      `The ${fieldNames[field] ?? field} of <${found.element.name}> ${remark}.`,
    )
    return value
  }
  /** Where a value of the participant was found: what stands outside any participant is true of all without their own. */
  const placeOf = (field: ValueField): Captures =>
    record.captures.has(field) ? record.captures : file
  const own = (field: ValueField): string => text(placeOf(field), field)

  const settleHolding = (holding: HoldingDraft): void => {
    const { captures } = holding
    const custom = text(captures, 'customFundId')
    holding.fundId = custom || text(captures, 'morningstarId')
    holding.fundIdType = custom !== '' ? 'CusFundID' : holding.fundId !== '' ? 'MorningstarID' : ''
    holding.name = text(captures, 'holdingName')
    holding.transactionId = text(captures, 'transactionId')
    holding.balance = read(captures, 'balance', readNumber)
    holding.currentMin = read(captures, 'currentMin', readPercent)
    holding.currentMax = read(captures, 'currentMax', readPercent)
    holding.futureMax = read(captures, 'futureMax', readPercent)
  }
  const settleAccount = (account: AccountDraft): void => {
    const { captures } = account
    account.planId = text(captures, 'planId')
    account.planType = text(captures, 'planType')
    account.status = text(captures, 'status')
    account.combinedLimit = read(captures, 'combinedLimit', readPercent)
    account.statedTotal = read(captures, 'accountTotal', readNumber)
    for (const holding of account.holdings) settleHolding(holding)
  }

  record.clientId = own('clientId')
  record.userId = own('userId')
  record.firstName = own('firstName')
  record.middleName = own('middleName')
  record.lastName = own('lastName')
  record.gender = own('gender')
  record.maritalStatus = own('maritalStatus')
  record.email = own('email')
  record.city = own('city')
  record.state = own('state')
  record.socialSecurityFlag = own('socialSecurityFlag')
  record.dateOfBirth = read(placeOf('dateOfBirth'), 'dateOfBirth', (found) =>
    readDate(found, dates),
  )
  record.salary = read(placeOf('salary'), 'salary', readNumber)
  for (const account of record.accounts) settleAccount(account)
  for (const pension of record.pensions) {
    pension.amount = read(pension.captures, 'pensionAmount', readNumber)
    pension.startYear = read(pension.captures, 'pensionStartYear', readYear)
    pension.cola = readFlag(text(pension.captures, 'pensionCola'))
  }
  for (const rule of record.contributions) {
    rule.planId = text(rule.captures, 'rulePlanId') || (rule.accountOf?.planId ?? '')
    rule.rate = read(rule.captures, 'contributionRate', readPercent)
    rule.amount = read(rule.captures, 'contributionAmount', readNumber)
    const match = {
      rate: text(rule.captures, 'matchRate'),
      limit: text(rule.captures, 'matchLimit'),
    }
    if (match.rate !== '' || match.limit !== '') rule.match = match
  }
  if (record.clientId === '' && record.begunBy !== record.place && lookup.looksFor('clientId'))
    remarks.add(record.begunBy, `<${record.begunBy.name}> has no ClientID.`)
}
