import type { Strategy } from '../../express/reading.ts'

/** An annuity that the service recommends; percent and dollars as sent, null if not sent. */
export interface RecommendedAnnuity {
  /** Its place among those of the answer. */
  readonly index: number
  /** The service's word; may be empty. */
  readonly type: string
  /** The specification does not say of what. */
  readonly percent: number | null
  /** The specification does not say whether once or every year. */
  readonly dollars: number | null
}

/** No percent and no amount is no recommendation. */
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

/** The annuities of Revised that Current does not have the same. */
export const annuitiesOf = (
  current: Strategy | null,
  revised: Strategy | null,
): readonly RecommendedAnnuity[] => {
  const keyOf = ({ index: _index, ...sent }: RecommendedAnnuity) => JSON.stringify(sent)
  const before = new Set(sentBy(current).map(keyOf))
  return sentBy(revised).filter((each) => !before.has(keyOf(each)))
}

/** Why an annuity has no tick. */
export const annuityNote = 'cannot be sent from here; ask the recordkeeper'
