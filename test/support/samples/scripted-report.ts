import type { DeskReportRow } from '#shared/desk/report-rows.ts'

/** A made-up working day at the desk, for tests of the page. */

const standings = [
  'done',
  'done',
  'done',
  'done',
  'alreadyOut',
  'notEnrolled',
  'declined',
  'done',
  'inDoubt',
  'done',
] as const
const reasons = [
  'Fee too high',
  'Prefers own choice',
  'Fee too high',
  'Did not understand the service',
  'Fee too high',
  '',
] as const
const users = ['dana', 'kim', 'dana'] as const

/**
 * `many` rows, one every ten minutes backwards from `last`. Every third row comes from a list; in
 * every eleventh call, nothing was sent.
 */
export const someReportRows = (many: number, last: Date): DeskReportRow[] =>
  Array.from({ length: many }, (_, index) => {
    const via = index % 3 === 2 ? 'list' : 'call'
    const sent = via === 'list' || index % 11 !== 0
    return {
      receiptId: sent ? `receipt-${index}` : null,
      receiptNumber: sent ? `GP-20261121-${index}` : '',
      at: new Date(last.getTime() - index * 600_000).toISOString(),
      user: users[index % users.length] ?? 'dana',
      environment: { id: 'training', name: 'Training', kind: 'training' },
      via,
      settled: null,
      standing: sent ? (standings[index % standings.length] ?? 'done') : null,
      reasonCode: '',
      reasonText: '',
      reason: reasons[index % reasons.length] ?? '',
      dispositionText: via === 'list' || index === 1 ? '' : 'Opted out as asked',
      contradicts: false,
      disposition: via === 'list' ? '' : index === 1 ? '' : 'done',
      secondsToSent: via === 'call' && sent ? 40 + index : null,
      secondsInAll: via === 'call' ? 70 + index : null,
      participantId: sent ? `P-${100_000 + index}` : '',
      name: sent ? `Zoë García ${index}` : '',
      plans: '',
      note: '',
      wrapUpNote: '',
      checksPassed: '',
      checksFailed: '',
      transactionId: '',
      list: '',
    }
  })
