import { z } from 'zod'
import type { Said } from '../figures/figure.ts'
import { isPlainLine } from '../text/hidden-characters.ts'
import { once } from '../late.ts'
import { fromNumeric } from '../text/numeric-text.ts'
import { isTaxNumber } from '../text/tax-number.ts'
import type { ParticipantProfile } from '../participant/profile.ts'

/** A plan in the form that all submissions share. */
export interface SubmittedPlan {
  readonly planId: string
  readonly planType: string
  /** Empty if the operation takes no service option. */
  readonly serviceOption: string
  /** Other columns of the operation in words; absent if the operation does not have the column. */
  readonly [column: string]: string | undefined
}

/** A plan and its columns in one line, for example `ACME401K (401K), ManagedAccounts`. */
export const planWords = ({ planId, planType, ...columns }: SubmittedPlan): string =>
  [
    planType === '' ? planId : `${planId} (${planType})`,
    ...Object.values(columns).filter(Boolean),
  ].join(', ')

/** Joins parts: `one`, `one and two`, `one, two and three`. */
export const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')

/** Every plan with its columns, as part of a sentence. */
export const plansWords = (plans: readonly SubmittedPlan[]): string => joined(plans.map(planWords))

/** Descriptions of the fields in a submission's request. */

/** Returns a sentence about a value that is probably a mistake; otherwise null. */
export type Judge = (value: unknown) => Said | null

/** Describes what is usual for a field, so that probable mistakes can be pointed out. */
export interface Usual {
  readonly judge?: Judge
  /**
   * The sentence to show if the field is missing or blank. For a plan's column, it is the end of a
   * sentence that begins with `A plan has`.
   */
  readonly missing?: string
  /** The sentence to show for a list without rows. */
  readonly empty?: string
  /** What is usual for the fields of the object, or of the list's rows. */
  readonly of?: Readonly<Record<string, Usual>>
  /**
   * The choices offered, the first one preselected; any other text may be typed. The list of service calls shows only
   * these values.
   */
  readonly options?: readonly string[]
}

/**
 * A field that only some submissions have. Each function that handles fields has its own table for
 * the common ones.
 */
export interface Field extends Usual {
  readonly label: string
  /** One line for each sent value; none for an empty list. Throws on a value of another shape. */
  readonly lines: (value: unknown) => readonly string[]
  /** The description in the review's exact table. */
  readonly description?: string
  /** The value in the participant file, empty if it has none; absent if a file does not have the field. */
  readonly file?: (profile: ParticipantProfile) => string
}

/** Makes a field whose lines are written from the value that `schema` reads. */
const field = <T>(
  schema: z.ZodType<T>,
  { lines, ...rest }: Omit<Field, 'lines'> & { readonly lines: (value: T) => readonly string[] },
): Field => ({ ...rest, lines: (value) => lines(schema.parse(value)) })

export const count = once(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }))

/**
 * Points out invisible characters, and a text longer than `most`. `what` is the start of the sentence, such as `A
 * reason`.
 */
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

/** Points out a number or numeric text below `least` or above `most`. */
export const outside =
  (least: number, most: number, say: (value: number) => Said): Judge =>
  (value) => {
    const number = fromNumeric(value)
    return number === null || (number >= least && number <= most) ? null : say(number)
  }

/** A free-text field, shown as it is. */
export const textField = (label: string, most: number, more: Partial<Field> = {}): Field =>
  field(z.string(), {
    label,
    judge: text(`A ${label.toLowerCase()}`, most),
    ...more,
    lines: (value) => [value],
  })

/** A column of a plan's row, in addition to PlanId and PlanType. */
interface Column extends Usual {
  /** The service's name for the column. */
  readonly name: string
  /** The heading of the column in a form. */
  readonly label: string
  /** Shown in place of a missing value: `no service option`. */
  readonly absent: string
  /** Puts the value into words for review and receipt; if absent, the value is shown as it is. */
  readonly words?: (value: string) => string
}
/** Columns by their keys in a {@link SubmittedPlan}. */
export type Columns = Readonly<Record<string, Column>>

const planIdText = text('A plan id', 100)
const planColumns: Columns = {
  planId: {
    name: 'PlanId',
    label: 'Plan',
    absent: 'no plan id',
    judge: (value) =>
      typeof value === 'string' && isTaxNumber(value)
        ? ['A plan id is written like a Social Security number.']
        : planIdText(value),
  },
  planType: {
    name: 'PlanType',
    label: 'Type',
    absent: 'no plan type',
    judge: text('A plan type', 100),
  },
}

/** A request's list of plans: its field, its columns, and the plans in the form that all submissions share. */
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
        // Every plan of a submission has these three, whichever columns its operation takes.
        planId: '',
        planType: '',
        serviceOption: '',
        ...Object.fromEntries(all.map(([key, column]) => [key, said(given, column, '')])),
      })),
  }
}
