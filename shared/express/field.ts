import { z } from 'zod'
import { once } from '../late.ts'
import type { ParticipantProfile } from '../participant/profile.ts'
import type { SubmittedPlan } from './plan-words.ts'

/** What the fields of a submission's request are described with. */

/** A sentence about a value that is there and rarely meant, or none. */
export type Judge = (value: unknown) => string | null

/** What of a field is rarely meant. */
export interface Usual {
  readonly judge?: Judge
  /** The sentence where it is missing or blank; of a plan's column, `A plan has` and what is absent. */
  readonly missing?: string
  /** The sentence about a list without rows. */
  readonly empty?: string
  /** The fields of the object that it is, or of its rows. */
  readonly of?: Readonly<Record<string, Usual>>
  /** Its values are words of the service, which the list of service calls may show; else they are masked. */
  readonly isShown?: true
}

/** A field that not every submission has; of those that all have, each reader has a table. */
export interface Field extends Usual {
  readonly label: string
  /** A line for each value that goes; none for an empty list. Throws on a value of another shape. */
  readonly lines: (value: unknown) => readonly string[]
  /** What it is, in the exact table of the review. */
  readonly description?: string
  /** What the participant's file says of it, empty for nothing; absent where a file has no such thing. */
  readonly file?: (profile: ParticipantProfile) => string
}

/** A field whose lines are made of what `schema` reads. */
export const field = <T>(
  schema: z.ZodType<T>,
  { lines, ...rest }: Omit<Field, 'lines'> & { readonly lines: (value: T) => readonly string[] },
): Field => ({ ...rest, lines: (value) => lines(schema.parse(value)) })

export const count = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }))

/** Points out what cannot be seen, and more than `most` characters. `what` begins the sentence: `A reason`. */
export const text =
  (what: string, most: number): Judge =>
  (value) => {
    if (typeof value !== 'string') return null
    if (/\p{Cc}/u.test(value))
      return `${what} has a line break or another character that cannot be seen.`
    return value.length > most
      ? `${what} of ${count().format(value.length)} characters is unusually long.`
      : null
  }

/** A text of its own, said as it is. */
export const textField = (label: string, most: number, more: Partial<Field> = {}): Field =>
  field(z.string(), {
    ...{ label, judge: text(`A ${label.toLowerCase()}`, most), ...more },
    lines: (value) => [value],
  })

/** What a plan row has beside PlanId and PlanType. */
export interface Column extends Usual {
  /** The service's own name. */
  readonly name: string
  /** Where there is none: `no service option`. */
  readonly absent: string
  /** What may be chosen, the first one at the start; any other text may be typed. */
  readonly options?: readonly string[]
  /** The value as review and receipt say it; else as it is. */
  readonly words?: (value: string) => string
}
/** Columns by the names under which a {@link SubmittedPlan} keeps them. */
export type Columns = Readonly<Record<string, Column>>

const planColumns: Columns = {
  planId: { name: 'PlanId', absent: 'no plan id', judge: text('A plan id', 100) },
  planType: { name: 'PlanType', absent: 'no plan type', judge: text('A plan type', 100) },
}

/** The list of plans of a request: its field, its columns, and the plans in the form of every submission. */
export const planList = <
  Row extends Readonly<Record<string, string | number | boolean | undefined>>,
>(
  row: z.ZodType<Row>,
  description: string,
  columns: Columns = {},
) => {
  const all = Object.entries({ ...planColumns, ...columns })
  const said = (row: Row, { name, words = String, absent }: Column, none = absent): string =>
    row[name] === undefined ? none : words(String(row[name]))
  return {
    columns,
    field: field(z.array(row), {
      ...{ label: 'Plans', description, empty: 'No plan is named.' },
      lines: (rows) =>
        rows.map((given) => {
          const [id, type, ...more] = all.map(([, column]) => said(given, column))
          return [`${id} (${type})`, ...more].join(', ')
        }),
      of: Object.fromEntries(
        all.map(([, column]) => [
          column.name,
          { missing: `A plan has ${column.absent}.`, ...column },
        ]),
      ),
    }),
    plans: (rows: readonly Row[]): SubmittedPlan[] =>
      rows.map((given) => ({
        // An earlier version refuses a plan without any of these.
        ...{ planId: '', planType: '', serviceOption: '' },
        ...Object.fromEntries(all.map(([key, column]) => [key, said(given, column, '')])),
      })),
  }
}
