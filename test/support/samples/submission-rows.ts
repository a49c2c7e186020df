import type { Traits } from '#electron/core/submission/table/likeness.ts'
import type {
  NewSubmission,
  SubmissionState,
  SubmissionTable,
} from '#electron/core/submission/table/submission-table.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** An opt-out of P-100 from one plan. */
export const someTraits: Traits = {
  operation: 'optout',
  environmentId: 'uat',
  environmentKind: 'uat',
  service: 'https://uat.example acme',
  body: 'a body',
  file: '',
  people: ['p-100'],
  plans: ['one'],
}

/**
 * Writes a submission and then its states into the table; it belongs to no list unless `about` says
 * so.
 */
export const writeSubmission = async (
  table: SubmissionTable,
  about: Pick<NewSubmission, 'submissionId'> & Partial<NewSubmission>,
  states: readonly Exclude<SubmissionState, 'intended'>[],
  traits: Partial<Traits> = {},
): Promise<void> => {
  const sentAt = about.sentAt ?? '2026-11-19T10:00:00.000Z'
  const entry = {
    receiptId: `receipt of ${about.submissionId}`,
    receiptNumber: 'GP-1',
    countsFrom: sentAt,
    list: null,
    ...about,
    sentAt,
  }
  unwrap(table.write(await table.intended(entry, { ...someTraits, ...traits })))
  for (const state of states) unwrap(table.write(table.moved(about.submissionId, state)))
}
