import type { Percentile, Series, Strategy } from '../express/reading.ts'
import { alignTo, indexOfAge, unionOfAges } from './age-columns.ts'
import { accountLabel, spelledOut } from './labels.ts'
import { percentileAt, type AccountMapping } from './pick.ts'

type SourceKind = 'account' | 'socialSecurity' | 'pension' | 'other'

/** One source of retirement income over all ages. */
export interface IncomeSource {
  /** Equal for the same source in every strategy and percentile, so that colors can follow it. */
  readonly key: string
  readonly kind: SourceKind
  readonly label: string
  /** Keys of the accounts gathered into this source. */
  readonly parts?: readonly string[]
  /** Dollars a year, as long as `ages`; 0 for values not sent. */
  readonly values: Float64Array
}

export interface IncomeBySource {
  readonly type: string
  readonly percentile: number | null
  readonly ages: Float64Array
  /** Steadiest first: Social Security, pensions, accounts, others. */
  readonly sources: readonly IncomeSource[]
  /** Sum over the sources, as long as `ages`. */
  readonly totals: Float64Array
  readonly retirementAge: number | null
  /** Index into `ages`; -1 if unknown. */
  readonly retirementIndex: number
}

const order: readonly SourceKind[] = ['socialSecurity', 'pension', 'account', 'other']
const socialSecurityName = /social\s*_?-?security|^ss[ai]?$|^oasi$/i
const pensionName = /pension|annuit|defined\s*_?-?benefit|^db$/i
/** Series that hold a balance, not an income, such as the service's `BeginingBalance`. */
export const balanceName = /balance|wealth/i

const kindOf = (series: Series, mapped: boolean): SourceKind => {
  const names = [series.type, series.account]
  if (names.some((name) => socialSecurityName.test(name))) return 'socialSecurity'
  if (!mapped && names.some((name) => pensionName.test(name))) return 'pension'
  return mapped || /account/i.test(series.type) || series.type === '' ? 'account' : 'other'
}

const baseLabel = (
  kind: SourceKind,
  series: Series,
  mappings: readonly AccountMapping[],
): string => {
  if (kind === 'socialSecurity') return 'Social Security'
  if (kind === 'pension') return 'Pension'
  return kind === 'account'
    ? accountLabel(series.account, mappings)
    : spelledOut(series.type) || 'Other income'
}

const ownerSuffix = (investor: string): string =>
  investor === '' || /^participant$/i.test(investor)
    ? ''
    : ` – ${spelledOut(investor).toLowerCase()}`

const describe = (series: Series, mappings: readonly AccountMapping[]) => {
  const kind = kindOf(
    series,
    mappings.some(({ accountId }) => accountId === series.account && accountId !== ''),
  )
  const owner = ownerSuffix(series.investor)
  const own =
    kind === 'account' ? series.account : kind === 'other' ? `${series.type}/${series.account}` : ''
  return { kind, key: `${kind}/${own}${owner}`, label: baseLabel(kind, series, mappings) + owner }
}

/** {@link incomeBySource} for one percentile entry. */
const sourcesOf = (entry: Percentile | null, mappings: readonly AccountMapping[]) => {
  const series = (entry?.incomeSources ?? []).filter(({ type }) => !balanceName.test(type))
  const ages = unionOfAges(series)
  const sources = new Map<string, IncomeSource>()
  for (const one of series) {
    const { key, kind, label } = describe(one, mappings)
    const values = alignTo(ages, one, 0)
    const known = sources.get(key)
    if (known)
      values.forEach((value, index) => (known.values[index] = (known.values[index] ?? 0) + value))
    else sources.set(key, { key, kind, label, values })
  }
  return { ages, sources: [...sources.values()] }
}

/**
 * Income by age at the percentile nearest `percentage` (0–100). The series of one account form one source; sources that
 * never pay are left out.
 */
export const incomeBySource = (
  strategy: Strategy,
  percentage: number,
  mappings: readonly AccountMapping[] = [],
): IncomeBySource => {
  const entry = percentileAt(strategy, percentage)
  const { ages, sources } = sourcesOf(entry, mappings)
  const paying = sources
    .filter(({ values }) => values.some((value) => value !== 0))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const totals = ages.map((_, index) =>
    paying.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  return {
    type: strategy.type,
    percentile: entry?.percentage ?? null,
    ages,
    sources: paying,
    totals,
    retirementAge: strategy.retirementAge,
    retirementIndex: indexOfAge(ages, strategy.retirementAge),
  }
}
