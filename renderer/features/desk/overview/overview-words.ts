import type { ResultKey } from '#shared/desk/report.ts'

/** Uses red only if something is left to do. */
export const resultColours = {
  done: 'success',
  alreadyOut: 'neutral',
  notEnrolled: 'neutral',
  declined: 'warning',
  rejected: 'warning',
  notSent: 'neutral',
  inDoubt: 'error',
  settledThrough: 'neutral',
  settledNot: 'neutral',
  nothingSent: 'neutral',
} as const satisfies Record<ResultKey, string>

export const isResult = (text: string): text is keyof typeof resultColours => text in resultColours

export const periodWords = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  other: 'Other days',
} as const
export type ChosenPeriod = keyof typeof periodWords
