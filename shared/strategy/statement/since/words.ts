import type { SinceStep, SinceView } from '../../../forecast/since.ts'
import type { FirmLaw } from '../../../law/schema.ts'
import { lawOf } from '../../../law/law-of.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { ParticipantProfile } from '../../../participant/profile.ts'
import { fileSavings } from '../../../savings/file-savings.ts'
import { isCatchUpAge } from '../../../savings/limits.ts'
import { lastMade, type SavedForecast } from '../../../records/saved.ts'
import { savingYear, type PersonRules } from '../../../savings/saving-year.ts'
import { accountsInFile } from '../file/file-accounts.ts'
import { filePay, savingsInFile } from '../file/file-savings.ts'
import { lawDollars, usualWithCatchUp } from '../savings/limits.ts'
import { bare, enumerated, isAlike, said, signOf, type Said } from '../said.ts'
import type { Band } from './band.ts'
import type { SinceBridge, BridgeEnds, BridgeKey } from './bridge.ts'

/** Sentences about what changed since last time. */

export const stepNames: Readonly<Record<BridgeKey, string>> = {
  time: 'Time passed',
  balances: 'Balances',
  pay: 'Pay',
  savings: 'Savings',
  limits: 'Limits',
  model: 'Service’s model',
}

/** Words such as `$129 a month more`, or `the same`. */
export const differenceWords = ({ difference }: BridgeEnds): Said => {
  const sign = signOf(difference)
  return sign === 0 ? ['the same'] : said`${bare(difference)} a month ${sign > 0 ? 'more' : 'less'}`
}

export const sinceHeadline = (ends: BridgeEnds): Said =>
  said`Since last time: ${differenceWords(ends)}`

/** Whose income the picture compares, such as `Today at 65, average markets`. */
export const endsWords = ({ ages: [before, after] }: BridgeEnds): string => {
  const age =
    before === after
      ? after === null
        ? ''
        : ` at ${after}`
      : ` at ${before ?? 'an unknown age'}, now at ${after ?? 'an unknown age'}`
  return `Today${age}, average markets`
}

/** Says what each step is. */
export const splitWords: Readonly<Record<'all' | 'payAndSavings', string>> = {
  all: 'Each step is a forecast of today with one more thing put back as it was. The rest is the service’s model.',
  payAndSavings:
    'The earlier file was not kept, so only pay and savings are split. Time, balances and limits are in the rest, with the service’s model.',
}

/** Whole months between two moments in words, such as `12 months later`. */
const monthsWords = ({ earlier, newer }: Pick<SinceView, 'earlier' | 'newer'>): string => {
  const [from, to] = [earlier, newer].map((saved) => new Date(lastMade(saved)))
  if (from === undefined || to === undefined) return ''
  const months = Math.round((to.getTime() - from.getTime()) / (86_400_000 * 30.4375))
  return `${months} ${months === 1 ? 'month' : 'months'} later`
}

interface Facts {
  readonly rules: PersonRules
  readonly firmLaw: FirmLaw
}

const savedIn = (profile: ParticipantProfile, at: string, made: string, { rules }: Facts) => {
  const savings = fileSavings(profile, savingYear(profile, new Date(made), rules))
  const { lines } = savingsInFile(profile, savings, at)
  return lines.find(({ key }) => key === 'you')?.percent ?? null
}

const limitIn = (profile: ParticipantProfile, made: string, { rules, firmLaw }: Facts) => {
  const moment = new Date(made)
  const law = lawOf('contributionLimits', moment.getFullYear(), firmLaw)
  return isCatchUpAge(savingYear(profile, moment, rules))
    ? usualWithCatchUp(law)
    : lawDollars(law, 'electiveDeferral')
}

/** What changed in a step: two figures, or words where there are none. */
export interface StepFacts {
  readonly before: Figure | null
  readonly after: Figure | null
  readonly words: string
}

const noFacts: StepFacts = { before: null, after: null, words: '' }

/** The client's figures that a step puts back. */
export const stepFacts = (
  { before, after, ...pair }: Pick<SinceView, 'before' | 'after' | 'earlier' | 'newer'>,
  step: BridgeKey,
  facts: Facts,
): StepFacts => {
  if (step === 'time') return { ...noFacts, words: monthsWords(pair) }
  if (step === 'model') return { ...noFacts, words: 'the rest' }
  const { earlier, newer } = pair
  const figureIn = (profile: ParticipantProfile | null, { id }: SavedForecast, made: string) =>
    profile &&
    {
      balances: () => accountsInFile(profile, id).total,
      pay: () => filePay(profile, id),
      savings: () => savedIn(profile, id, made, facts),
      limits: () => limitIn(profile, made, facts),
    }[step]()
  return {
    before: figureIn(before, earlier, lastMade(earlier)),
    after: figureIn(after, newer, lastMade(newer)),
    words: '',
  }
}

/** What changed in a step, such as `$14,020 → $18,421`. */
export const factsSaid = ({ before, after, words }: StepFacts): Said => {
  if (before === null && after === null) return said`${words}`
  return isAlike(before, after) ? said`${after}` : said`${before ?? 'none'} → ${after ?? 'none'}`
}

/** One line for the steps of $0, such as `No change from pay ($61,800) and limits ($31,000 → $32,500).` */
export const sameWords = (
  { steps }: Pick<SinceBridge, 'steps'>,
  factsOf: (step: BridgeKey) => StepFacts,
): Said => {
  const same = steps.filter(({ figure }) => signOf(figure) === 0)
  if (same.length === 0) return []
  const parts = same.map(({ key }) => {
    const name = stepNames[key].toLowerCase()
    return key === 'model' ? [name] : said`${name} (${factsSaid(factsOf(key))})`
  })
  return said`No change from ${enumerated(parts)}.`
}

/** Notes on differences that the steps do not explain. */
export const restNotes = ({
  missed,
  others,
  split,
}: Pick<SinceView, 'missed' | 'others' | 'split'>): readonly string[] => {
  if (split === 'none') return []
  const names = (steps: readonly SinceStep[]) => steps.map((step) => stepNames[step].toLowerCase())
  const list = (words: readonly string[]) =>
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
  return [
    missed.length > 0 &&
      `Only a part of ${list(names(missed))} could be put back, because the newer file has no place for all of it; what is left is in the rest.`,
    others.length > 0 &&
      `Also different in the two files: ${list(others)}. What that changes is in the rest.`,
  ].filter((note) => note !== false)
}

/** Where the balance of now is in the earlier range. */
export const bandWords = ({ balance, over, place }: Band): Said => {
  const where = {
    within: 'within the range of last time',
    below: 'below the range of last time',
    above: 'above the range of last time',
  }[place]
  if (over === null) return said`${balance} is ${where}.`
  const sign = signOf(over)
  const than =
    sign === 0
      ? ['exactly as projected in average markets']
      : said`${bare(over)} ${sign > 0 ? 'more' : 'less'} than projected in average markets`
  return said`${balance} is ${where}, ${than}.`
}
