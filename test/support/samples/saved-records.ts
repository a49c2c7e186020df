import { readForecast } from '#shared/express/read/read-forecast.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'

const base = (id: string, savedAt: string) => ({
  id,
  savedAt,
  environment: { id: 'training', name: 'Training', kind: 'training' as const },
  subject: { participantId: 'U-1001', name: 'Zephyrine Quill' },
  appVersion: '0.1.0',
})

export const forecastText = JSON.stringify(forecastAnswer())

export const forecastRecord = (id: string, savedAt = '2026-11-20T12:00:00.000Z'): SavedForecast => {
  const reading = readForecast(forecastText)
  if (!reading.ok) throw new Error(reading.error.message)
  return {
    ...base(id, savedAt),
    kind: 'forecast',
    profile: null,
    inputs: { RetirementAge: 67 },
    reading: reading.value,
    communication: { text: '', encoding: 'empty' },
    durationMs: 812,
    fileSha256: '0'.repeat(64),
  }
}

export const caseRecord = (
  id: string,
  savedAt = '2026-11-20T12:00:00.000Z',
): SavedCaseInformation => ({
  ...base(id, savedAt),
  kind: 'caseInformation',
  inputs: { Salary: 90_000, RetirementAge: 67, DOB: '1981-04-02' },
  reading: {
    socialSecurity: [{ age: 67, amount: 27_430, penaltyAmount: 0 }],
    lifeExpectancyAge: 92,
    notes: [],
  },
  durationMs: 40,
})

export const receiptRecord = (id: string, outcome: Receipt['outcome'] = 'inDoubt'): Receipt => ({
  ...base(id, '2026-11-20T13:00:00.000Z'),
  kind: 'receipt',
  receiptNumber: 'GP-20261120-7F3K2M',
  submissionId: 's-1',
  operation: 'enroll',
  outcome,
  user: 'advisor',
  advisor: '',
  plans: [{ planId: 'P-100', planType: '401K', serviceOption: 'ManagedAccounts' }],
  reason: '',
  result: null,
  transaction: { text: '', encoding: 'empty' },
  forecast: null,
  notes: [],
  explanation: 'The connection was lost.',
  status: null,
  retryAfter: null,
  sentAt: '2026-11-20T12:59:00.000Z',
  answeredAt: null,
  bodySha256: '0'.repeat(64),
  likeness: { body: '', file: '', service: '' },
  sent: [],
  settled: null,
  doubts: [],
  overrideReason: '',
  call: null,
  wrapUp: null,
  inputs: {},
  recommended: null,
  matches: [],
  list: null,
})
