import type { Figure } from '../../figures/figure.ts'
import { overGoal, shownAmount } from './amount.ts'
import {
  differenceOf,
  figure,
  fromAnswer,
  fromFigure,
  isSameKind,
  shareOf,
  step,
  toMonths,
} from './make.ts'
import { basisWords, dollarsIn, idOf, type SavedAnswer, type Side } from './side.ts'

/** The client's goal for monthly spending in retirement, and how far an income is from it. */

export interface Goal {
  /** Dollars a month. */
  readonly figure: Figure
  readonly source: 'typed' | 'service' | 'shareOfPay'
  /** The goal in percent of pay; `null` if pay is unknown. */
  readonly ofPay: Figure | null
}

export interface GoalRules {
  /** The goal that the advisor entered, dollars a month; `null` if there is none. */
  readonly typedGoal: number | null
  /** Percent of pay to use as the goal if nothing else gives one. */
  readonly shareOfPay: number
}

const positive = (value: number | null): number | null =>
  value !== null && value > 0 ? value : null

/**
 * The pay that a forecast was run with, dollars a year: the entered pay, otherwise the file's,
 * otherwise that of the next answer.
 */
const payOf = (...answers: readonly (SavedAnswer | null)[]) => {
  const [answer] = answers
    .filter((each) => each !== null)
    .flatMap(({ id, inputs, profile }) => {
      const typed = positive(inputs.Salary ?? null)
      const amount = typed ?? positive(profile?.salary ?? null)
      return amount === null ? [] : [{ amount, isFile: typed === null, id }]
    })
  return answer ?? null
}

/** The pay of the first of `answers` that has one, dollars a year; `null` if none has. */
export const payFigure = (...answers: readonly (SavedAnswer | null)[]): Figure | null => {
  const pay = payOf(...answers)
  return (
    pay &&
    figure({
      id: `pay/${pay.id}`,
      per: 'year',
      tax: 'before',
      steps: [
        step(
          '+',
          pay.amount,
          pay.isFile
            ? { from: 'file', what: 'Pay in the participant’s file' }
            : { from: 'typed', what: 'Pay entered for the forecast' },
        ),
      ],
      sentence: 'Pay a year before tax.',
      basis: 'Dollars a year.',
    })
  )
}

const goalNumbers = ({ strategy: { goal, goalParticipant } }: Side) => {
  const household = positive(goal)
  if (household !== null) return { value: household, name: 'NetRetirementIncomeGoal' }
  const own = positive(goalParticipant)
  return own === null ? null : { value: own, name: 'NetRetirementIncomeGoalParticipant' }
}

const withShare = (goal: Figure, source: Goal['source'], pay: Figure | null): Goal => ({
  figure: goal,
  source,
  ofPay:
    pay &&
    figure({
      id: `${goal.id}/of-${pay.id}`,
      unit: 'percent',
      per: 'once',
      steps: [
        fromFigure(goal, 'goal'),
        step('×', 12, { from: 'constant', what: 'months' }),
        fromFigure(pay, 'pay', '÷'),
        step('×', 100, { from: 'constant', what: 'percent' }),
      ],
      sentence: 'The goal in percent of pay.',
      basis: 'Percent of pay before tax.',
    }),
})

const typedGoalOf = (amount: number): Figure | null =>
  figure({
    id: `goal/typed/${amount}`,
    tax: 'after',
    steps: [step('+', amount, { from: 'typed', what: 'Goal a month, entered by the advisor' })],
    sentence: 'What the client wants to spend a month in retirement.',
    basis: 'Dollars a month.',
  })

const shareOfPayGoal = (share: number, pay: Figure): Figure | null =>
  figure({
    id: `goal/${share}%/${pay.id}`,
    tax: 'after',
    steps: [
      fromFigure(pay, 'pay'),
      step('×', share, { from: 'setting', what: 'Goal in percent of pay' }),
      step('÷', 100, { from: 'constant', what: 'percent' }),
      step('÷', 12, { from: 'constant', what: 'months' }),
    ],
    sentence: 'What is taken as the goal, because neither the advisor nor the service names one.',
    basis: 'Dollars a month.',
    rule: `The goal is ${share}% of pay, a rule of Settings.`,
  })

const serviceGoal = (side: Side): Figure | null => {
  const sent = goalNumbers(side)
  return (
    sent &&
    figure({
      id: `${idOf(side)}/goal`,
      tax: 'after',
      dollarsOf: dollarsIn(side),
      steps: [
        fromAnswer(sent.value, `${side.path}.${sent.name}`),
        ...toMonths(side.units.readAs.incomeGoal),
      ],
      sentence: 'The goal that the service computes with.',
      basis: basisWords(side, 'incomeGoal', ''),
    })
  )
}

/**
 * A strategy's goal: the goal that the advisor entered, otherwise the one in the strategy's own
 * answer, otherwise that of the first of `others` that has one, otherwise a share of pay; `null` if
 * none of these exists.
 */
export const goalOf = (
  side: Side,
  others: readonly Side[],
  { typedGoal, shareOfPay }: GoalRules,
  pay: Figure | null,
): Goal | null => {
  const typed = positive(typedGoal) === null ? null : typedGoalOf(typedGoal ?? 0)
  if (typed !== null) return withShare(typed, 'typed', pay)
  const named = [side, ...others].find((each) => goalNumbers(each) !== null)
  const service = named === undefined ? null : serviceGoal(named)
  if (service !== null) return withShare(service, 'service', pay)
  const share = pay && shareOfPayGoal(shareOfPay, pay)
  return share && withShare(share, 'shareOfPay', pay)
}

/**
 * The starting value of the goal lever in whole dollars a month: the answer's goal, or before the
 * first answer a share of pay; `null` if neither exists. `salary` is for a year.
 */
export const usualGoal = (
  goal: Goal | null,
  salary: number | null,
  shareOfPay: number,
): number | null => {
  if (goal !== null) return shownAmount(goal.figure)
  const pay = positive(salary)
  return pay === null ? null : Math.round((pay * shareOfPay) / 1200)
}

/** How far an income is from the goal, in whole dollars as shown. */
export interface Gap {
  readonly kind: 'short' | 'over' | 'even'
  /** Dollars a month, not negative. */
  readonly figure: Figure
}

/** The gap between an income and the goal; `null` if either is unknown, or if they are not of the same kind. */
export const gapOf = (income: Figure | null, goal: Goal | null): Gap | null => {
  if (income === null || goal === null || !isSameKind(income, goal.figure)) return null
  const difference = shownAmount(income) - shownAmount(goal.figure)
  const kind = difference < 0 ? 'short' : difference > 0 ? 'over' : 'even'
  const made = { id: `${income.id}|${goal.figure.id}`, basis: income.basis }
  const figure =
    kind === 'short'
      ? differenceOf(goal.figure, income, {
          ...made,
          names: ['goal', 'income'],
          sentence: 'What is missing each month to reach the goal.',
        })
      : differenceOf(income, goal.figure, {
          ...made,
          names: ['income', 'goal'],
          sentence: 'What is left each month once the goal is reached.',
        })
  return figure && { kind, figure }
}

/** Compares gaps: the largest shortfall comes first, the largest surplus last. */
export const byGap = (a: Gap, b: Gap): number => overGoal(a) - overGoal(b)

/** The income as a percent of the goal; an income below the goal is never shown as 100%. */
export const ofGoal = (income: Figure | null, goal: Goal | null): Figure | null => {
  if (income === null || goal === null) return null
  const share = shareOf(income, goal.figure, {
    id: `${income.id}|${goal.figure.id}/share`,
    sentence: 'How much of the goal the income covers.',
    rule: '',
    names: ['income', 'goal'],
  })
  const isRoundedUp =
    share !== null && shownAmount(share) === 100 && shownAmount(income) < shownAmount(goal.figure)
  return isRoundedUp ? { ...share, fitted: '-1' } : share
}

/** The income as a percent of pay, which advisors call the replacement rate. */
export const ofPay = (income: Figure | null, pay: Figure | null): Figure | null =>
  income &&
  pay &&
  figure({
    id: `${income.id}/of-pay`,
    unit: 'percent',
    per: 'once',
    about: income.about,
    steps: [
      fromFigure(income, 'income'),
      step('×', 12, { from: 'constant', what: 'months' }),
      fromFigure(pay, 'pay', '÷'),
      step('×', 100, { from: 'constant', what: 'percent' }),
    ],
    sentence: 'The income in percent of pay before tax (replacement rate).',
    basis: `Percent of pay before tax. Income: ${income.basis}`,
  })
