import { z } from 'zod'

/** The pages of a report besides the first, in their order; the cover stands before it. */
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

/** Title of each in the choice, in the contents and on the page. */
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

/** Scenarios beside the chosen one; a page holds five columns with it. */
export const mostCompared = 4
