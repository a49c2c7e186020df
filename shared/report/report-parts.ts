import { z } from 'zod'

/** The pages of a report after the first, in order; the cover is before the first. */
export const reportParts = [
  'cover',
  'scenarios',
  'income',
  'wealth',
  'mix',
  'funds',
  'accepted',
  'assumptions',
  'figures',
] as const
export const reportPartSchema = z.enum(reportParts)
export type ReportPart = z.infer<typeof reportPartSchema>

/** The title of each part in the choice, in the contents and on the page. */
export const reportPartTitles: Readonly<Record<ReportPart, string>> = {
  cover: 'Cover',
  scenarios: 'Scenarios side by side',
  income: 'Income by source',
  wealth: 'Savings over the years',
  mix: 'How the savings are invested',
  funds: 'Funds in each account',
  accepted: 'Recommended and accepted',
  assumptions: 'Assumptions',
  figures: 'How these figures were made',
}

export const firstPageTitle = 'Where you stand and what changes'

/** Maximum number of scenarios next to the chosen one; a page has room for five columns in all. */
export const mostCompared = 4
