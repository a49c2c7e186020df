import type { SavingsComponent, SavingsRateDetailReading, Strategy } from '../express/reading.ts'
import { inPath } from '../figures/path.ts'
import type { Contribution } from '../participant/profile.ts'
import { together, unknown, type Saving, type Whose } from './figures.ts'

/** The participant file's name for a type of savings; null if the file has none. */
export const kindOf = ({
  type,
  isRoth,
}: Pick<SavingsComponent, 'type' | 'isRoth'>): Contribution['kind'] | null => {
  if (/employer|match|non-?elective|safe-?\s?harbor|profit-?\s?sharing|company|sponsor/i.test(type))
    return 'employer'
  if (isRoth || /roth/i.test(type)) return 'roth'
  return /pre-?tax/i.test(type) ? 'pretax' : /(post|after)-?tax/i.test(type) ? 'posttax' : null
}

const whoseIs = (type: string, kind: Contribution['kind'] | null): Whose | null => {
  if (kind !== null) return kind === 'employer' ? 'employer' : 'you'
  return /employee|participant|deferral|catch-?\s?up/i.test(type) ? 'you' : null
}

type ListName = 'AccountSavingsRateDetail' | 'SavingsRateDetail'

/**
 * The text by which a path names one of `names`: the name, with a number if several are identical,
 * or the index if the name is empty.
 */
const placeAmong = (names: readonly string[], index: number): string => {
  const name = names[index] ?? ''
  if (name === '') return String(index)
  const alike = names.flatMap((other, at) => (other === name ? [at] : []))
  return `${inPath(name)}${alike.length === 1 ? '' : ` #${alike.indexOf(index) + 1}`}`
}

/** The components of a strategy's savings, as sent; components of the same kind and account are added up. */
const rowsOf = (list: ListName, details: readonly SavingsRateDetailReading[]) => {
  const accounts = details.map(({ account }) => account)
  const sent = details.flatMap(({ account, components }, detail) =>
    components.map((component, index) => {
      const { planId, type, isRoth, numberOfYears, value, dollarAmount } = component
      const kind = kindOf(component)
      return {
        named: {
          /** The service's account id; like the other texts, it may be empty. */
          account,
          planId,
          type,
          isRoth,
          /** The participant file's name for the kind; null if it has none. */
          kind,
          /** Whose saving it is; null if the type does not say. */
          whose: whoseIs(type, kind),
        },
        key: JSON.stringify([account, planId, type.toLowerCase(), isRoth]),
        /** The row's path in the strategy: `SavingsRateDetail[401K-1].SavingsComponent[Pretax]`. */
        place: `${list}[${placeAmong(accounts, detail)}].SavingsComponent[${placeAmong(
          components.map((each) => each.type),
          index,
        )}]`,
        numberOfYears,
        percent: value,
        dollars: dollarAmount,
      }
    }),
  )
  const terms = Map.groupBy(sent, ({ key }) => key)
  const isSplit = (key: string): boolean =>
    new Set(terms.get(key)?.map(({ numberOfYears }) => numberOfYears)).size > 1
  const rows = Map.groupBy(sent, ({ key, numberOfYears }) =>
    isSplit(key) ? `${key} ${numberOfYears ?? ''}` : key,
  )
  return [...rows.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    const { named, key, numberOfYears } = first
    return [
      {
        ...named,
        /**
         * Set if the service splits the kind by NumberOfYears. The parts then follow each other in
         * time and are not added up.
         */
        years: isSplit(key) ? numberOfYears : null,
        ...together(members),
        /** The components that are added up in this row. */
        sent: members.map(({ place, percent, dollars }) => ({ place, percent, dollars })),
      },
    ]
  })
}
export type AnswerSavingsRow = Readonly<ReturnType<typeof rowsOf>[number]>

/** The sum of the rows; unknown if any row is split into consecutive periods. */
const sumOf = (rows: readonly AnswerSavingsRow[]): Saving =>
  rows.some(({ years }) => years !== null) ? unknown : together(rows)

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null || Math.abs(a - b) < 0.05

/**
 * A contradiction between fields: between the two lists, in SavingsRateOverall, or between
 * SavingsRate and the sum of the parts.
 */
export type SavingsRemark = 'lists' | 'overall' | 'rate'

const remarksOf = ({
  you,
  employer,
  total,
  overall,
  outside,
  rate,
}: ReturnType<typeof figuresOf>): readonly SavingsRemark[] => {
  const out = outside?.percent ?? 0
  const fits = (said: number | null, ...sums: readonly (number | null)[]): boolean => {
    const known = sums.filter((sum) => sum !== null)
    return known.length === 0 || known.some((sum) => near(said, sum) || near(said, sum + out))
  }
  const percent = overall?.percent ?? null
  return [
    ...(fits(percent, employer.source === '' ? you.percent : total.percent)
      ? []
      : ['overall' as const]),
    ...(fits(rate, you.percent, total.percent) ? [] : ['rate' as const]),
  ]
}

const figureOf = (sent: Strategy['savingsRateOverall']): Saving | null =>
  sent === null || (sent.value === null && sent.dollarAmount === null)
    ? null
    : { percent: sent.value, dollars: sent.dollarAmount }

const listsOf = (strategy: Strategy | null) =>
  [
    {
      field: 'AccountSavingsRateDetail',
      rows: rowsOf('AccountSavingsRateDetail', strategy?.accountSavingsRateDetail ?? []),
    },
    {
      field: 'SavingsRateDetail',
      rows: rowsOf('SavingsRateDetail', strategy?.savingsRateDetail ?? []),
    },
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
     * The sums of each side's rows, and the field in the answer that they come from. A row without
     * an owner may belong to either side, so neither sum is then known.
     */
    you: { ...(isKnownWhose ? sumOf(own.rows) : unknown), source: own.field },
    employer: { ...(isKnownWhose ? sumOf(theirs.rows) : unknown), source: theirs.field },
    /** Unknown unless there are rows for both the participant and the employer. */
    total: theirs.rows.length === 0 || own.rows.length === 0 ? unknown : sumOf(rows),
    /** As sent; null if it was not sent. */
    overall: figureOf(strategy?.savingsRateOverall ?? null),
    outside: figureOf(strategy?.savingsRateTaxableOverflow ?? null),
    /** Percent as sent. The specification does not say whether SavingsRate includes the employer's part. */
    rate: strategy?.savingsRate ?? null,
  }
}

/**
 * A strategy's savings from its answer. A value that was not sent is unknown, never 0 and never
 * replaced. The participant's savings come entirely from one of the two lists, and so do the
 * employer's. AccountSavingsRateDetail is tried first. The specification does not say which list
 * holds the employer's part. `remarks` names the contradictions between fields.
 */
export const answerSavings = (strategy: Strategy | null) => {
  const lists = listsOf(strategy)
  const figures = figuresOf(strategy, lists)
  const [first, second] = lists
  const ownPercent = ({ rows }: (typeof lists)[number]): number | null =>
    sumOf(rows.filter(({ whose }) => whose === 'you')).percent
  const differ = near(ownPercent(first), ownPercent(second)) ? [] : ['lists' as const]
  const remarks: readonly SavingsRemark[] = [...differ, ...remarksOf(figures)]
  return { ...figures, remarks }
}
export type AnswerSavings = Readonly<ReturnType<typeof answerSavings>>
