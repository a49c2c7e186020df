import { joined } from '../../express/field.ts'
import type { Series, Strategy } from '../../express/reading.ts'
import { alignTo, indexOfAge, percentileAt, unionOfAges, type AccountMapping } from '../pick.ts'
import { accountLabel, spelledOut } from '../labels.ts'

type SourceKind = 'account' | 'socialSecurity' | 'pension' | 'other'

/** One source of retirement income over all ages. */
export interface IncomeSource {
  /**
   * A key that is the same for a source in every strategy and percentile, so that the source always
   * has the same color.
   */
  readonly key: string
  readonly kind: SourceKind
  readonly label: string
  /** Keys of the accounts that are gathered into this source. */
  readonly parts?: readonly string[]
  /** The kinds of money that an account pays: `pre-tax`, `Roth`; absent for other sources. */
  readonly money?: readonly string[]
  /** Dollars a year, one value for each of `ages`; 0 for values that were not sent. */
  readonly values: Float64Array
}

interface IncomeBySource {
  readonly ages: Float64Array
  /** The steadiest sources first: Social Security, pensions, accounts, others. */
  readonly sources: readonly IncomeSource[]
  /** Sum over the sources, one value for each of `ages`. */
  readonly totals: Float64Array
  readonly retirementAge: number | null
  /** Index into `ages`; -1 if unknown. */
  readonly retirementIndex: number
}

const order: readonly SourceKind[] = ['socialSecurity', 'pension', 'account', 'other']
const socialSecurityName = /social\s*_?-?security|^ss[ai]?$|^oasi$/i
const pensionName = /pension|annuit|defined\s*_?-?benefit|^db$/i
/**
 * Matches series that contain a balance instead of an income, such as the service's
 * `BeginingBalance`.
 */
export const balanceName = /balance|wealth/i

const kindOf = (series: Series, mapped: boolean): SourceKind => {
  const names = [series.type, series.account]
  if (names.some((name) => socialSecurityName.test(name))) return 'socialSecurity'
  if (!mapped && names.some((name) => pensionName.test(name))) return 'pension'
  return mapped || /account/i.test(series.type) || series.type === '' ? 'account' : 'other'
}

const moneyWords = ({ contributionType, values }: Series): readonly string[] => {
  if (values.every((value) => value === 0)) return []
  if (/roth/i.test(contributionType)) return ['Roth']
  if (/pre-?tax/i.test(contributionType)) return ['pre-tax']
  return /(post|after)-?tax/i.test(contributionType) ? ['after-tax'] : []
}

/**
 * The name of a source's column. If an account pays several kinds of money, the name includes these
 * kinds.
 */
export const columnName = ({ label, money = [] }: Pick<IncomeSource, 'label' | 'money'>): string =>
  money.length > 1 ? `${label}, ${joined(money)}` : label

const baseLabel = (kind: SourceKind, series: Series, mappings: readonly AccountMapping[]) => {
  if (kind === 'socialSecurity') return 'Social Security'
  if (kind === 'pension') return 'Pension'
  return kind === 'account'
    ? accountLabel(series.account, mappings)
    : spelledOut(series.type) || 'Other income'
}

const ownerSuffix = (investor: string) =>
  investor === '' || /^participant$/i.test(investor)
    ? ''
    : ` – ${spelledOut(investor).toLowerCase()}`

/** The source that a series belongs to. */
export const sourceOf = (series: Series, mappings: readonly AccountMapping[]) => {
  const kind = kindOf(
    series,
    mappings.some(({ accountId }) => accountId === series.account && accountId !== ''),
  )
  const owner = ownerSuffix(series.investor)
  const own =
    kind === 'account' ? series.account : kind === 'other' ? `${series.type}/${series.account}` : ''
  return { key: `${kind}/${own}${owner}`, kind, label: baseLabel(kind, series, mappings) + owner }
}

/**
 * Income by age, at the percentile nearest to `percentage` (0–100). All series for one account form
 * one source; sources that never pay are left out.
 */
export const incomeBySource = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[] = [],
): IncomeBySource => {
  const series = (percentileAt(strategy, percentage)?.incomeSources ?? []).filter(
    ({ type }) => !balanceName.test(type),
  )
  const ages = unionOfAges(series)
  const byKey = new Map<string, IncomeSource>()
  for (const one of series) {
    const source = { ...sourceOf(one, mappings), values: alignTo(ages, one, 0) }
    const known = byKey.get(source.key)
    const money = [...new Set([...(known?.money ?? []), ...moneyWords(one)])]
    byKey.set(source.key, {
      ...source,
      values: known ? together([known, source], ages) : source.values,
      ...(source.kind === 'account' && { money }),
    })
  }
  const sources = [...byKey.values()]
    .filter(({ values }) => values.some((value) => value !== 0))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return {
    ages,
    sources,
    totals: together(sources, ages),
    retirementAge: strategy.retirementAge,
    retirementIndex: indexOfAge(ages, strategy.retirementAge),
  }
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

const together = (sources: readonly IncomeSource[], ages: Float64Array): Float64Array =>
  ages.map((_, index) => sources.reduce((total, { values }) => total + (values[index] ?? 0), 0))

/**
 * The same incomes with at most `most` separate accounts, which are the ones that pay most over all
 * `views`. The other accounts are gathered into one source, and the hidden ones among them into
 * another, because nobody can tell two hundred colors apart. Totals stay the same.
 */
export const gatherSources = <T extends IncomeBySource>(
  views: readonly T[],
  most: number,
  hidden: ReadonlySet<string> = new Set(),
): readonly T[] => {
  const paid = new Map<string, number>()
  for (const { sources } of views) {
    for (const { kind, key, values } of sources) {
      if (kind === 'account') paid.set(key, (paid.get(key) ?? 0) + sum(values))
    }
  }
  // With only one account to gather, gathering would only remove its name.
  if (paid.size <= most + 1) return views
  const alone = new Set(
    [...paid]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([key]) => key),
  )
  const groups = [false, true].flatMap((isHidden) => {
    const parts = [...paid.keys()].filter((key) => !alone.has(key) && hidden.has(key) === isHidden)
    const key = isHidden ? 'account/others, hidden' : 'account/others'
    return parts.length === 0
      ? []
      : [{ ...({ key, kind: 'account', parts } as const), label: `${parts.length} other accounts` }]
  })
  return views.map((view) => {
    const gathered = groups.flatMap((group): IncomeSource[] => {
      const members = view.sources.filter(({ key }) => group.parts.includes(key))
      return members.length === 0 ? [] : [{ ...group, values: together(members, view.ages) }]
    })
    const kept = view.sources.filter(({ kind, key }) => kind !== 'account' || alone.has(key))
    const place = kept.findLastIndex(({ kind }) => kind === 'account') + 1
    return { ...view, sources: kept.toSpliced(place, 0, ...gathered) }
  })
}

/**
 * Income by source, its taxes, and the income after taxes. `sources` and `totals` are before taxes
 * and do not include negative sources whose names mean taxes.
 */
export interface IncomeFlow extends IncomeBySource {
  /** Dollars a year, positive, one value for each of `ages`; `null` if not sent. */
  readonly taxes: Float64Array | null
  /** Keys of the sources that are taxes. */
  readonly taxKeys: readonly string[]
  /** `totals` less `taxes`, dollars a year. */
  readonly net: Float64Array
  /** Where retirement or the first income falls in `ages`, whichever is earlier; -1 if there is no income. */
  readonly start: number
}

/**
 * True if a source is a tax, which a service may send as a negative source. An account is never a
 * tax, regardless of its name.
 */
const isTax = ({ kind, label, values }: IncomeSource) =>
  kind === 'other' && /tax/i.test(label) && values.every((value) => value <= 0)

/**
 * {@link IncomeFlow} of `strategy`, at the percentile nearest to `percentage` (0–100). Taxes come
 * from the answer's tax column, otherwise from its tax series.
 */
export const incomeFlow = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[] = [],
): IncomeFlow => {
  const income = incomeBySource(strategy, percentage, mappings)
  const { ages } = income
  const sources = income.sources.filter((source) => !isTax(source))
  const column = percentileAt(strategy, percentage)?.taxes
  const among = income.sources.filter(isTax)
  const taxes =
    column !== undefined && column.ages.length > 0
      ? alignTo(ages, column, 0)
      : among.length > 0
        ? together(among, ages).map((value) => -value)
        : null
  const totals = together(sources, ages)
  const first = totals.findIndex((total) => total !== 0)
  const { retirementIndex } = income
  return {
    ...income,
    sources,
    totals,
    taxes,
    taxKeys: among.map(({ key }) => key),
    net: totals.map((total, index) => total - (taxes?.[index] ?? 0)),
    start: first < 0 || retirementIndex < 0 ? first : Math.min(first, retirementIndex),
  }
}
