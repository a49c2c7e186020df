import { spelledOut } from '../../labels.ts'
import type { Figure } from '../../../figures/figure.ts'
import { figure, fromAnswer } from '../make.ts'
import { idOf, isTraining, type Side } from '../side.ts'
import { paragraph, said, signOf, type Said } from '../said.ts'

/** The annuity that a strategy recommends. */

export interface AnnuityAdvice {
  /** The service's name: `GMWB`; empty if not sent. */
  readonly type: string
  /** Percent; `null` if not sent. */
  readonly share: Figure | null
  /** Dollars; `null` if not sent. */
  readonly amount: Figure | null
  /** True if the service says that a lower share is advisable. */
  readonly lowerIsAdvisable: boolean
}

export interface Annuity {
  /** The service's name for the kind of annuity; empty if not sent. */
  readonly type: string
  readonly advice: readonly AnnuityAdvice[]
  /** Says whether the strategy's incomes count the annuity. */
  readonly counted: string
}

/** A sentence about what the specification does not say about an annuity's figures. */
export const annuityOpen =
  'The service does not say what the share is a share of, nor whether the amount is paid once or every year.'

/** A sentence that says whether an answer's incomes count a recommended annuity. */
export const annuityCounted = (isSimulated: boolean): string =>
  isSimulated
    ? 'Training’s income does not count it.'
    : 'The service does not say whether this income counts the annuity.'

export const lowerAdvisableLabel = spelledOut('LoweringAnnuitizationAdvisable')

/** The annuity in a strategy; `null` if the answer has none. */
export const annuityOf = (side: Side): Annuity | null => {
  const { risOutput } = side.strategy
  if (risOutput === null) return null
  const rule = isTraining(side)
    ? 'Training’s own rule: a share of all savings, more of it the less Social Security and pensions cover.'
    : ''
  return {
    type: risOutput.annuityType,
    counted: annuityCounted(isTraining(side)),
    advice: risOutput.recommendations.map((one, index) => {
      const id = `${idOf(side)}/annuity/${index}`
      const path = `${side.path}.RisOutput.Recommendations[${index}]`
      const type = one.annuityType || risOutput.annuityType
      const what = type === '' ? 'annuity' : `annuity (${type})`
      const made = { per: 'once', basis: annuityOpen, rule } as const
      return {
        type,
        share:
          one.percentage === null
            ? null
            : figure({
                ...made,
                id: `${id}/percent`,
                unit: 'percent',
                digits: 2,
                steps: [fromAnswer(one.percentage, `${path}.Percentage`)],
                sentence: `The share that the service recommends for an ${what}.`,
              }),
        amount:
          one.amount === null
            ? null
            : figure({
                ...made,
                id: `${id}/amount`,
                steps: [fromAnswer(one.amount, `${path}.Amount`)],
                sentence: `The amount that the service recommends for an ${what}.`,
              }),
        lowerIsAdvisable: one.loweringAnnuitizationAdvisable,
      }
    }),
  }
}

const isAsked = ({ share, amount }: AnnuityAdvice): boolean =>
  (share !== null && signOf(share) > 0) || (amount !== null && signOf(amount) > 0)

/**
 * A sentence with the recommendation, such as `An annuity (GMWB): 15%, $91,872.`, and what the
 * specification does not say, and whether the incomes count it; empty if the service recommends no annuity.
 */
export const annuityWords = (annuity: Annuity | null): Said => {
  const asked = (annuity?.advice ?? []).filter(isAsked)
  if (annuity === null || asked.length === 0) return []
  const sentences = asked.map(({ type, share, amount }) => {
    const parts = [share, amount].filter((each) => each !== null)
    const figures = parts.flatMap((each, index) => (index === 0 ? said`${each}` : said`, ${each}`))
    return said`An annuity${type && ` (${type})`} is recommended: ${figures}.`
  })
  return paragraph(...sentences, [annuity.counted], [annuityOpen])
}
