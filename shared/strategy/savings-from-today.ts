import type { ForecastChanges } from '../express/changes.ts'
import type { FileSavings } from '../savings/file-savings.ts'
import { savedToday, type SavedToday } from './file-today.ts'
import type { SavingsChanges } from './savings-changes.ts'

/** The starting point of a savings change: how the participant saves today. */

export type SavingsRow = ForecastChanges['savings'][number]
type BothSides = Pick<
  SavingsChanges['rows'][number],
  'currentPercent' | 'revisedPercent' | 'currentDollars' | 'revisedDollars'
>

/** The Current strategy includes a tried value, which is not how the participant saves today. */
export const fromToday = (
  sides: BothSides,
  today: SavedToday | null,
  isWhatIf: boolean,
): Omit<SavingsRow, 'account' | 'label'> => {
  const to = { to: sides.revisedPercent, toDollars: sides.revisedDollars }
  if (today !== null)
    return {
      today: today.isLimited ? 'limited' : 'file',
      from: today.percent,
      fromDollars: today.dollars,
      ...to,
    }
  return isWhatIf
    ? { today: 'unknown', from: null, fromDollars: null, ...to }
    : { today: 'forecast', from: sides.currentPercent, fromDollars: sides.currentDollars, ...to }
}

/** A savings rate that changes from today's, with the answer's row for it. */
export type SavingsFromToday = SavingsRow & { readonly row: SavingsChanges['rows'][number] }

/** Savings by account and kind, each from the file's current value; `isWhatIf` if rates or salary were tried. */
export const savingsFromToday = (
  rows: SavingsChanges['rows'],
  file: FileSavings | null,
  isWhatIf: boolean,
): SavingsFromToday[] =>
  rows.map((row) => {
    const isOnlyOne = rows.every(
      (other) => other === row || other.kind !== row.kind || other.planId === row.planId,
    )
    const today = file && savedToday(file, row.planId, row.kind, isOnlyOne)
    return { row, account: row.account, label: row.label, ...fromToday(row, today, isWhatIf) }
  })
