import { isObject } from '../is-object.ts'
import { count, type Judge, type Usual } from './field.ts'
import { fromNumeric } from '../numeric-text.ts'
import { ownFields } from './operations.ts'

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

const outside =
  (least: number, most: number, say: (value: number) => string): Judge =>
  (value) => {
    const number = fromNumeric(value)
    return number === null || (number >= least && number <= most) ? null : say(number)
  }

const mostDollars = 100_000_000
const dollars = (what: string): Judge =>
  outside(0, mostDollars, (value) => `${what} of ${count().format(value)} dollars is unusual.`)
const age = (what: string, least: number, most: number): Judge =>
  outside(
    least,
    most,
    (value) => `${what} of ${count().format(value)} is unusual: most are from ${least} to ${most}.`,
  )

/** By the names of the fields; what one operation alone has, it says itself. */
const usual: Readonly<Record<string, Usual>> = {
  ...ownFields,
  RetirementAge: { judge: age('A retirement age', 18, 100) },
  Salary: { judge: dollars('A salary') },
  SSAgeOverride: { judge: age('A Social Security age', 50, 80) },
  PensionTypes: {
    of: {
      Amount: { judge: dollars('A pension'), missing: 'A pension has no amount.' },
      StartYear: { missing: 'A pension has no start year.' },
    },
  },
  SavingsRateDetails: {
    of: {
      PlanId: { missing: 'A savings rate names no plan.' },
      Value: {
        judge: outside(
          0,
          100,
          (value) => `A savings rate of ${count().format(value)} % of pay is unusual.`,
        ),
        missing: 'A savings rate has no value.',
      },
    },
  },
  DesiredRetirementIncome: {
    of: { Value: { missing: 'The desired retirement income has no value.' } },
  },
}

const said = (field: string, message: string | null | undefined): readonly Unusual[] =>
  message ? [{ field, message }] : []

/** Of a list each item, of an object its fields, of all else the value. */
const judged = (known: Usual, field: string, value: unknown): readonly Unusual[] => {
  if (isObject(value)) return inside(known.of ?? {}, `${field}.`, value)
  if (!Array.isArray(value)) return said(field, known.judge?.(value))
  return value.length === 0
    ? said(field, known.empty)
    : value.flatMap((item: unknown, index) => judged(known, `${field}.${index}`, item))
}

/** What is missing, then what is there. Of a request itself only what is there: its inputs come here without the rest. */
const inside = (of: typeof usual, at: string, values: Values): readonly Unusual[] => [
  ...Object.entries(of).flatMap(([name, { missing }]) =>
    isBlank(values[name]) && (at !== '' || name in values) ? said(`${at}${name}`, missing) : [],
  ),
  ...Object.entries(values).flatMap(([name, value]) =>
    judged(of[name] ?? {}, `${at}${name}`, value),
  ),
]

/**
 * What is unusual about a request, or about the inputs of one, in the order of its fields. None of it is a rule of the
 * service, whose specification shows no ranges, lengths or numbers of rows: a person may send it all the same.
 */
export const unusualIn = (request: Values): readonly Unusual[] => inside(usual, '', request)
