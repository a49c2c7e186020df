import type { Said } from '../figures/figure.ts'
import { givenFigure } from '../figures/given.ts'
import { said } from '../figures/said.ts'
import { isObject } from '../is-object.ts'
import { count, outside, type Judge, type Usual } from './field.ts'
import { ownFields } from './operations.ts'

/** A value in a request that is valid but probably a mistake. */
export interface Unusual {
  /** A path such as `PensionTypes.0.Amount`. */
  readonly field: string
  /** A sentence about the value. */
  readonly message: Said
}

type Values = Readonly<Record<string, unknown>>

const isBlank = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

const mostDollars = 100_000_000
const entered = (what: string, value: number, unit: 'dollars' | 'percent') =>
  givenFigure(value, {
    id: `unusual/${what}/${value}`,
    unit,
    origin: { from: 'typed', what: `${what}, as entered` },
    sentence: `${what}, as entered.`,
    basis: unit === 'dollars' ? 'Dollars, as sent.' : 'Percent of pay before tax.',
  })
const dollars = (what: string): Judge =>
  outside(
    0,
    mostDollars,
    (value) => said`${what} of ${entered(what, value, 'dollars')} is unusual.`,
  )
const age = (what: string, least: number, most: number): Judge =>
  outside(least, most, (value) => [
    `${what} of ${count().format(value)} is unusual: most are from ${least} to ${most}.`,
  ])

/** Describes what is usual, by field name; operations add their own fields. */
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
          (value) =>
            said`A savings rate of ${entered('A savings rate', value, 'percent')} of pay is unusual.`,
        ),
        missing: 'A savings rate has no value.',
      },
    },
  },
  DesiredRetirementIncome: {
    of: { Value: { missing: 'The desired retirement income has no value.' } },
  },
}

const told = (field: string, message: Said | null | undefined): readonly Unusual[] =>
  message ? [{ field, message }] : []
const lacks = (field: string, message: string | undefined): readonly Unusual[] =>
  message === undefined ? [] : [{ field, message: [message] }]

/** Judges each item of a list, each field of an object, or any other value directly. */
const judged = (known: Usual, field: string, value: unknown): readonly Unusual[] => {
  if (isObject(value)) return inside(known.of ?? {}, `${field}.`, value)
  if (!Array.isArray(value)) return told(field, known.judge?.(value))
  return value.length === 0
    ? lacks(field, known.empty)
    : value.flatMap((item: unknown, index) => judged(known, `${field}.${index}`, item))
}

/**
 * Sentences about missing fields first, then about present ones. A missing field is reported only
 * inside another field, because a request's inputs are also judged separately.
 */
const inside = (of: typeof usual, at: string, values: Values): readonly Unusual[] => [
  ...Object.entries(of).flatMap(([name, { missing }]) =>
    isBlank(values[name]) && (at !== '' || name in values) ? lacks(`${at}${name}`, missing) : [],
  ),
  ...Object.entries(values).flatMap(([name, value]) =>
    judged(of[name] ?? {}, `${at}${name}`, value),
  ),
]

/**
 * Unusual values in a request or its inputs, in the order of the fields. They break none of the
 * service's rules, whose specification shows no ranges, lengths or numbers of rows, so a user may
 * send them anyway.
 */
export const unusualIn = (request: Values): readonly Unusual[] => inside(usual, '', request)
