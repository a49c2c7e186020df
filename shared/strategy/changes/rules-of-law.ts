import type { ParticipantProfile } from '../../participant/profile.ts'
import type { SavedForecast } from '../../records/saved.ts'
import { figureWords, sumOfKnown } from '../../savings/figures.ts'
import { limitsOfRate } from '../../savings/own-rates.ts'
import { rulesSaid, savingYear, type PersonRules } from '../../savings/saving-year.ts'
import { savingsOf, type AnswerRow } from './savings-from-today.ts'

/**
 * What a rule of law makes of the asked savings, told in sentences: it is no advice, so nobody accepts it. An asked rate
 * is the typed one, else the file's.
 */

/** Percent of pay in one kind: as asked, and as the Current strategy counts it. */
const sumsOf = (rows: readonly AnswerRow[], kind: 'pretax' | 'roth') => {
  const ofKind = rows.filter(({ row }) => row.kind === kind)
  return {
    asked: sumOfKnown(ofKind.map(({ asked }) => asked)) ?? 0,
    counted: sumOfKnown(ofKind.map(({ row }) => row.currentPercent ?? 0)) ?? 0,
  }
}

/** Percent of pay asked for before tax that Current has as Roth, in the rows of one plan; 0 if none. */
export const movedToRoth = (rows: readonly AnswerRow[]): number => {
  const [pretax, roth] = [sumsOf(rows, 'pretax'), sumsOf(rows, 'roth')]
  const moved = Math.min(pretax.asked - pretax.counted, roth.counted - roth.asked)
  return moved >= 0.005 ? moved : 0
}

const bare = (percent: number): string => figureWords({ percent }).replace(/ of pay$/, '')
const dollarsOf = (dollars: number): string => figureWords({ dollars }).replace(/ a year$/, '')

/** Sentences, one for each rule and plan; none without a file, whose pay and age the rules depend on. */
export const rulesOf = (
  saved: Pick<SavedForecast, 'reading' | 'inputs' | 'savedAt' | 'said'>,
  profile: ParticipantProfile | null,
  law: PersonRules = rulesSaid(saved.said),
): readonly string[] => {
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
    return [
      ...(moved > 0 && threshold !== null && (year.wagesBefore ?? 0) > threshold
        ? [
            `By law, catch-up contributions of people with wages above ${dollarsOf(threshold)} are Roth: ${bare(moved)} of the ${bare(sums[0]?.asked ?? 0)} goes in as Roth.`,
          ]
        : []),
      ...(limit !== null && asked > limit.percent + 0.005 && counted <= limit.percent + 0.005
        ? [
            `By law, at most ${dollarsOf(limit.dollars)} a year goes in: ${bare(limit.percent)} of pay counts, not ${bare(asked)}.`,
          ]
        : []),
    ]
  })
}
