import { isObject } from '../is-object.ts'
import { fromNumeric } from './numeric-text.ts'
import { once } from '../late.ts'

/** Something in a request that may be sent, and is rarely meant. */
export interface Unusual {
  /** As in `PensionTypes.0.Amount`. */
  readonly field: string
  /** A sentence. */
  readonly message: string
}

type Values = Readonly<Record<string, unknown>>

const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

/** A sentence about a value that is there, or none. */
type Judge = (value: unknown) => string | null

const outside =
  (least: number, most: number, say: (value: number) => string): Judge =>
  (value) => {
    const number = fromNumeric(value)
    return number === null || (number >= least && number <= most) ? null : say(number)
  }

const count = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }))
const mostDollars = 100_000_000
const dollars = (what: string): Judge =>
  outside(0, mostDollars, (value) => `${what} of ${count().format(value)} dollars is unusual.`)
const age = (what: string, least: number, most: number): Judge =>
  outside(
    least,
    most,
    (value) => `${what} of ${count().format(value)} is unusual: most are from ${least} to ${most}.`,
  )

const text =
  (what: string, most: number): Judge =>
  (value) => {
    if (typeof value !== 'string') return null
    if (/\p{Cc}/u.test(value))
      return `${what} has a line break or another character that cannot be seen.`
    return value.length > most
      ? `${what} of ${count().format(value.length)} characters is unusually long.`
      : null
  }

const judges: Readonly<Record<string, Judge>> = {
  ParticipantId: text('A participant id', 100),
  FirstName: text('A first name', 100),
  LastName: text('A last name', 100),
  Reason: text('A reason', 200),
  'OptoutInfo.PlanId': text('A plan id', 100),
  'OptoutInfo.PlanType': text('A plan type', 100),
  'EnrollmentInfo.PlanId': text('A plan id', 100),
  'EnrollmentInfo.PlanType': text('A plan type', 100),
  RetirementAge: age('A retirement age', 18, 100),
  Salary: dollars('A salary'),
  SSAgeOverride: age('A Social Security age', 50, 80),
  'PensionTypes.Amount': dollars('A pension'),
  'SavingsRateDetails.Value': outside(
    0,
    100,
    (value) => `A savings rate of ${count().format(value)} % of pay is unusual.`,
  ),
}

/** Fields that are rarely meant to be missing or blank, by the list or object they are in; the request's own under ''. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { FirstName: 'No first name is given.', LastName: 'No last name is given.' },
  PensionTypes: { Amount: 'A pension has no amount.', StartYear: 'A pension has no start year.' },
  SavingsRateDetails: {
    PlanId: 'A savings rate names no plan.',
    Value: 'A savings rate has no value.',
  },
  EnrollmentInfo: {
    PlanId: 'A plan has no plan id.',
    PlanType: 'A plan has no plan type.',
    ServiceOption: 'A plan has no service option.',
  },
  OptoutInfo: { PlanId: 'A plan has no plan id.', PlanType: 'A plan has no plan type.' },
  DesiredRetirementIncome: { Value: 'The desired retirement income has no value.' },
}

const plans: ReadonlySet<string> = new Set(['EnrollmentInfo', 'OptoutInfo'])

/** What of `values` the request is expected to have: names for everyone who is opted out, all fields of an object. */
const missingIn = (place: string, values: Values): readonly (readonly [string, string])[] =>
  Object.entries(expected[place] ?? {}).filter(
    ([name]) => isBlank(values[name]) && (place !== '' || name in values),
  )

const inside = (place: string, at: string, values: Values): readonly Unusual[] => [
  ...missingIn(place, values).map(([name, message]) => ({ field: `${at}${name}`, message })),
  ...Object.entries(values).flatMap(([name, value]): readonly Unusual[] => {
    const field = `${at}${name}`
    const known = place === '' ? name : `${place}.${name}`
    if (Array.isArray(value)) {
      if (value.length === 0)
        return plans.has(name) ? [{ field, message: 'No plan is named.' }] : []
      return value.flatMap((item: unknown, index): readonly Unusual[] =>
        isObject(item)
          ? inside(name, `${field}.${index}.`, item)
          : judged(known, `${field}.${index}`, item),
      )
    }
    return isObject(value) ? inside(name, `${field}.`, value) : judged(known, field, value)
  }),
]

const judged = (known: string, field: string, value: unknown): readonly Unusual[] => {
  const message = judges[known]?.(value) ?? null
  return message === null ? [] : [{ field, message }]
}

/**
 * What is unusual about a request, or about the inputs of one, in the order of its fields. None of it is a rule of the
 * service, whose specification shows no ranges, lengths or numbers of rows: a person may send it all the same.
 */
export const unusualIn = (request: Values): readonly Unusual[] => inside('', '', request)
