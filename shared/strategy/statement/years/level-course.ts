import type { Percentile, Strategy } from '../../../express/reading.ts'
import { earliestClaim, socialSecurityOf } from '../../claim-approximation.ts'
import type { IncomeSource } from '../../charts/income-by-source.ts'
import { exactAmount } from '../amount.ts'
import type { Course, YearFigures } from './course.ts'
import type { Figure } from '../../../figures/figure.ts'
import { gapOf, type Goal } from '../goal.ts'
import { incomeOf } from '../incomes.ts'
import { afterTax, figure, fromAnswer, step, toMonths } from '../make.ts'
import { converted, goalAt, type Prices } from './prices.ts'
import { basisWords, dollarsIn, idOf, isTraining, pathOf, seriesPath, type Side } from '../side.ts'

/** Social Security that starts after retirement. */
interface LaterBenefit {
  /** The first age with the benefit. */
  readonly from: number
  /** Dollars a month before tax. */
  readonly benefit: Figure
  /** A strategy of the answer that has this benefit among its yearly incomes. */
  readonly strategy: Strategy
}

/** The benefit claimed at the plan's claim age; `null` if it is not claimed after retirement. */
const claimedBenefit = (side: Side): LaterBenefit | null => {
  const { claim } = side.saved
  if (claim === undefined || claim.age <= (side.age ?? claim.age)) return null
  // An answer in dollars of each year has the benefit in those of its first year.
  const inYears = dollarsIn(side) === 'year'
  const what = `Social Security a year claimed at ${claim.age}, by Case information`
  const benefit = figure({
    id: `${idOf(side)}/claimed@${claim.age}`,
    tax: 'before',
    dollarsOf: inYears ? 'year' : 'today',
    steps: [
      step('+', inYears ? claim.amount : claim.benefit, {
        from: 'estimate',
        what: inYears ? `${what}, in dollars of ${claim.startYear}` : what,
      }),
      ...toMonths('year'),
    ],
    sentence: `Social Security claimed at ${claim.age}, before tax.`,
    basis: `Dollars a year from Case information, before tax, ${inYears ? `in dollars of ${claim.startYear}` : 'in today’s dollars'}.`,
    rule: 'Estimate only; not sent to the plan.',
  })
  return benefit && { from: claim.age, benefit, strategy: side.strategy }
}

/**
 * The benefit in another strategy of the same answer that has the plan's retirement age and whose
 * Social Security starts later; `null` if there is none.
 */
const answeredBenefit = (side: Side, { percentage }: Percentile): LaterBenefit | null => {
  const { saved, age } = side
  for (const strategy of saved.reading.strategies) {
    if (age === null || strategy.retirementAge !== age) continue
    const entry = strategy.percentiles.find((each) => each.percentage === percentage)
    const series = entry && socialSecurityOf(entry)
    const index = series ? series.values.findIndex((value) => value > 0) : -1
    const [from, value] = [series?.ages[index], series?.values[index]]
    if (!entry || !series || from === undefined || value === undefined || from <= age) continue
    const path = pathOf(saved, strategy)
    const place = `${path}.Percentile[${percentage ?? ''}].${seriesPath('IncomeSources', series, entry.incomeSources)}`
    const benefit = figure({
      id: `${idOf(side)}/p${percentage ?? ''}/socialSecurity@${from}`,
      tax: 'before',
      dollarsOf: dollarsIn(side),
      steps: [
        fromAnswer(value, `${place}.Values[${from}].Value`),
        ...toMonths(side.units.readAs.incomeSources),
      ],
      sentence: `Social Security from ${from} on, as the answer has it for retiring at ${age}.`,
      basis: basisWords(side, 'incomeSources', 'before'),
    })
    if (benefit !== null) return { from, benefit, strategy }
  }
  return null
}

interface Later {
  readonly beforeTax: Figure
  readonly tax: Figure | null
  /** After tax; before tax if the answer has no tax for it. */
  readonly keeps: Figure
}

/**
 * A later benefit at an age, less the tax of that year in the strategy that has it: that year may have other income too,
 * so the tax on the benefit alone is not higher.
 */
const laterYear = (
  side: Side,
  { from, benefit: sent, strategy }: LaterBenefit,
  course: Course,
  age: number,
  prices: Prices | null,
): Later | null => {
  const benefit =
    prices === null
      ? sent
      : figure({
          ...sent,
          id: `${sent.id}@${age}/${prices.key}`,
          dollarsOf: prices.dollarsOf,
          steps: converted(sent.steps, age, prices),
        })
  if (benefit === null) return null
  // Years before that strategy retires have pay, and no tax of its income.
  const taxed = Math.max(age, strategy.retirementAge ?? age)
  const year = course.at(taxed, prices)
  const has = year?.beforeTax && exactAmount(year.beforeTax) + 1 >= exactAmount(benefit)
  const tax = has ? year.tax : null
  const what = 'What savings add from then on is not in the answer.'
  const keeps =
    tax &&
    afterTax(benefit, tax, {
      id: `${benefit.id}/keeps/${tax.id}`,
      sentence: `What is left a month of Social Security from ${from} on, after federal tax. ${what}`,
      basis: `Dollars a month${isTraining(side) ? ', after federal tax, in today’s dollars' : ', after the tax that the service sends'}.`,
      rule: `The tax is that of the year at ${taxed} in ${pathOf(side.saved, strategy)}, which has this Social Security. That year may have other income too, so the tax on Social Security alone is not higher.`,
    })
  return keeps
    ? { beforeTax: benefit, tax, keeps }
    : {
        beforeTax: benefit,
        tax: null,
        keeps: { ...benefit, sentence: `${benefit.sentence} ${what}` },
      }
}

/** Says why there is one figure for all years, and from which age it includes Social Security. */
const whyLevel = (
  from: number,
  later: LaterBenefit | null,
  { more, isLacking }: { readonly more: readonly Later[]; readonly isLacking: boolean },
): string => {
  const start = `For retiring at ${from} the answer has one figure`
  if (later !== null && more.length > 0) {
    const isTaxed = more.every(({ tax }) => tax !== null)
    return `${start} until ${later.from}; from then on Social Security alone is known, ${isTaxed ? 'after tax' : 'before tax, and is not compared'}.`
  }
  const all = `${start} for all years, not each year`
  if (later !== null)
    return `${all}: until ${later.from} without Social Security, from then on with it.`
  return isLacking
    ? `${all}. What Social Security adds, from ${earliestClaim} at the earliest, is not in the answer.`
    : `${all}.`
}

/**
 * A course drawn as unbroken blocks: the answer's single figure from the retirement age on and,
 * once a later Social Security starts, the benefit after tax if that is higher; without a tax in the answer, the benefit
 * before tax. `yearly` makes the course of a strategy that the answer draws.
 */
export const levelCourse = (
  side: Side,
  entry: Percentile,
  goal: Goal | null,
  drawn: Float64Array,
  yearly: (strategy: Strategy) => Course,
): Course | null => {
  const income = incomeOf(side, entry)
  if (income === null || side.age === null) return null
  const from = side.age
  const later = claimedBenefit(side) ?? answeredBenefit(side, entry)
  const isLacking =
    later === null && from < earliestClaim && side.saved.inputs.ExcludeSocialSecurity !== true
  // Draws only ages that the answer sends, because the age from which the benefit starts may be any
  // number.
  const after = drawn.filter((age) => age > from)
  if (after.length === 0 && !drawn.includes(from)) return null
  const ages = Float64Array.from([from, ...after])
  const withBenefit = later && yearly(later.strategy)
  const laterAt = (age: number, prices: Prices | null): Later | null =>
    later === null || withBenefit === null || age < later.from
      ? null
      : laterYear(side, later, withBenefit, age, prices)
  // A benefit that is not higher before tax is not higher after tax either.
  const more = new Map(
    [...ages].flatMap((age) => {
      const found = laterAt(age, null)
      return found !== null && exactAmount(found.keeps) > exactAmount(income) + 1
        ? [[age, found] as const]
        : []
    }),
  )
  const shown = [...more.values()]
  const kept = ages.map((age) => {
    const keeps = more.get(age)?.keeps ?? income
    return keeps.tax === income.tax ? exactAmount(keeps) * 12 : Number.NaN
  })
  const totals = ages.map((age) => exactAmount(more.get(age)?.beforeTax ?? income) * 12)
  const taxes = ages.map((age) => {
    const tax = more.get(age)?.tax
    return tax ? exactAmount(tax) * 12 : 0
  })
  const source: IncomeSource = { key: 'level', kind: 'other', label: 'Income', values: totals }
  const yearOf = (age: number, prices: Prices | null): YearFigures | null => {
    const found = more.has(age) ? laterAt(age, prices) : null
    const keeps =
      found?.keeps ??
      (prices === null
        ? income
        : figure({
            ...income,
            id: `${income.id}@${age}/${prices.key}`,
            dollarsOf: prices.dollarsOf,
            steps: converted(income.steps, age, prices),
          }))
    const wanted = goalAt(goal, age, prices)
    const beforeTax = found?.beforeTax ?? null
    return (
      keeps && {
        age,
        sources: [{ key: 'level', label: source.label, kind: 'other', figure: beforeTax ?? keeps }],
        beforeTax,
        tax: found?.tax ?? null,
        keeps,
        goal: wanted?.figure ?? null,
        gap: gapOf(keeps, wanted),
      }
    )
  }
  return {
    kind: 'level',
    why: whyLevel(from, later, { more: shown, isLacking }),
    lacksSocialSecurity: isLacking,
    flow: {
      ages,
      sources: [source],
      totals,
      taxes: shown.some(({ tax }) => tax !== null) ? taxes : null,
      taxKeys: [],
      net: kept,
      retirementAge: from,
      retirementIndex: 0,
      start: 0,
    },
    goalLine: goal && exactAmount(goal.figure),
    at: (age, prices = null) => (ages.includes(age) ? yearOf(age, prices) : null),
  }
}
