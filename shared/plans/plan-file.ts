import { csvCell } from '../csv-cell.ts'
import type { PlanEntry } from './directory.ts'

/**
 * A plan directory as a CSV file (RFC 4180), with a byte order mark so that spreadsheets read names correctly. Cells
 * that a spreadsheet would run as a formula are protected; an import removes the protection.
 */
export const plansCsv = (plans: readonly PlanEntry[]): string =>
  `\uFEFF${[
    ['PlanId', 'PlanType', 'Name'],
    ...plans.map(({ planId, planType, name }) => [planId, planType, name]),
  ]
    .map((line) => line.map(csvCell).join(','))
    .join('\r\n')}\r\n`

/** The same as JSON: a list of plans under the service's names. */
export const plansJson = (plans: readonly PlanEntry[]): string =>
  `${JSON.stringify(
    plans.map(({ planId, planType, name }) => ({ PlanId: planId, PlanType: planType, Name: name })),
    null,
    2,
  )}\n`
