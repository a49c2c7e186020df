import { identityKey } from '../identity-key.ts'
import { fail, ok, whenOk, type Result } from '../result.ts'
import { toNumericText } from '../text/numeric-text.ts'
import { asInFile } from './amount-periods.ts'
import type { Captures } from './mapping-lookup.ts'
import type { ValueField } from './mapping.ts'
import { matchOf } from './match.ts'
import { profileOf, type ReadRecord } from './participant-record.ts'
import type { Account, Contribution, Holding, ParticipantProfile } from './profile.ts'
import { readRecords, type ReadingOptions } from './read-records.ts'
import { readDate, type DateForm } from './read-values.ts'
import type { XmlElement } from './scan-xml.ts'

/**
 * Writes values of an earlier file into a later file of the same client, to ask what the later forecast would have been
 * with them. Only numbers, dates and attributes of contribution rules are written, each at the place where the mapping
 * found it; the rest of the text stays as it is.
 */

export const putBackParts = ['time', 'balances', 'pay', 'savings'] as const
export type PutBackPart = (typeof putBackParts)[number]

export interface PutBack {
  /** Days by which the date of birth moves, so that the client is as old as then. */
  readonly days: number
  /** The earlier reading of the client. */
  readonly before: ParticipantProfile
  /** The parts to write; `days` is written with `time` only. */
  readonly parts: readonly PutBackPart[]
}

export interface PutBackText {
  readonly text: string
  /** Parts that the text has no place for, so that reading it again does not give them. */
  readonly missed: readonly PutBackPart[]
}

/** A piece of text in place of another. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

const attributePattern = /([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')/g

/** Replaces the value of an attribute, given by its local name in lower case; none if the element lacks it. */
const attributeEdit = (
  text: string,
  { start, inside }: XmlElement,
  attribute: string,
  value: string,
): readonly Edit[] => {
  const alike = [...text.slice(start, inside).matchAll(attributePattern)].flatMap((match) => {
    const [whole, name = '', quoted = ''] = match
    const to = start + match.index + whole.length - 1
    return name.replace(/^.*:/, '').toLowerCase() === attribute && !name.startsWith('xmlns')
      ? [{ name, from: to - quoted.length + 2, to }]
      : []
  })
  // One with a prefix may be of another namespace, which the mapping does not read.
  const found = alike.find(({ name }) => !name.includes(':')) ?? alike[0]
  return found ? [{ from: found.from, to: found.to, text: escaped(value) }] : []
}

/** Replaces the text at the beginning of an element. */
const textEdit = (text: string, { inside }: XmlElement, found: string, value: string) => {
  const end = text.indexOf('<', inside)
  const at = text.indexOf(found, inside)
  return at < 0 || end < 0 || at + found.length > end
    ? []
    : [{ from: at, to: at + found.length, text: escaped(value) }]
}

/** Replaces a value where the mapping found it; none if it found none. */
const valueEdit = (
  text: string,
  captures: Captures,
  field: ValueField,
  value: string,
): readonly Edit[] => {
  const found = captures.get(field)
  if (found === undefined) return []
  const { attribute } = found.binding.path
  return attribute === null
    ? textEdit(text, found.element, found.text, value)
    : attributeEdit(text, found.element, attribute, value)
}

const numberEdit = (text: string, captures: Captures, field: ValueField, value: number) =>
  valueEdit(text, captures, field, toNumericText(value))

/** The text with its edits; of two at one place, the first counts. */
const edited = (text: string, edits: readonly Edit[]): string => {
  const byPlace = new Map(edits.toReversed().map((edit) => [edit.from, edit]))
  return [...byPlace.values()]
    .toSorted((a, b) => b.from - a.from)
    .reduce((so, { from, to, text: value }) => so.slice(0, from) + value + so.slice(to), text)
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100

/** For each of `items`, the item of `others` with the same key; of several, those in the same order. */
const paired = <T>(items: readonly T[], others: readonly T[], keyOf: (item: T) => string) => {
  const left = Map.groupBy(others, keyOf)
  return items.map((item) => left.get(keyOf(item))?.shift() ?? null)
}

const accountKey = ({ planId }: Account): string => identityKey(planId)
const holdingKey = ({ fundId, name }: Holding): string => identityKey(fundId || name)
const ruleKey = ({ kind, planId }: Contribution): string => `${kind} ${identityKey(planId)}`

/**
 * The earlier balances of an account's holdings, fund by fund. If a fund of then is gone, the holdings keep their
 * proportions, and only their sum is that of then.
 */
const balancesThen = (account: Account, before: Account | null): readonly number[] => {
  const { holdings } = account
  if (before === null) return holdings.map(() => 0)
  const match = paired(holdings, before.holdings, holdingKey)
  const isWhole = before.holdings.every(
    (holding) => match.includes(holding) || (holding.balance ?? 0) === 0,
  )
  if (isWhole && before.holdings.length > 0) return match.map((holding) => holding?.balance ?? 0)
  const now = holdings.reduce((sum, { balance }) => sum + (balance ?? 0), 0)
  const parts = holdings.map(({ balance }, index) =>
    now > 0 ? cents(((balance ?? 0) / now) * before.balance) : index === 0 ? before.balance : 0,
  )
  const last = parts.findLastIndex((part) => part !== 0)
  const missing = before.balance - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => (index === last ? cents(part + missing) : part))
}

const balanceEdits = (text: string, record: ReadRecord, before: ParticipantProfile) => {
  const accounts = paired<Account>(record.accounts, before.accounts, accountKey)
  return record.accounts.flatMap((account, index) => {
    const found = record.found.accounts[index]
    const then = accounts[index] ?? null
    if (found === undefined) return []
    return [
      ...balancesThen(account, then).flatMap((balance, at) => {
        const holding = found.holdings[at]
        return holding ? numberEdit(text, holding.captures, 'balance', balance) : []
      }),
      ...numberEdit(text, found.captures, 'accountTotal', then?.balance ?? 0),
    ]
  })
}

const ruleEdits = (text: string, record: ReadRecord, before: ParticipantProfile) => {
  const rules = paired<Contribution>(record.contributions, before.contributions, ruleKey)
  return record.contributions.flatMap(({ period = 'year', attributes }, index) => {
    const found = record.found.contributions[index]
    if (found === undefined) return []
    const { captures, place } = found
    const then = rules[index] ?? null
    const amount = then === null ? 0 : then.amount
    const rate = then === null ? 0 : then.rate
    const written = (field: ValueField, words: string | undefined) =>
      words === undefined || words === '' ? [] : valueEdit(text, captures, field, words)
    return [
      ...(rate === null ? [] : numberEdit(text, captures, 'contributionRate', rate)),
      ...(amount === null
        ? []
        : numberEdit(text, captures, 'contributionAmount', asInFile(amount, period))),
      ...(then === null ? numberEdit(text, captures, 'matchRate', 0) : []),
      ...written('matchRate', then?.match?.rate),
      ...written('matchLimit', then?.match?.limit),
      ...written('matchMost', then?.match?.most?.text),
      ...Object.entries(then?.attributes ?? {}).flatMap(([name, value]) =>
        attributes[name] === undefined || attributes[name] === value
          ? []
          : attributeEdit(text, place, name.toLowerCase(), value),
      ),
    ]
  })
}

/** The day so many days after a `YYYY-MM-DD` day. */
const daysLater = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

const asWritten = (day: string, form: DateForm): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return form.replace('YYYY', year).replace('MM', month).replace('DD', date)
}

const birthEdits = (text: string, captures: Captures, days: number, form: DateForm) => {
  const found = captures.get('dateOfBirth')
  const day = readDate(found?.text, form).value
  if (found === undefined || day === '') return []
  // A time or a zone after the date stays.
  const rest = found.text.replace(/^[\d./-]+/, '')
  const value = `${asWritten(daysLater(day, days), form)}${rest}`
  return valueEdit(text, captures, 'dateOfBirth', value)
}

/** The only participant of a file with what was found. */
const readOnly = (text: string, options: ReadingOptions) =>
  whenOk(readRecords(text, options), ({ records, collector }) => {
    const [record, another] = records
    if (record === undefined || another !== undefined)
      return fail({
        code: 'participant.several',
        message: 'The file holds several participants, so nothing is put back in it.',
      })
    /** Where a value of the participant stands, which may be outside the participant. */
    const capturesOf = (field: ValueField): Captures =>
      record.found.captures.has(field) ? record.found.captures : collector.file
    return ok({ record, capturesOf })
  })

const near = (a: number | null, b: number | null): boolean => Math.abs((a ?? 0) - (b ?? 0)) < 0.011

const areBalancesLike = (now: ParticipantProfile, before: ParticipantProfile): boolean => {
  const sums = ({ accounts }: ParticipantProfile) => {
    const byPlan = Map.groupBy(accounts, accountKey)
    return (key: string) => (byPlan.get(key) ?? []).reduce((sum, { balance }) => sum + balance, 0)
  }
  const [ofNow, ofThen] = [sums(now), sums(before)]
  return [...now.accounts, ...before.accounts].every((account) =>
    near(ofNow(accountKey(account)), ofThen(accountKey(account))),
  )
}

const savingOf = (rule: Contribution | null): readonly (number | null | string)[] => {
  if (rule === null) return [0, 0, 'null']
  const { rate, amount } = rule
  return [rate ?? 0, rate === null || rate === 0 ? (amount ?? 0) : 0, JSON.stringify(matchOf(rule))]
}

const areSavingsLike = (now: ParticipantProfile, before: ParticipantProfile): boolean => {
  const isLike = (rules: readonly Contribution[], others: readonly Contribution[]) =>
    paired(rules, others, ruleKey).every(
      (other, index) =>
        JSON.stringify(savingOf(rules[index] ?? null)) === JSON.stringify(savingOf(other)),
    )
  return (
    isLike(now.contributions, before.contributions) &&
    isLike(before.contributions, now.contributions)
  )
}

/** Whether a reading has the earlier values of a part. */
export const hasPart = (
  now: ParticipantProfile,
  before: ParticipantProfile,
  part: Exclude<PutBackPart, 'time'>,
): boolean =>
  part === 'pay'
    ? near(now.salary, before.salary)
    : part === 'balances'
      ? areBalancesLike(now, before)
      : areSavingsLike(now, before)

/**
 * `text`, a file of one participant, with the earlier values of the parts. Fails like reading it, and with
 * `participant.several`.
 */
export const putBack = (
  text: string,
  options: ReadingOptions,
  { before, days, parts }: PutBack,
): Result<PutBackText> =>
  whenOk(readOnly(text, options), ({ record, capturesOf }) => {
    const form = options.mapping?.dates ?? 'YYYY-MM-DD'
    const edits: Readonly<Record<PutBackPart, () => readonly Edit[]>> = {
      time: () => birthEdits(text, capturesOf('dateOfBirth'), days, form),
      balances: () => balanceEdits(text, record, before),
      pay: () => {
        const { salaryPeriod = 'year' } = record
        return before.salary === null
          ? []
          : numberEdit(text, capturesOf('salary'), 'salary', asInFile(before.salary, salaryPeriod))
      },
      savings: () => ruleEdits(text, record, before),
    }
    const changing = parts.filter((part) => part === 'time' || !hasPart(record, before, part))
    const changed = edited(
      text,
      changing.flatMap((part) => edits[part]()),
    )
    return whenOk(readOnly(changed, options), (again) => {
      const now = again.record
      const isThere = (part: PutBackPart) =>
        part === 'time'
          ? record.dateOfBirth !== '' && now.dateOfBirth === daysLater(record.dateOfBirth, days)
          : hasPart(now, before, part)
      return ok({ text: changed, missed: parts.filter((part) => !isThere(part)) })
    })
  })

/** A file without the values that are put back and without its time stamp, to compare what else it says. */
const restOf = (text: string, options: ReadingOptions): Result<string> =>
  whenOk(readOnly(text, options), ({ record, capturesOf }) => {
    const { found } = record
    const blank = (captures: Captures, ...fields: readonly ValueField[]) =>
      fields.flatMap((field) => valueEdit(text, captures, field, ''))
    const edits = [
      ...(['timeStamp', 'salary'] as const).flatMap((field) => blank(capturesOf(field), field)),
      ...found.accounts.flatMap(({ captures, holdings }) => [
        ...blank(captures, 'accountTotal'),
        ...holdings.flatMap((holding) => blank(holding.captures, 'balance')),
      ]),
      ...found.contributions.flatMap(({ captures, place }) => [
        ...blank(captures, 'contributionRate', 'contributionAmount'),
        ...blank(captures, 'matchRate', 'matchLimit', 'matchMost'),
        ...[...place.written.keys()].flatMap((name) =>
          attributeEdit(text, place, name.toLowerCase(), ''),
        ),
      ]),
    ]
    return ok(edited(text, edits).replace(/\s+/g, ' '))
  })

const asPlain = (value: unknown): string =>
  JSON.stringify(value, (key, each: unknown) => (key === 'line' ? undefined : each))

/** Other data of a client that a forecast may depend on, each in words that follow “also different”. */
const otherData: readonly (readonly [string, (profile: ParticipantProfile) => unknown])[] = [
  ['date of birth', ({ dateOfBirth }) => dateOfBirth],
  ['gender', ({ gender }) => gender],
  ['marital status', ({ maritalStatus }) => maritalStatus],
  ['state', ({ state }) => state],
  ['pensions', ({ pensions }) => pensions],
  [
    'plans',
    ({ accounts }) => accounts.map(({ planId, planType, status }) => [planId, planType, status]),
  ],
  ['funds', ({ accounts }) => accounts.map(({ holdings }) => holdings.map(holdingKey))],
]

/** What of the client’s data differs between two readings, beside what is put back, in words. */
export const otherChanges = (
  now: ParticipantProfile,
  before: ParticipantProfile,
): readonly string[] =>
  otherData.flatMap(([words, of]) => (asPlain(of(now)) === asPlain(of(before)) ? [] : [words]))

/** {@link otherChanges} of two files, also of what the mapping does not read. Fails like reading them. */
export const otherChangesInFiles = (
  text: string,
  earlier: string,
  options: ReadingOptions,
): Result<readonly string[]> =>
  whenOk(restOf(text, options), (rest) =>
    whenOk(restOf(earlier, options), (restThen) =>
      whenOk(readOnly(text, options), (now) =>
        whenOk(readOnly(earlier, options), (before) => {
          const known = otherChanges(profileOf(now.record), profileOf(before.record))
          return ok(rest === restThen || known.length > 0 ? known : ['other data of the file'])
        }),
      ),
    ),
  )
