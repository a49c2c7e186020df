import type { Reading } from '../use-read-as.ts'

/** The basis of the claim ages' figures, as a sentence under the chart. */
export const claimBasis = ({ readAs }: Pick<Reading, 'readAs'>): string =>
  [
    'Dollars received since the claim, before taxes, without interest',
    'the participant’s own: a spouse and a survivor are not asked about',
    `the penalty is ${readAs.casePenalty === 'off' ? 'already off the service’s amounts' : 'taken off the service’s amounts'}, as chosen in Settings`,
  ].join('; ')
