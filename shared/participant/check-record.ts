import { ageAt } from '../age-at.ts'
import { said } from '../figures/said.ts'
import { isGarbled } from '../text/garbled.ts'
import { hasHiddenCharacter } from '../text/hidden-characters.ts'
import { birthDoubt, dollars, holdingDoubt, pensionDoubts, salaryDoubt } from './doubts.ts'
import { percentTolerance } from './holding-limits.ts'
import { matchOf, matchWords } from './match.ts'
import {
  nameOfRecord,
  type Found,
  type FoundAccount,
  type Place,
  type ReadRecord,
  type Remarks,
} from './participant-record.ts'
import type { Account, Contribution, Holding } from './profile.ts'
import { readNumber } from './read-values.ts'

/** A stated total may differ from the sum of its rounded parts by up to this many dollars. */
const dollarTolerance = 1

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)
const rounded = (value: number) => String(Math.round(value * 100) / 100)

/** Each part, together with the texts that it was read from. */
const withFound = <T, F extends Found>(parts: readonly T[], found: readonly F[]) =>
  parts.flatMap((part, index) => {
    const from = found[index]
    return from === undefined ? [] : [[part, from] as const]
  })

const hiddenIn = (texts: Readonly<Record<string, string>>): readonly (string | false)[] =>
  Object.entries(texts).map(
    ([name, text]) =>
      hasHiddenCharacter(text) &&
      `A ${name} has a character that cannot be seen, so it may be another than it looks.`,
  )

const checkHolding = (holding: Holding, place: Place, remarks: Remarks) => {
  const { fundId, currentMin, currentMax } = holding
  const name = fundId === '' ? 'A holding' : `Fund ${fundId}`
  remarks.add(
    place,
    fundId === '' && 'A holding has neither CusFundID nor MorningstarID.',
    holdingDoubt(holding),
    currentMin !== null &&
      currentMax !== null &&
      currentMin > currentMax &&
      `${name} has CurMin ${currentMin} above CurMax ${currentMax}.`,
  )
}

const checkAccount = (account: Account, found: FoundAccount, remarks: Remarks) => {
  const { holdings, planId, planType, status, balance } = account
  const { place, captures } = found
  const plan = planId === '' ? 'An account' : `Plan ${planId}`
  remarks.add(
    place,
    planId === '' && 'An account has no PlanID.',
    ...hiddenIn({ PlanID: planId, PlanType: planType }),
    planType === '' && `${plan} has no PlanType.`,
    status !== '' &&
      status.toLowerCase() !== 'active' &&
      `${plan} has the status ${status}, not Active.`,
    holdings.length === 0 && `${plan} lists no holdings.`,
  )
  for (const [holding, from] of withFound(holdings, found.holdings))
    checkHolding(holding, from.place, remarks)
  const least = sum(holdings.map(({ currentMin }) => currentMin))
  const limits = holdings.map(({ currentMax }) => currentMax)
  const most = holdings.length === 0 || limits.includes(null) ? 100 : sum(limits)
  const stated = readNumber(captures.get('accountTotal')?.text).value
  remarks.add(
    place,
    least > 100 + percentTolerance &&
      `The CurMin of the holdings of ${plan} add up to ${rounded(least)} percent, over 100.`,
    most < 100 - percentTolerance &&
      `The CurMax of the holdings of ${plan} add up to ${rounded(most)} percent, under 100.`,
    stated !== null &&
      Math.abs(stated - balance) > dollarTolerance &&
      said`${plan} states a balance of ${dollars(`Balance of ${plan}, as stated`, stated)}, but its holdings add up to ${dollars(`Holdings of ${plan}`, balance)}.`,
  )
}

const checkMatch = (rule: Contribution, remarks: Remarks) => {
  const match = matchOf(rule)
  remarks.add(
    { line: rule.line, column: 1 },
    match?.steps.length === 0 &&
      said`The employer pays ${matchWords(match)}. What it brings is not counted.`,
    ...(match?.steps ?? []).map(
      ({ rate }) =>
        rate > 0 &&
        rate <= 1 &&
        `A match rate is ${rate}; it is read as ${rate}¢ per $1. A match of the whole dollar is written 100.`,
    ),
  )
}

const checkPlans = ({ accounts, contributions, found }: ReadRecord, remarks: Remarks) => {
  const seen = new Set<string>()
  for (const [{ planId }, { place }] of withFound(accounts, found.accounts)) {
    if (planId !== '' && seen.has(planId)) remarks.add(place, `Plan ${planId} is listed twice.`)
    seen.add(planId)
  }
  for (const rule of contributions) {
    checkMatch(rule, remarks)
    remarks.add(
      { line: rule.line, column: 1 },
      rule.planId !== '' &&
        !seen.has(rule.planId) &&
        `A contribution rule names plan ${rule.planId}, which is not among the accounts.`,
    )
  }
}

const oddSalary = ({ salary, dateOfBirth }: ReadRecord, name: string, today: string) => {
  // A missing salary gets its remark at any age.
  const age =
    salary === null || today === '' ? null : ageAt(dateOfBirth, new Date(`${today}T12:00:00`))
  const doubt = salary === 0 && today === '' ? [] : salaryDoubt(salary, name, age)
  return salary !== null && salary > 0 && doubt.length > 0
    ? said`${doubt} If the file means another period, set it under Settings, Participant files.`
    : doubt
}

const checkPerson = (record: ReadRecord, remarks: Remarks, today: string) => {
  const { userId, firstName, lastName, gender } = record
  const { place } = record.found
  const name = nameOfRecord(record)
  remarks.add(
    place,
    userId === '' && `${name} has no UserID; Opt-out needs one.`,
    ...hiddenIn({ UserID: userId, 'first name': firstName, 'last name': lastName }),
    isGarbled(`${firstName} ${lastName}`) &&
      `The name ${name} looks garbled; the file was probably converted from another encoding.`,
    (firstName === '' || lastName === '') && `${name} lacks a first or last name.`,
    birthDoubt(record.dateOfBirth, name, today),
    gender !== '' &&
      !/^[MF]$/.test(gender) &&
      `The gender of ${name} is written “${gender.slice(0, 20)}”; the documented values are M and F.`,
    oddSalary(record, name, today),
  )
  for (const pension of record.pensions)
    remarks.add({ line: pension.line, column: 1 }, ...pensionDoubts(pension))
  if (record.accounts.length === 0) remarks.add(place, `${name} has no account.`)
}

/**
 * Adds remarks on everything odd about one participant; `today` is YYYY-MM-DD, or empty to skip
 * remarks about later dates.
 */
export const checkRecord = (record: ReadRecord, remarks: Remarks, today: string): void => {
  checkPerson(record, remarks, today)
  checkPlans(record, remarks)
  for (const [account, found] of withFound(record.accounts, record.found.accounts))
    checkAccount(account, found, remarks)
}

/** Adds remarks on participants in one file that contradict each other. */
export const checkFile = (records: readonly ReadRecord[], remarks: Remarks): void => {
  const [, second] = records
  if (second !== undefined)
    remarks.add(
      second.found.place,
      `The file holds ${records.length} participants; a real-time file holds one. A file is only ever sent whole.`,
    )
  const seen = new Map<string, number>()
  for (const record of records) {
    const earlier = seen.get(record.userId)
    if (record.userId !== '' && earlier !== undefined)
      remarks.add(
        record.found.place,
        `UserID ${record.userId} was already used in line ${earlier}.`,
      )
    else seen.set(record.userId, record.line)
  }
  const clients = new Set(records.flatMap(({ clientId }) => clientId || []))
  if (second !== undefined && clients.size > 1)
    remarks.add(
      second.found.place,
      `The participants are of ${clients.size} different clients: ${[...clients].slice(0, 5).join(', ')}.`,
    )
}
