import { z } from 'zod'

/** The pages of a report beside the first one, in the order in which they come; the cover stands before it. */
export const reportParts = [
  'cover',
  'scenarios',
  'income',
  'wealth',
  'mix',
  'funds',
  'accepted',
  'assumptions',
] as const
export const reportPartSchema = z.enum(reportParts)
export type ReportPart = z.infer<typeof reportPartSchema>

/** What each is called, where it is chosen, in the contents and over the page itself. */
export const reportPartTitles: Readonly<Record<ReportPart, string>> = {
  cover: 'Cover',
  scenarios: 'Scenarios side by side',
  income: 'Income by source',
  wealth: 'Savings over the years',
  mix: 'How the savings are invested',
  funds: 'Funds in each account',
  accepted: 'Recommended and accepted',
  assumptions: 'Assumptions',
}

/** What the page that is always there is called. */
export const firstPageTitle = 'Where you stand and what changes'

/** Scenarios that can stand beside the one that was chosen; five columns with it are what a page holds. */
export const mostCompared = 4
