import { standingLabels, type OptOutStanding } from '#shared/receipt/standing.ts'

/** Results of an opt-out in words and color; red only if something is left to do. */
export const standingLooks = {
  done: { label: standingLabels.done, colour: 'success' },
  alreadyOut: { label: standingLabels.alreadyOut, colour: 'neutral' },
  notEnrolled: { label: standingLabels.notEnrolled, colour: 'neutral' },
  declined: { label: standingLabels.declined, colour: 'warning' },
  rejected: { label: standingLabels.rejected, colour: 'warning' },
  // Counted together with rows that a person settled as not gone through.
  notSent: { label: 'Did not go through', colour: 'neutral' },
  inDoubt: { label: standingLabels.inDoubt, colour: 'error' },
  nothingSent: { label: 'Call without a request', colour: 'neutral' },
} as const satisfies Record<OptOutStanding | 'nothingSent', { label: string; colour: string }>

export const standings = Object.keys(standingLooks)

export const isStanding = (text: string): text is keyof typeof standingLooks =>
  text in standingLooks

export const viaWords = { call: 'Call', list: 'List' } as const

export const periodWords = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
  day: 'A day',
} as const
export type ChosenPeriod = keyof typeof periodWords
