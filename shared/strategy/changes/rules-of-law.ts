import type { ParticipantProfile } from '../../participant/profile.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { percentDigits, sumOfKnown } from '../../savings/figures.ts'
import { limitsOfRate, type RateLimits } from '../../savings/own-rates.ts'
import { rulesSaid, savingYear, type PersonRules } from '../../savings/saving-year.ts'
import type { Figure, Origin } from '../../figures/figure.ts'
import { figure, step } from '../statement/make.ts'
import { said, type Said } from '../statement/said.ts'
import { lawDollars, limitDollars, limitPercent, usedFirst } from '../statement/savings/limits.ts'
import { savingsOf, type AnswerRow } from './savings-from-today.ts'

/**
 * Sentences about what the law does to the requested savings. This is not advice, so nobody has to
 * accept it. The requested rate is the typed one, otherwise the file's.
 */

/** Percent of pay in one kind of savings: as requested, and as the Current strategy counts it. */
const sumsOf = (rows: readonly AnswerRow[], kind: 'pretax' | 'roth') => {
  const ofKind = rows.filter(({ row }) => row.kind === kind)
  return {
    asked: sumOfKnown(ofKind.map(({ asked }) => asked)) ?? 0,
    counted: sumOfKnown(ofKind.map(({ row }) => row.currentPercent ?? 0)) ?? 0,
  }
}

/**
 * Percent of pay that was requested as pre-tax but is Roth in Current, in one plan's rows; 0 if
 * none.
 */
export const movedToRoth = (rows: readonly AnswerRow[]): number => {
  const [pretax, roth] = [sumsOf(rows, 'pretax'), sumsOf(rows, 'roth')]
  const moved = Math.min(pretax.asked - pretax.counted, roth.counted - roth.asked)
  return moved >= 0.005 ? moved : 0
}

const percentOf = (id: string, percent: number, origin: Origin, sentence: string): Figure | null =>
  figure({
    id: `${id}/${percent}`,
    unit: 'percent',
    per: 'year',
    digits: percentDigits,
    steps: [step('+', percent, origin)],
    sentence,
    basis: 'Percent of pay before tax.',
  })

/** A sentence about savings that a limit cuts; `left` says what is left for them. */
const limitRule = (limit: NonNullable<RateLimits['law']>, id: string, left: Said): Said => {
  const used = usedFirst(limit, id)
  const whole = said`By law, ${limitDollars(limit, id)} a year is the limit${limit.of}`
  return used.length === 0
    ? said`${whole}: ${left}.`
    : said`${whole}, over all accounts together: after ${used}, ${left}.`
}

/**
 * One sentence for each legal rule and plan; none without a file, because the rules depend on the
 * file's pay and age.
 */
export const rulesOf = (
  saved: Pick<SavedForecast, 'reading' | 'inputs' | 'savedAt' | 'said'>,
  profile: ParticipantProfile | null,
  law: PersonRules = rulesSaid(saved.said),
): readonly Said[] => {
  if (profile === null) return []
  const salary = saved.inputs.Salary ?? profile.salary
  const year = savingYear(
    { ...profile, salary, wagesBefore: law.wagesBefore },
    new Date(saved.savedAt),
    law,
  )
  const { value: threshold } = year.law.figures.rothCatchUpWages
  const own = savingsOf(saved, profile, law).savings.filter(
    ({ row }) => row.kind === 'pretax' || row.kind === 'roth',
  )
  const rates = own.flatMap(({ row, asked }) =>
    asked === null || asked === 0
      ? []
      : [{ planId: row.planId, savingsType: row.type, percent: asked }],
  )
  return [...Map.groupBy(own, ({ row }) => row.planId)].flatMap(([planId, rows]) => {
    const moved = movedToRoth(rows)
    const sums = [sumsOf(rows, 'pretax'), sumsOf(rows, 'roth')]
    const [asked, counted] = [
      sums.reduce((sum, each) => sum + each.asked, 0),
      sums.reduce((sum, each) => sum + each.counted, 0),
    ]
    const others = rates.filter((rate) => rate.planId !== planId)
    const { law: limit } = limitsOfRate({ planId, savingsType: '' }, others, {
      accounts: profile.accounts,
      contributions: profile.contributions,
      salary,
      year,
    })
    const id = `${profile.userId || profile.lastName}/${saved.savedAt}/rule/${planId}`
    const askedFor: Origin = { from: 'typed', what: `Own savings asked for into ${planId}` }
    const counts: Origin = { from: 'estimate', what: `Own savings into ${planId} in the forecast` }
    return [
      ...(moved > 0 && threshold !== null && (year.wagesBefore ?? 0) > threshold
        ? [
            said`By law, catch-up contributions of people with wages above ${lawDollars(year.law, 'rothCatchUpWages')} are Roth: ${percentOf(`${id}/moved`, moved, counts, 'What the law makes Roth of the savings asked for before tax.')} of the ${percentOf(`${id}/pretax`, sums[0]?.asked ?? 0, askedFor, 'Savings asked for before tax.')} goes in as Roth.`,
          ]
        : []),
      ...(limit !== null && asked > limit.percent + 0.005 && counted <= limit.percent + 0.005
        ? [
            limitRule(
              limit,
              id,
              said`${limitPercent(limit, id)} of pay goes into ${planId}, not ${percentOf(`${id}/asked`, asked, askedFor, 'Own savings asked for.')}`,
            ),
          ]
        : []),
    ]
  })
}
