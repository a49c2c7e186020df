import { hasHiddenCharacter } from '../hidden-characters.ts'
import { matchOf, matchWords } from './match.ts'
import {
  nameOfRecord,
  totalBalance,
  type AccountDraft,
  type HoldingDraft,
  type RecordDraft,
  type Remarks,
} from './participant-record.ts'

/** Percentage points that the rounding of many funds may add up to. */
const percentTolerance = 0.5
/** Dollars between a stated total and the sum of its rounded parts. */
const dollarTolerance = 1

/** Dollars a year outside which a salary was probably read with the wrong period; 0 is nobody's pay. */
const [leastPay, mostPay] = [7_500, 1_500_000]
const isUnusualPay = (salary: number): boolean =>
  salary > 0 && (salary < leastPay || salary > mostPay)

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)
const rounded = (value: number): string => String(Math.round(value * 100) / 100)

const remarkHidden = (
  texts: Readonly<Record<string, string>>,
  place: RecordDraft['place'],
  remarks: Remarks,
): void => {
  for (const [name, text] of Object.entries(texts))
    if (hasHiddenCharacter(text))
      remarks.add(
        place,
        `A ${name} has a character that cannot be seen, so it may be another than it looks.`,
      )
}

const checkHolding = (holding: HoldingDraft, remarks: Remarks): void => {
  const name = holding.fundId === '' ? 'A holding' : `Fund ${holding.fundId}`
  if (holding.fundId === '')
    remarks.add(holding.place, 'A holding has neither CusFundID nor MorningstarID.')
  if (holding.balance === null)
    remarks.add(holding.place, `${name} has no readable balance; it counts as 0.`)
  else if (holding.balance < 0)
    remarks.add(holding.place, `${name} has a negative balance, ${holding.balance}.`)
  if (
    holding.currentMin !== null &&
    holding.currentMax !== null &&
    holding.currentMin > holding.currentMax
  )
    remarks.add(
      holding.place,
      `${name} has CurMin ${holding.currentMin} above CurMax ${holding.currentMax}.`,
    )
}

const checkAccount = (account: AccountDraft, remarks: Remarks): void => {
  const { place, holdings } = account
  const plan = account.planId === '' ? 'An account' : `Plan ${account.planId}`
  if (account.planId === '') remarks.add(place, 'An account has no PlanID.')
  remarkHidden({ PlanID: account.planId, PlanType: account.planType }, place, remarks)
  if (account.planType === '') remarks.add(place, `${plan} has no PlanType.`)
  if (account.status !== '' && account.status.toLowerCase() !== 'active')
    remarks.add(place, `${plan} has the status ${account.status}, not Active.`)
  if (holdings.length === 0) remarks.add(place, `${plan} lists no holdings.`)
  for (const holding of holdings) checkHolding(holding, remarks)

  const least = sum(holdings.map((holding) => holding.currentMin))
  if (least > 100 + percentTolerance)
    remarks.add(
      place,
      `The CurMin of the holdings of ${plan} add up to ${rounded(least)} percent, over 100.`,
    )
  const most = holdings.map((holding) => holding.currentMax)
  if (holdings.length > 0 && !most.includes(null) && sum(most) < 100 - percentTolerance)
    remarks.add(
      place,
      `The CurMax of the holdings of ${plan} add up to ${rounded(sum(most))} percent, under 100.`,
    )

  const total = totalBalance(account)
  const stated = account.statedTotal
  if (stated !== null && Math.abs(stated - total) > dollarTolerance)
    remarks.add(
      place,
      `${plan} states a balance of ${rounded(stated)}, but its holdings add up to ${rounded(total)}.`,
    )
}

const checkMatch = (rule: RecordDraft['contributions'][number], remarks: Remarks): void => {
  const match = matchOf(rule)
  const place = { line: rule.line, column: 1 }
  if (match?.steps.length === 0)
    remarks.add(place, `The employer pays ${matchWords(match)}. What it brings is not counted.`)
  for (const { rate } of match?.steps ?? [])
    if (rate > 0 && rate <= 1)
      remarks.add(
        place,
        `A match rate is ${rate}; it is read as ${rate}¢ per $1. A match of the whole dollar is written 100.`,
      )
}

const checkPlans = (record: RecordDraft, remarks: Remarks): void => {
  const seen = new Set<string>()
  for (const account of record.accounts) {
    if (account.planId !== '' && seen.has(account.planId))
      remarks.add(account.place, `Plan ${account.planId} is listed twice.`)
    seen.add(account.planId)
  }
  for (const rule of record.contributions) {
    checkMatch(rule, remarks)
    if (rule.planId !== '' && !seen.has(rule.planId))
      remarks.add(
        { line: rule.line, column: 1 },
        `A contribution rule names plan ${rule.planId}, which is not among the accounts.`,
      )
  }
}

const checkPerson = (record: RecordDraft, remarks: Remarks, today: string): void => {
  const name = nameOfRecord(record)
  if (record.userId === '') remarks.add(record.place, `${name} has no UserID; Opt-out needs one.`)
  remarkHidden(
    { UserID: record.userId, 'first name': record.firstName, 'last name': record.lastName },
    record.place,
    remarks,
  )
  if (record.firstName === '' || record.lastName === '')
    remarks.add(record.place, `${name} lacks a first or last name.`)
  if (record.dateOfBirth === '') remarks.add(record.place, `${name} has no readable date of birth.`)
  else if (record.dateOfBirth < '1900')
    remarks.add(record.place, `${name} has a date of birth before 1900.`)
  else if (today !== '' && record.dateOfBirth > today)
    remarks.add(record.place, `${name} has a date of birth in the future, ${record.dateOfBirth}.`)
  if (record.gender !== '' && !/^[MF]$/.test(record.gender))
    remarks.add(
      record.place,
      `The gender of ${name} is written “${record.gender.slice(0, 20)}”; the documented values are M and F.`,
    )
  if (record.salary === null) remarks.add(record.place, `${name} has no readable salary.`)
  else if (record.salary < 0)
    remarks.add(record.place, `${name} has a negative salary, ${record.salary}.`)
  else if (isUnusualPay(record.salary))
    remarks.add(
      record.place,
      `${name} has a salary that is read as ${rounded(record.salary)} a year. If the file means another period, set it under Settings, Participant files.`,
    )
  for (const pension of record.pensions) {
    const place = { line: pension.line, column: 1 }
    if (pension.amount === null) remarks.add(place, 'A pension has no readable amount.')
    else if (pension.amount < 0)
      remarks.add(place, `A pension has a negative amount, ${pension.amount}.`)
    if (pension.startYear === '') remarks.add(place, 'A pension has no readable start year.')
  }
  if (record.accounts.length === 0) remarks.add(record.place, `${name} has no account.`)
}

/** Remarks on everything odd about one participant; `today` is YYYY-MM-DD, or empty to skip remarks on later dates. */
export const checkRecord = (record: RecordDraft, remarks: Remarks, today: string): void => {
  checkPerson(record, remarks, today)
  checkPlans(record, remarks)
  for (const account of record.accounts) checkAccount(account, remarks)
}

/** Remarks on participants of one file that do not go together. */
export const checkFile = (records: readonly RecordDraft[], remarks: Remarks): void => {
  const [, second] = records
  if (second !== undefined)
    remarks.add(
      second.place,
      `The file holds ${records.length} participants; a real-time file holds one. A file is only ever sent whole.`,
    )
  const seen = new Map<string, number>()
  for (const record of records) {
    const earlier = seen.get(record.userId)
    if (record.userId !== '' && earlier !== undefined)
      remarks.add(record.place, `UserID ${record.userId} was already used in line ${earlier}.`)
    else seen.set(record.userId, record.line)
  }
  const clients = new Set(
    records.map(({ clientId }) => clientId).filter((clientId) => clientId !== ''),
  )
  if (second !== undefined && clients.size > 1)
    remarks.add(
      second.place,
      `The participants are of ${clients.size} different clients: ${[...clients].slice(0, 5).join(', ')}.`,
    )
}
