import type { Strategy } from '../../express/reading.ts'

/** An annuity that the service recommends; percent and dollars as sent, null if not sent. */
export interface RecommendedAnnuity {
  /** The service's word; may be empty. */
  readonly type: string
  /** The specification does not say of what. */
  readonly percent: number | null
  /** The specification does not say whether once or every year. */
  readonly dollars: number | null
}

/** No percent and no amount is no recommendation. */
const sentBy = (strategy: Strategy | null): readonly RecommendedAnnuity[] =>
  (strategy?.risOutput?.recommendations ?? []).flatMap(({ annuityType, percentage, amount }) =>
    (percentage ?? 0) === 0 && (amount ?? 0) === 0
      ? []
      : [
          {
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
  const before = new Set(sentBy(current).map((each) => JSON.stringify(each)))
  return sentBy(revised).filter((each) => !before.has(JSON.stringify(each)))
}

/** Why an annuity has no tick. */
export const annuityNote = 'cannot be sent from here; ask the recordkeeper'
