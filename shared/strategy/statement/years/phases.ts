import type { Course } from './course.ts'
import type { Figure } from '../../../figures/figure.ts'
import { shownAmount } from '../amount.ts'
import type { Gap } from '../goal.ts'
import { isSameKind } from '../make.ts'

/**
 * The phases of a retirement separate the income before and after a later claim, a pension's
 * start, or a spouse's benefit. A retirement with one income has one phase. The first year's income
 * never stands for years with a different income.
 */

export interface Phase {
  /** First age. */
  readonly from: number
  /**
   * First age of the next phase; `claim` if Social Security starts later and the answer lacks it;
   * `null` for the last phase.
   */
  readonly until: number | 'claim' | null
  /** Dollars a month. */
  readonly income: Figure
  /** True if `income` is the lowest of several years with different incomes. */
  readonly least: boolean
  readonly gap: Gap | null
}

/** With more phases than this, the years differ too much to be grouped into phases. */
const mostPhases = 4

/** Ages at which a steady income starts after retirement. */
const startsIn = ({ flow }: Course, from: number): readonly number[] =>
  (flow?.sources ?? []).flatMap(({ kind, values }) => {
    if (flow === null || (kind !== 'socialSecurity' && kind !== 'pension')) return []
    const age = flow.ages[values.findIndex((value) => value > 0)]
    return age !== undefined && age > from ? [age] : []
  })

const phaseOf = (course: Course, from: number, until: number | null): Phase | null => {
  const years = [...(course.flow?.ages ?? [])]
    .filter((age) => age >= from && (until === null || age < until))
    .flatMap((age) => course.at(age) ?? [])
  const [first] = years
  if (first === undefined) return null
  // Incomes before and after tax are not compared; an income before tax then stands for all years.
  const unlike = years.find(({ keeps }) => !isSameKind(keeps, first.keeps))
  const lowest =
    unlike ??
    years.reduce((least, year) =>
      shownAmount(year.keeps) < shownAmount(least.keeps) ? year : least,
    )
  const least =
    unlike !== undefined ||
    years.some((year) => shownAmount(year.keeps) > shownAmount(lowest.keeps) + 1)
  const shown = least ? lowest : first
  return { from, until, income: shown.keeps, least, gap: shown.gap }
}

const yearly = (course: Course): readonly Phase[] => {
  const { flow } = course
  if (flow === null) return []
  const start = flow.ages[flow.retirementIndex < 0 ? flow.start : flow.retirementIndex]
  if (start === undefined) return []
  const starts = [...new Set([start, ...startsIn(course, start)])].toSorted((a, b) => a - b)
  const all = starts.flatMap(
    (from, index) => phaseOf(course, from, starts[index + 1] ?? null) ?? [],
  )
  const merged: Phase[] = []
  for (const phase of all) {
    const before = merged.at(-1)
    const isSame =
      before !== undefined &&
      isSameKind(before.income, phase.income) &&
      Math.abs(shownAmount(before.income) - shownAmount(phase.income)) <= 1 &&
      !before.least &&
      !phase.least
    if (before !== undefined && isSame)
      merged[merged.length - 1] = { ...before, until: phase.until }
    else merged.push(phase)
  }
  return merged.length > mostPhases ? [] : merged
}

/**
 * The phases if the answer has no yearly figures: one until Social Security starts, and one after
 * that if the income is then higher.
 */
const level = (course: Course): readonly Phase[] => {
  const ages = [...(course.flow?.ages ?? [])]
  const [first] = ages
  const before = first === undefined ? null : course.at(first)
  if (first === undefined || before === null) return []
  const start = { from: first, income: before.keeps, least: false, gap: before.gap }
  const change = ages.find((age) => course.at(age)?.keeps !== before.keeps)
  const only = { ...start, until: course.lacksSocialSecurity ? ('claim' as const) : null }
  if (change === undefined) return [only]
  const later = phaseOf(course, change, null)
  // In its lowest year the benefit adds nothing.
  const isSame = later === null || later.income === before.keeps
  return isSame
    ? [only]
    : [
        { ...start, until: change },
        { ...later, least: true },
      ]
}

/**
 * The phases in order. There is one if the income stays the same, and none if the answer does not
 * say.
 */
export const phasesOf = (course: Course): readonly Phase[] =>
  course.kind === 'level' ? level(course) : yearly(course)

/** True if no single income stands for all years. */
export const isInPhases = (phases: readonly Phase[]): boolean =>
  phases.length > 1 || phases.some(({ until }) => until !== null)

/** The phase that an age falls into. */
export const phaseAt = (phases: readonly Phase[], age: number): Phase | null =>
  phases.findLast(({ from }) => from <= age) ?? null
