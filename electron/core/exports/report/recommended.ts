import type { Receipt } from '#shared/records/receipt.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import type { Figure } from '#shared/strategy/statement/figure.ts'
import { newAnnuities } from '#shared/strategy/statement/investments/annuity.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import { savingsChange } from '#shared/strategy/statement/savings/savings-change.ts'
import { receiptFigure } from '#shared/strategy/statement/typed.ts'
import type { ReportFacts } from './facts.ts'

type Lines = NonNullable<Receipt['recommended']>['lines']
type Kind = Lines[number]['kind']
type Value = Lines[number]['values'][number]

/** A recommended value: an age in words, or percent of pay. */
export interface ToldValue {
  readonly name: string
  readonly from: number | Figure | null
  readonly to: number | Figure | null
}

/** Figures of the recommendation: of its own answer, else as the receipt has them. */
const figuresOf = (facts: ReportFacts, receipt: Receipt | null) => {
  const { current, offered, sides, mappings } = facts
  if (receipt?.recommended && receipt.recommended.forecastId !== offered.id) {
    const { receiptNumber, recommended } = receipt
    const made = (value: Value, end: 'from' | 'to') =>
      receiptFigure(
        receiptNumber,
        `${value.account}, ${value.label}, ${end === 'from' ? 'before' : 'recommended'}`,
        value[end],
        'percent',
      )
    return {
      rate: made,
      annuities: recommended.annuities.map(({ type, percent, dollars }) => ({
        type,
        share: receiptFigure(receiptNumber, `The annuity’s share`, percent, 'percent'),
        amount: receiptFigure(receiptNumber, `The annuity’s amount`, dollars, 'dollars'),
      })),
    }
  }
  const savings = [current, sides.recommended].map((side) => side && savingsOf(side, mappings))
  const { parts } = savingsChange(savings[0] ?? null, savings[1] ?? null)
  return {
    rate: ({ account, label }: Value, end: 'from' | 'to') =>
      parts.find((part) => part.account === account && part.label === label)?.[
        end === 'from' ? 'current' : 'revised'
      ].percent ?? null,
    annuities: newAnnuities(current, sides.recommended),
  }
}

/** What was recommended, and what became of it: of the submission’s review, or else of the chosen forecast. */
export const recommendedIn = (facts: ReportFacts) => {
  const { sent, receipts, main, today } = facts
  const doubtful = receipts.standing.find(
    ({ outcome, sentAt }) => outcome === 'inDoubt' && sentAt >= main.savedAt,
  )
  const receipt = sent?.receipt ?? doubtful ?? null
  const known = receipt?.recommended ? receipt : null
  const { rate, annuities } = figuresOf(facts, known)
  const told = (kind: Kind, value: Value): ToldValue => ({
    name: value.account === '' ? value.label : `${value.account}, ${value.label}`,
    from: kind === 'age' ? value.from : rate(value, 'from'),
    to: kind === 'age' ? value.to : rate(value, 'to'),
  })
  const lineOf = ({ kind, values }: Pick<Lines[number], 'kind' | 'values'>) =>
    values.map((value) => told(kind, value))
  if (known?.recommended)
    return {
      receipt: known,
      annuities,
      rules: known.recommended.rules,
      notTaken: [],
      lines: known.recommended.lines.map((line) => ({ became: line.became, values: lineOf(line) })),
    }
  const { lines, notTaken, rules } = recommendationOf(main, (today ?? main).profile)
  return {
    receipt: null,
    annuities,
    rules,
    notTaken: notTaken.map(({ kind, why: _, ...value }) => told(kind, value)),
    lines: lines.map(({ kind, values }) => ({
      became: 'notSent' as const,
      values: lineOf({ kind, values: [...values] }),
    })),
  }
}
