import type { IntendedEntry } from '#electron/core/submission/journal/journal.ts'

/** A journal intent; unless `about` says otherwise, it is for a single opt-out, not a list row. */
export const intendedEntry = (
  about: Pick<IntendedEntry, 'submissionId' | 'at'> & Partial<IntendedEntry>,
): IntendedEntry => ({
  state: 'intended',
  operation: 'optout',
  environmentId: 'uat',
  environmentName: 'UAT',
  environmentKind: 'uat',
  pseudonym: '0123456789abcdef0123456789abcdef',
  receiptId: `receipt of ${about.submissionId}`,
  receiptNumber: 'GP-1',
  user: 'dana',
  ...about,
})
