import { limitsWords, type Law } from '../../../law/law-of.ts'
import { percentDigits } from '../../../savings/figures.ts'
import type { RateLimits } from '../../../savings/own-rates.ts'
import { savingTypeWords } from '../../changes/savings-changes.ts'
import type { Figure } from '../../../figures/figure.ts'
import { figure, step } from '../make.ts'
import { enumerated, said, separated, type Said } from '../said.ts'

/** Savings limits as figures. */

type Limits = Law<'contributionLimits'>

const figuresOfLaw = {
  rothCatchUpWages: {
    what: (year: number) => `Wages above which catch-up contributions of ${year} are Roth`,
    sentence: (year: number) =>
      `Wages of the year before, above which catch-up contributions of ${year} are Roth.`,
    basis: 'Dollars of FICA wages a year.',
  },
  electiveDeferral: {
    what: (year: number) => `Limit of deferrals of ${year}`,
    sentence: (year: number) => `The most that may be deferred in ${year} without catch-up.`,
    basis: 'Dollars a year.',
  },
} as const

/** A figure from the law on contributions; `null` if that year has none. */
export const lawDollars = (law: Limits, key: keyof typeof figuresOfLaw): Figure | null => {
  const { value, source } = law.figures[key]
  const { what, sentence, basis } = figuresOfLaw[key]
  return value === null
    ? null
    : figure({
        id: `law/${law.year}/${key}/${law.usedFor}`,
        per: 'year',
        steps: [step('+', value, { from: 'law', what: what(law.year), source })],
        sentence: sentence(law.usedFor),
        basis,
      })
}

/** The most that may be deferred including the usual catch-up, dollars a year. */
export const usualWithCatchUp = (law: Limits): Figure | null => {
  const { electiveDeferral, catchUp } = law.figures
  const ofLaw = (what: string, { value, source }: typeof catchUp) =>
    step('+', value, { from: 'law', what: `${what} of ${law.year}`, source })
  return figure({
    id: `law/${law.year}/withCatchUp/${law.usedFor}`,
    per: 'year',
    steps: [ofLaw('Limit of deferrals', electiveDeferral), ofLaw('Catch-up from 50 on', catchUp)],
    sentence: `The most that may be deferred in ${law.usedFor} with the usual catch-up.`,
    basis: 'Dollars a year.',
  })
}

type OfLaw = Pick<NonNullable<RateLimits['law']>, 'dollars' | 'percent' | 'ofYear'>

/**
 * The most that the law allows a person to contribute to the plans in a year if nothing else is
 * contributed. The figure's id begins with `id`.
 */
export const limitDollars = ({ dollars, ofYear }: OfLaw, id: string): Figure | null => {
  const { source } = ofYear.figures.electiveDeferral
  return figure({
    id: `${id}/limit/${ofYear.usedFor}/${dollars}`,
    per: 'year',
    steps: [
      step('+', dollars, {
        from: 'law',
        what: `Most that goes in at this age, ${ofYear.year}`,
        source,
      }),
    ],
    sentence: `The most that the law lets in during ${ofYear.usedFor}, with catch-up at this age.`,
    basis: 'Dollars a year.',
  })
}

/** The percent of pay that the law allows in addition to the other savings. The figure's id begins with `id`. */
export const limitPercent = ({ percent, ofYear }: OfLaw, id: string): Figure | null =>
  figure({
    id: `${id}/limit/${ofYear.usedFor}/percent/${percent}`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    steps: [
      step('+', percent, {
        from: 'law',
        what: `Limit of ${ofYear.year} left by other savings, in percent of pay`,
        source: ofYear.figures.electiveDeferral.source,
      }),
    ],
    sentence: 'The most that the law lets in beside the other savings.',
    basis: 'Percent of pay before tax.',
  })

/**
 * Words such as `$4,344 a year into PLAN1 (Pre-tax)` for other savings that count against the same limit first; empty
 * if none do.
 */
export const usedFirst = (
  { usedBy, ofYear }: Pick<NonNullable<RateLimits['law']>, 'usedBy' | 'ofYear'>,
  id: string,
): Said =>
  enumerated(
    usedBy.map(({ planId, savingsType, dollars }) => {
      const name = `${planId} (${savingTypeWords({ type: savingsType, isRoth: false, years: null })})`
      const used = figure({
        id: `${id}/limit/${ofYear.usedFor}/used/${name}/${dollars}`,
        per: 'year',
        steps: [
          step('+', dollars, {
            from: 'estimate',
            what: `Savings into ${name} within the same limit`,
          }),
        ],
        sentence: 'What other savings use of the same limit first.',
        basis: 'Dollars a year.',
      })
      return said`${used} a year into ${name}`
    }),
  )

/** The percent of pay that the plan itself allows in addition to the other savings; `null` if the file has no limit. */
const planLimit = (percent: number | null, id: string): Figure | null =>
  percent === null
    ? null
    : figure({
        id: `${id}/plan/percent/${percent}`,
        unit: 'percent',
        per: 'year',
        digits: 1,
        steps: [
          step('+', percent, {
            from: 'file',
            what: 'Contribution limit of the plan in the file, less the other savings',
          }),
        ],
        sentence: 'The most that the plan takes beside the other savings.',
        basis: 'Percent of pay before tax.',
      })

/**
 * The limits shown below a lever, `plan 15% · law $24,500 · 2026 limits`; absent if none is known. Where catch-up must
 * be Roth, both limits are named. The figures' ids
 * begin with `id`.
 */
export const limitsSaid = ({ plan, law }: RateLimits, id: string): Said | undefined => {
  const most = planLimit(plan, id)
  const parts = [
    said`${most && said`plan ${most}`}`,
    said`${law && said`law ${law.endsInRoth && law.dollars > law.ofYear.figures.electiveDeferral.value ? said`${lawDollars(law.ofYear, 'electiveDeferral')} before tax, ${limitDollars(law, id)} with Roth catch-up` : limitDollars(law, id)}`}`,
    said`${law && limitsWords(law.ofYear)}`,
  ]
  const words = separated(parts, ' · ')
  return words.length === 0 ? undefined : words
}

/** Rates that differ by less than this are the same rate, written with fewer digits. */
const nearly = 0.005

/**
 * A sentence about a rate that exceeds its limits, with the tighter limit first; empty if it is
 * within them. `id` is as in {@link limitsSaid}.
 */
export const rateRemark = (
  percent: number,
  {
    plan,
    law,
  }: {
    readonly plan: number | null
    readonly law: Omit<NonNullable<RateLimits['law']>, 'deferrals' | 'endsInRoth'> | null
  },
  id: string,
): Said => {
  if (plan !== null && percent > plan + nearly && plan <= (law?.percent ?? plan))
    return said`The plan takes at most ${planLimit(plan, id)} of pay here; more may be cut.`
  if (law === null || percent <= law.percent + nearly) return []
  const used = usedFirst(law, id)
  return said`${limitDollars(law, id)} a year is the legal limit${law.of} (${limitsWords(law.ofYear)}): ${used.length > 0 && said`after ${used}, `}${limitPercent(law, id)} of pay here. More may be cut.`
}
