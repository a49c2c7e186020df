import type { ForecastInputs } from '../../express/requests.ts'
import type { ForecastChanges } from '../../express/changes.ts'
import type { Mark } from '../../records/marks.ts'
import { byAmount, isAlike, said, type Said } from '../statement/said.ts'
import { isSameSaving } from './same-saving.ts'
import { savingTypeWords } from './savings-changes.ts'
import { sentSaving } from './sent-values.ts'

/** Rates that an earlier submission of the same person sent, compared with those of a request. */

type SentBefore = NonNullable<ForecastChanges['sentBefore']>[number]

/**
 * The rates in `sent` for which the newest accepted submission among `marks` sent another rate. A submission in doubt
 * counts for nothing here.
 */
export const otherSentBefore = (
  sent: NonNullable<ForecastInputs['SavingsRateDetails']>,
  marks: readonly Pick<Mark, 'at' | 'inDoubt' | 'rates'>[],
): SentBefore[] =>
  sent.flatMap((rate): SentBefore[] => {
    const before = marks
      .filter(({ inDoubt }) => !inDoubt)
      .flatMap(({ at, rates = [] }) => rates.map((each) => ({ at, each })))
      .find(({ each }) => isSameSaving(each, rate))
    const to = sentSaving(rate, null).percent
    const from = before && sentSaving(before.each, null).percent
    if (before === undefined || !from || to === null || isAlike(from, to)) return []
    const { PlanId = '', SavingsType = '' } = rate
    const type = savingTypeWords({ type: SavingsType, isRoth: false, years: null })
    return [{ name: PlanId === '' ? type : `${type}, ${PlanId}`, at: before.at, from, to }]
  })

/** Sentences such as `Pre-tax, ACME401K: 11% was sent on Nov 28, 2026; this lowers it to 10%.`; `day` writes a time. */
export const sentBeforeWords = (
  { sentBefore = [] }: Pick<ForecastChanges, 'sentBefore'>,
  day: (iso: string) => string,
): readonly Said[] =>
  sentBefore.map(
    ({ name, at, from, to }) =>
      said`${name}: ${from} was sent on ${day(at)}; this ${byAmount(to, from) < 0 ? 'lowers' : 'raises'} it to ${to}.`,
  )
