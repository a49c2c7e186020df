import type { Strategy } from '../../express/reading.ts'

/** An annuity that the service recommends; percent and dollars as sent, null if not sent. */
export interface RecommendedAnnuity {
  /** The annuity's index among the answer's annuities. */
  readonly index: number
  /** The service's word for the kind; may be empty. */
  readonly type: string
  /** The specification does not say what this is a percent of. */
  readonly percent: number | null
  /** The specification does not say whether this is paid once or every year. */
  readonly dollars: number | null
}

/** A strategy's annuities. An entry without percent and amount is not a recommendation. */
const sentBy = (strategy: Strategy | null): readonly RecommendedAnnuity[] =>
  (strategy?.risOutput?.recommendations ?? []).flatMap(
    ({ annuityType, percentage, amount }, index) =>
      (percentage ?? 0) === 0 && (amount ?? 0) === 0
        ? []
        : [
            {
              index,
              type: annuityType || (strategy?.risOutput?.annuityType ?? ''),
              percent: percentage,
              dollars: amount,
            },
          ],
  )

/** The annuities in Revised that are not identical in Current. */
export const annuitiesOf = (
  current: Strategy | null,
  revised: Strategy | null,
): readonly RecommendedAnnuity[] => {
  const keyOf = ({ index: _index, ...sent }: RecommendedAnnuity) => JSON.stringify(sent)
  const before = new Set(sentBy(current).map(keyOf))
  return sentBy(revised).filter((each) => !before.has(keyOf(each)))
}

/** Why an annuity has no checkbox. */
export const annuityNote = 'cannot be sent from here; ask the recordkeeper'
