import { z } from 'zod'

/** How long saved results are kept, by kind. */

export const retentionKinds = ['forecast', 'scenario', 'receipt', 'report', 'list'] as const
export type RetentionKind = (typeof retentionKinds)[number]

const years = z.int().min(0).max(100)
/** Years to keep each kind; 0 keeps it until somebody removes it. */
export const retentionSchema = z.strictObject({
  forecast: years,
  scenario: years,
  receipt: years,
  report: years,
  list: years,
})
export type Retention = z.infer<typeof retentionSchema>

export const keepsAll: Retention = { forecast: 0, scenario: 0, receipt: 0, report: 0, list: 0 }
