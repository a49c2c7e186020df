import type { SavingsComponent, SavingsRateDetailReading, Strategy } from '../express/reading.ts'
import type { Contribution } from '../participant/profile.ts'
import { figureWords, together, unknown, type Figure, type Whose } from './figures.ts'

/** One component of a strategy's savings, as sent; components of one kind and account are added up. */
export interface AnswerSavingsRow extends Figure {
  /** The service's account id; may be empty, like the other texts. */
  readonly account: string
  readonly planId: string
  readonly type: string
  readonly isRoth: boolean
  /** A participant's file uses this name; null for any other kind. */
  readonly kind: Contribution['kind'] | null
  /** Null if the type does not say. */
  readonly whose: Whose | null
  /** Set if the service splits the kind by NumberOfYears: its parts follow each other and are not added up. */
  readonly years: number | null
}

type Component = Pick<SavingsComponent, 'type' | 'isRoth'>

const isEmployers = ({ type }: Pick<Component, 'type'>): boolean =>
  /employer|match|non-?elective|safe-?\s?harbor|profit-?\s?sharing|company|sponsor/i.test(type)

/** The name that a participant's file uses for a type; null for any other type. */
export const kindOf = (component: Component): AnswerSavingsRow['kind'] => {
  const { type, isRoth } = component
  if (isEmployers(component)) return 'employer'
  if (isRoth || /roth/i.test(type)) return 'roth'
  return /pre-?tax/i.test(type) ? 'pretax' : /(post|after)-?tax/i.test(type) ? 'posttax' : null
}

const whoseIs = (component: Component): Whose | null => {
  const kind = kindOf(component)
  if (kind !== null) return kind === 'employer' ? 'employer' : 'you'
  return /employee|participant|deferral|catch-?\s?up/i.test(component.type) ? 'you' : null
}

const rowsOf = (details: readonly SavingsRateDetailReading[]): readonly AnswerSavingsRow[] => {
  const all = details.flatMap(({ account, components }) =>
    components.map((component) => ({
      component,
      account,
      key: JSON.stringify([
        account,
        component.planId,
        component.type.toLowerCase(),
        component.isRoth,
      ]),
    })),
  )
  const terms = Map.groupBy(all, ({ key }) => key)
  const isSplit = (key: string): boolean =>
    new Set(terms.get(key)?.map(({ component }) => component.numberOfYears)).size > 1
  const rows = Map.groupBy(all, ({ key, component }) =>
    isSplit(key) ? `${key} ${component.numberOfYears ?? ''}` : key,
  )
  return [...rows.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    const { component, account, key } = first
    const { planId, type, isRoth, numberOfYears } = component
    const figure = together(
      members.map(({ component: { value: percent, dollarAmount: dollars } }) => ({
        percent,
        dollars,
      })),
    )
    const named = {
      account,
      planId,
      type,
      isRoth,
      kind: kindOf(component),
      whose: whoseIs(component),
    }
    return [{ ...named, years: isSplit(key) ? numberOfYears : null, ...figure }]
  })
}

/** Parts that follow each other in time are not added up, so their sum is unknown. */
const sumOf = (rows: readonly AnswerSavingsRow[]): Figure =>
  rows.some(({ years }) => years !== null) ? unknown : together(rows)

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) < 0.05

const remarksOf = ({
  you,
  employer,
  total,
  overall,
  outside,
  rate,
}: ReturnType<typeof figuresOf>): readonly string[] => {
  const parts = employer.source === '' ? you : total
  const out = outside?.percent ?? 0
  const whole = parts.percent
  const fitsOverall =
    overall === null ||
    whole === null ||
    near(overall.percent, whole) ||
    near(overall.percent, whole + out)
  const sums = [you.percent, total.percent].filter((value) => value !== null)
  const fitsRate =
    rate === null ||
    sums.length === 0 ||
    sums.some((value) => near(rate, value) || near(rate, value + out))
  return [
    ...(fitsOverall
      ? []
      : [
          `SavingsRateOverall says ${figureWords({ percent: overall.percent, dollars: null })}, which is not the sum of its parts.`,
        ]),
    ...(fitsRate
      ? []
      : [
          `SavingsRate says ${figureWords({ percent: rate, dollars: null })}, which is neither the sum of the participant’s parts nor the sum of all parts.`,
        ]),
  ]
}

const figureOf = (sent: Strategy['savingsRateOverall']): Figure | null =>
  sent === null || (sent.value === null && sent.dollarAmount === null)
    ? null
    : { percent: sent.value, dollars: sent.dollarAmount }

const listsOf = (strategy: Strategy | null) =>
  [
    { field: 'AccountSavingsRateDetail', rows: rowsOf(strategy?.accountSavingsRateDetail ?? []) },
    { field: 'SavingsRateDetail', rows: rowsOf(strategy?.savingsRateDetail ?? []) },
  ] as const

const figuresOf = (strategy: Strategy | null, lists: ReturnType<typeof listsOf>) => {
  const pick = (isWanted: (row: AnswerSavingsRow) => boolean) => {
    const list = lists.find(({ rows }) => rows.some(isWanted))
    return { field: list?.field ?? ('' as const), rows: (list?.rows ?? []).filter(isWanted) }
  }
  const own = pick(({ whose }) => whose !== 'employer')
  const theirs = pick(({ whose }) => whose === 'employer')
  const isKnownWhose = own.rows.every(({ whose }) => whose === 'you')
  const rows = [...own.rows, ...theirs.rows]
  return {
    rows,
    /**
     * The sums of the rows of each side, and their field in the answer. A row without an owner may belong to either, so
     * neither sum is known.
     */
    you: { ...(isKnownWhose ? sumOf(own.rows) : unknown), source: own.field },
    employer: { ...(isKnownWhose ? sumOf(theirs.rows) : unknown), source: theirs.field },
    /** Unknown unless some rows are the employer's. */
    total: theirs.rows.length === 0 || own.rows.length === 0 ? unknown : sumOf(rows),
    /** As sent; null if not. */
    overall: figureOf(strategy?.savingsRateOverall ?? null),
    outside: figureOf(strategy?.savingsRateTaxableOverflow ?? null),
    /** Percent as sent. The specification does not say whether it includes the employer's part. */
    rate: strategy?.savingsRate ?? null,
  }
}

/**
 * A strategy's savings by its answer. A value that was not sent is unknown, never 0 and never replaced. The
 * participant's and the employer's savings each come whole from one of the two lists, AccountSavingsRateDetail first:
 * the specification does not say which list holds the employer's part. `remarks` has a sentence for each contradiction
 * between fields.
 */
export const answerSavings = (strategy: Strategy | null) => {
  const lists = listsOf(strategy)
  const figures = figuresOf(strategy, lists)
  const sums = lists.map((list) => sumOf(list.rows.filter(({ whose }) => whose === 'you')).percent)
  const differ = near(sums[0] ?? null, sums[1] ?? null)
    ? []
    : [
        'AccountSavingsRateDetail and SavingsRateDetail disagree about the participant’s own savings; the first is shown.',
      ]
  return { ...figures, remarks: [...differ, ...remarksOf(figures)] }
}
export type AnswerSavings = Readonly<ReturnType<typeof answerSavings>>
