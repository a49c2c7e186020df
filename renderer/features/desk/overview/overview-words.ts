import { standingLabels, type OptOutStanding } from '#shared/receipt/standing.ts'

export const resultLabels = {
  ...standingLabels,
  // Also counts rows that a person settled as not successful.
  notSent: 'Did not go through',
  nothingSent: 'Call without a request',
} as const

/** Uses red only if something is left to do. */
export const resultColours = {
  done: 'success',
  alreadyOut: 'neutral',
  notEnrolled: 'neutral',
  declined: 'warning',
  rejected: 'warning',
  notSent: 'neutral',
  inDoubt: 'error',
  nothingSent: 'neutral',
} as const satisfies Record<OptOutStanding | 'nothingSent', string>

export const isResult = (text: string): text is keyof typeof resultColours => text in resultColours

export const periodWords = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  day: 'A day',
} as const
export type ChosenPeriod = keyof typeof periodWords
