import {
  aYearOf,
  periodOfPlace,
  type AmountField,
  type AmountPeriod,
  type Amounts,
} from './amount-periods.ts'
import type { Capture, Captures, MappingLookup } from './mapping-lookup.ts'
import type { ValueField } from './mapping.ts'
import {
  textFields,
  type AccountDraft,
  type ContributionDraft,
  type HoldingDraft,
  type RecordDraft,
  type Remarks,
} from './participant-record.ts'
import {
  readDate,
  readFlag,
  readNumber,
  readPercent,
  readRate,
  readYear,
  type DateForm,
  type ReadValue,
} from './read-values.ts'

/** Names in remarks for values that may be unreadable. */
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
  readonly amounts: Amounts
  readonly lookup: MappingLookup
  readonly remarks: Remarks
  /** Captures already remarked on: a value for all participants is read once for each. */
  readonly said: Set<Capture>
}

/** Turns the texts found for one participant into values; `file` has those for all participants. */
export const settleRecord = (
  record: RecordDraft,
  file: Captures,
  { dates, amounts, lookup, remarks, said }: Settling,
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
  /** The name of a place overrides the setting for all places. */
  const periodOf = (captures: Captures, field: AmountField): AmountPeriod => {
    const found = captures.get(field)
    return (found && periodOfPlace(found.binding.path)) ?? amounts[field]
  }
  /** Dollars a year, and their period in the file; a year is not noted. */
  const readAmount = (
    captures: Captures,
    field: AmountField,
  ): { readonly aYear: number | null; readonly noted: AmountPeriod | null } => {
    const amount = read(captures, field, readNumber)
    const period = periodOf(captures, field)
    return {
      aYear: amount === null ? null : aYearOf(amount, period),
      noted: amount === null || period === 'year' ? null : period,
    }
  }
  /** The mapped match values; absent if the attributes already say the same. */
  const matchOf = (captures: Captures): ContributionDraft['match'] => {
    const found = captures.get('matchMost')
    const most = {
      text: text(captures, 'matchMost'),
      period: periodOf(captures, 'matchMost'),
      attribute: found?.binding.path.attribute ?? '',
    }
    const rate = text(captures, 'matchRate')
    const limit = text(captures, 'matchLimit')
    if (most.text !== '' || most.period !== 'year') return { rate, limit, most }
    return rate === '' && limit === '' ? undefined : { rate, limit }
  }
  /**
   * The captures that hold a value of the participant; a value outside any participant applies to all without their
   * own.
   */
  const placeOf = (field: ValueField): Captures =>
    record.captures.has(field) ? record.captures : file

  const settleHolding = (holding: HoldingDraft): void => {
    const { captures } = holding
    const custom = text(captures, 'customFundId')
    holding.fundId = custom || text(captures, 'morningstarId')
    holding.fundIdType = custom !== '' ? 'CusFundID' : holding.fundId !== '' ? 'MorningstarID' : ''
    holding.name = text(captures, 'holdingName')
    holding.transactionId = text(captures, 'transactionId')
    holding.balance = read(captures, 'balance', readNumber)
    for (const field of ['currentMin', 'currentMax', 'futureMax'] as const)
      holding[field] = read(captures, field, readPercent)
  }
  const settleAccount = (account: AccountDraft): void => {
    const { captures } = account
    for (const field of ['planId', 'planType', 'status'] as const)
      account[field] = text(captures, field)
    account.combinedLimit = read(captures, 'combinedLimit', readPercent)
    account.statedTotal = read(captures, 'accountTotal', readNumber)
    for (const holding of account.holdings) settleHolding(holding)
  }

  for (const field of textFields) record[field] = text(placeOf(field), field)
  const readBirth = (found: string | undefined) => readDate(found, dates)
  record.dateOfBirth = read(placeOf('dateOfBirth'), 'dateOfBirth', readBirth)
  const salary = readAmount(placeOf('salary'), 'salary')
  record.salary = salary.aYear
  if (salary.noted !== null) record.salaryPeriod = salary.noted
  for (const account of record.accounts) settleAccount(account)
  for (const pension of record.pensions) {
    const amount = readAmount(pension.captures, 'pensionAmount')
    pension.amount = amount.aYear
    if (amount.noted !== null) pension.period = amount.noted
    pension.startYear = read(pension.captures, 'pensionStartYear', readYear)
    pension.cola = readFlag(text(pension.captures, 'pensionCola'))
  }
  for (const rule of record.contributions) {
    rule.planId = text(rule.captures, 'rulePlanId') || (rule.accountOf?.planId ?? '')
    rule.rate = read(rule.captures, 'contributionRate', readRate)
    const amount = readAmount(rule.captures, 'contributionAmount')
    rule.amount = amount.aYear
    if (amount.noted !== null) rule.period = amount.noted
    const match = rule.kind === 'employer' ? matchOf(rule.captures) : undefined
    if (match) rule.match = match
  }
  if (record.clientId === '' && record.begunBy !== record.place && lookup.looksFor('clientId'))
    remarks.add(record.begunBy, `<${record.begunBy.name}> has no ClientID.`)
}
