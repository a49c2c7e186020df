import {
  aYearOf,
  periodOfPlace,
  type AmountField,
  type AmountPeriod,
  type Amounts,
} from './amount-periods.ts'
import type { Capture, Captures, MappingLookup } from './mapping-lookup.ts'
import { recordOf, type ValueField } from './mapping.ts'
import type {
  Found,
  FoundAccount,
  FoundRecord,
  FoundRule,
  ReadRecord,
  Remarks,
} from './participant-record.ts'
import { birthday } from './doubts.ts'
import { limitUnitOf } from './holding-limits.ts'
import type { Account, Contribution, Holding, Pension } from './profile.ts'
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

/** Names for values that may be unreadable, used in remarks. */
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
  expense: 'expense ratio',
  contributionRate: 'rate',
  contributionAmount: 'amount',
}

/** A participant's values that are kept as text. */
const textFields = [
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

interface Settling {
  readonly dates: DateForm
  /** YYYY-MM-DD; empty if nothing depends on it. */
  readonly today: string
  readonly amounts: Amounts
  readonly lookup: MappingLookup
  readonly remarks: Remarks
  /** Captured texts that apply to all participants. */
  readonly file: Captures
}

const text = (captures: Captures, field: ValueField): string => captures.get(field)?.text ?? ''

const readerOf = ({ amounts, remarks }: Settling) => {
  /**
   * Captures that already have a remark. A value for all participants is read again for each participant, but gets one
   * remark.
   */
  const said = new Set<Capture>()
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
  /**
   * The period of an amount. If the last name of its path contains a period, that period overrides
   * the mapping's setting.
   */
  const periodOf = (captures: Captures, field: AmountField): AmountPeriod => {
    const found = captures.get(field)
    return (found && periodOfPlace(found.binding.path)) ?? amounts[field]
  }
  /** An amount as dollars a year, together with the file's period unless that is a year. */
  const readAmount = (
    captures: Captures,
    field: AmountField,
  ): Pick<Pension, 'amount' | 'period'> => {
    const amount = read(captures, field, readNumber)
    const period = periodOf(captures, field)
    if (amount === null) return { amount }
    return { amount: aYearOf(amount, period), ...(period === 'year' ? {} : { period }) }
  }
  return { read, periodOf, readAmount }
}
type Reader = ReturnType<typeof readerOf>

/**
 * The limits of an account's holdings in percent; null for a value that is not a percent. Limits in
 * dollars limit nothing here, so that they cannot lock a fund.
 */
const limitsOf = ({ read }: Reader, holdings: readonly Found[]) => {
  if (limitUnitOf(holdings) === 'dollars')
    return holdings.map(() => ({ currentMin: null, currentMax: null }))
  return holdings.map(({ captures }) =>
    recordOf(['currentMin', 'currentMax'], (field) => {
      const percent = read(captures, field, readPercent)
      return percent === null || percent < 0 || percent > 100 ? null : percent
    }),
  )
}

const holdingOf = (
  { read }: Reader,
  { captures }: Found,
  limits: Pick<Holding, 'currentMin' | 'currentMax'>,
): Holding => {
  const custom = text(captures, 'customFundId')
  const fundId = custom || text(captures, 'morningstarId')
  const expense = read(captures, 'expense', readPercent)
  return {
    fundId,
    fundIdType: custom !== '' ? 'CusFundID' : fundId !== '' ? 'MorningstarID' : '',
    name: text(captures, 'holdingName'),
    transactionId: text(captures, 'transactionId'),
    balance: read(captures, 'balance', readNumber),
    ...limits,
    futureMax: read(captures, 'futureMax', readPercent),
    ...(expense === null ? {} : { expense }),
  }
}

const accountOf = (reader: Reader, { place, captures, ...found }: FoundAccount): Account => {
  const combinedLimit = reader.read(captures, 'combinedLimit', readPercent)
  const stated = reader.read(captures, 'accountTotal', readNumber)
  const limits = limitsOf(reader, found.holdings)
  const holdings = found.holdings.map((holding, index) =>
    holdingOf(reader, holding, limits[index] ?? { currentMin: null, currentMax: null }),
  )
  const sum = holdings.reduce((total, { balance }) => total + (balance ?? 0), 0)
  return {
    ...recordOf(['planId', 'planType', 'status'], (field) => text(captures, field)),
    combinedLimit,
    // The sum is rounded to the cent; without holdings, the file's total is used.
    balance: holdings.length === 0 && stated !== null ? stated : Math.round(sum * 100) / 100,
    holdings,
    line: place.line,
  }
}

const pensionOf = ({ read, readAmount }: Reader, { place, captures }: Found): Pension => ({
  ...readAmount(captures, 'pensionAmount'),
  startYear: read(captures, 'pensionStartYear', readYear),
  cola: readFlag(text(captures, 'pensionCola')),
  line: place.line,
})

/** The mapped match values; absent if the attributes already say the same. */
const matchOf = ({ periodOf }: Reader, captures: Captures): Contribution['match'] => {
  const most = {
    text: text(captures, 'matchMost'),
    period: periodOf(captures, 'matchMost'),
    attribute: captures.get('matchMost')?.binding.path.attribute ?? '',
  }
  const rate = text(captures, 'matchRate')
  const limit = text(captures, 'matchLimit')
  if (most.text !== '' || most.period !== 'year') return { rate, limit, most }
  return rate === '' && limit === '' ? undefined : { rate, limit }
}

const ruleOf = (reader: Reader, { place, captures, kind, account }: FoundRule): Contribution => {
  const match = kind === 'employer' ? matchOf(reader, captures) : undefined
  return {
    kind,
    planId: text(captures, 'rulePlanId') || (account ? text(account.captures, 'planId') : ''),
    rate: reader.read(captures, 'contributionRate', readRate),
    ...reader.readAmount(captures, 'contributionAmount'),
    attributes: Object.fromEntries(place.written),
    line: place.line,
    ...(match ? { match } : {}),
  }
}

/** Turns the texts found for participants of one file into values. */
export const createSettler = (settling: Settling): ((found: FoundRecord) => ReadRecord) => {
  const { dates, today, lookup, remarks, file } = settling
  const reader = readerOf(settling)
  const readBirth = (written: string | undefined) => birthday(readDate(written, dates), today)
  return (found) => {
    const { place, begunBy } = found
    /**
     * The participant's captures, or those for all participants if the participant has no such
     * value.
     */
    const placeOf = (field: ValueField): Captures =>
      found.captures.has(field) ? found.captures : file
    const texts = recordOf(textFields, (field) => text(placeOf(field), field))
    const dateOfBirth = reader.read(placeOf('dateOfBirth'), 'dateOfBirth', readBirth)
    const { amount: salary, period } = reader.readAmount(placeOf('salary'), 'salary')
    const record = {
      ...texts,
      dateOfBirth,
      salary,
      ...(period === undefined ? {} : { salaryPeriod: period }),
      accounts: found.accounts.map((account) => accountOf(reader, account)),
      pensions: found.pensions.map((pension) => pensionOf(reader, pension)),
      contributions: found.contributions.map((rule) => ruleOf(reader, rule)),
      line: place.line,
      found,
    }
    if (record.clientId === '' && begunBy !== place && lookup.looksFor('clientId'))
      remarks.add(begunBy, `<${begunBy.name}> has no ClientID.`)
    return record
  }
}
