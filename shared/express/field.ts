import { z } from 'zod'
import type { Said } from '../figures/figure.ts'
import { isPlainLine } from '../text/hidden-characters.ts'
import { once } from '../late.ts'
import { fromNumeric } from '../text/numeric-text.ts'
import { isTaxNumber } from '../text/tax-number.ts'
import type { ParticipantProfile } from '../participant/profile.ts'

/** A plan in the form common to all submissions. */
export interface SubmittedPlan {
  readonly planId: string
  readonly planType: string
  /** Empty if the operation takes none. */
  readonly serviceOption: string
  /** Further columns of the operation in words; absent if it has no such column. */
  readonly [column: string]: string | undefined
}

/** A plan and its columns in one line, for example `ACME401K (401K), ManagedAccounts`. */
export const planWords = ({ planId, planType, ...columns }: SubmittedPlan): string =>
  [
    planType === '' ? planId : `${planId} (${planType})`,
    ...Object.values(columns).filter(Boolean),
  ].join(', ')

/** `one`, `one and two`, `one, two and three`. */
export const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')

/** Every plan with its columns, as part of a sentence. */
export const plansWords = (plans: readonly SubmittedPlan[]): string => joined(plans.map(planWords))

/** Descriptions of the fields of a submission's request. */

/** A sentence about a present value that is rarely meant, or null. */
export type Judge = (value: unknown) => Said | null

/** Hints on a field's rarely meant values. */
export interface Usual {
  readonly judge?: Judge
  /** The sentence if it is missing or blank; for a plan's column, `A plan has` and the missing thing. */
  readonly missing?: string
  /** The sentence for a list without rows. */
  readonly empty?: string
  /** The fields of the object, or of its rows. */
  readonly of?: Readonly<Record<string, Usual>>
  /** Offered choices, the first preselected; any other text may be typed. The list of service calls shows only these. */
  readonly options?: readonly string[]
}

/** A field that not every submission has; the common fields are in each reader's own table. */
export interface Field extends Usual {
  readonly label: string
  /** One line per sent value; none for an empty list. Throws on a value of another shape. */
  readonly lines: (value: unknown) => readonly string[]
  /** Description for the exact table of the review. */
  readonly description?: string
  /** The value in the participant's file, empty for none; absent if a file has no such field. */
  readonly file?: (profile: ParticipantProfile) => string
}

/** A field that `schema` reads for its lines. */
const field = <T>(
  schema: z.ZodType<T>,
  { lines, ...rest }: Omit<Field, 'lines'> & { readonly lines: (value: T) => readonly string[] },
): Field => ({ ...rest, lines: (value) => lines(schema.parse(value)) })

export const count = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }))

/** Points out invisible characters, and more than `most` of them. `what` begins the sentence: `A reason`. */
const text =
  (what: string, most: number): Judge =>
  (value) => {
    if (typeof value !== 'string') return null
    if (!isPlainLine(value))
      return [`${what} has a line break or another character that cannot be seen.`]
    return value.length > most
      ? [`${what} of ${count().format(value.length)} characters is unusually long.`]
      : null
  }

/** Points out a number, or numeric text, below `least` or above `most`. */
export const outside =
  (least: number, most: number, say: (value: number) => Said): Judge =>
  (value) => {
    const number = fromNumeric(value)
    return number === null || (number >= least && number <= most) ? null : say(number)
  }

/** A free text, shown as it is. */
export const textField = (label: string, most: number, more: Partial<Field> = {}): Field =>
  field(z.string(), {
    label,
    judge: text(`A ${label.toLowerCase()}`, most),
    ...more,
    lines: (value) => [value],
  })

/** A column of a plan row beside PlanId and PlanType. */
interface Column extends Usual {
  /** The service's name. */
  readonly name: string
  /** Shown for a missing value: `no service option`. */
  readonly absent: string
  /** The value in words for review and receipt; else as it is. */
  readonly words?: (value: string) => string
}
/** Columns by their keys in a {@link SubmittedPlan}. */
export type Columns = Readonly<Record<string, Column>>

const planIdText = text('A plan id', 100)
const planColumns: Columns = {
  planId: {
    name: 'PlanId',
    absent: 'no plan id',
    judge: (value) =>
      typeof value === 'string' && isTaxNumber(value)
        ? ['A plan id is written like a Social Security number.']
        : planIdText(value),
  },
  planType: { name: 'PlanType', absent: 'no plan type', judge: text('A plan type', 100) },
}

/** A request's list of plans: its field, its columns, and the plans in the form common to all submissions. */
export const planList = <
  Row extends Readonly<Record<string, string | number | boolean | undefined>>,
>(
  row: z.ZodType<Row>,
  description: string,
  columns: Columns = {},
) => {
  const all = Object.entries({ ...planColumns, ...columns })
  const said = (row: Row, { name, words = String, absent }: Column, none = absent) =>
    row[name] === undefined ? none : words(String(row[name]))
  return {
    columns,
    field: field(z.array(row), {
      label: 'Plans',
      description,
      empty: 'No plan is named.',
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
        planId: '',
        planType: '',
        serviceOption: '',
        ...Object.fromEntries(all.map(([key, column]) => [key, said(given, column, '')])),
      })),
  }
}
