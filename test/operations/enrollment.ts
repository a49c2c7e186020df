import fc from 'fast-check'
import type { SubmissionDraft } from '#shared/ipc/views.ts'
import { mappings, result, strategy } from './answer-parts.ts'
import {
  anyText,
  date,
  endpoint,
  forecastInputs,
  numericText,
  participantText,
  rowsOf,
} from './arbitrary-parts.ts'
import type { SpecifiedOperation } from './operation.ts'
import { endpointItem, inputItems } from './request-parts.ts'

const inputs = {
  RetirementAge: 66,
  SavingsRateDetails: [
    { PlanId: 'HARBOR401K', SavingsType: 'PT', Value: '6.25' },
    { PlanId: 'HARBORPSP', SavingsType: 'Roth', Value: '0.375' },
  ],
  Salary: 81_234.565,
  PensionTypes: [
    { Amount: 12_000.25, Cola: true, IsFromRecordKeeper: false, StartYear: '2050' },
    { Amount: 900, Cola: false, IsFromRecordKeeper: true, StartYear: '2051' },
  ],
  ExcludeSocialSecurity: true,
  DOB: '1984-03-09T05:06:07.000Z',
  Gender: 'Fx',
  StateOfResidence: 'ME',
  DesiredRetirementIncome: { Type: 'Percentage', Value: '72500.5' },
  ForecastType: 'Full',
}
const draft = (operation: 'enroll' | 'implement'): SubmissionDraft => ({
  operation,
  handle: 'h',
  enrollmentInfo: [{ PlanId: 'QUILL457', PlanType: '457B', ServiceOption: 'OnlineAdvice' }],
  inputs,
  transactionUrl: 'https://rk.example/receive',
})

/** Enroll or Implement: the specification gives both the same fields. */
export const enrollment = (name: 'enroll' | 'implement', path: string): SpecifiedOperation => ({
  path,
  onlyComputes: false,
  requestName: 'EnrollRequest',
  body: {
    ClientId: 'required',
    ParticipantXML: 'required',
    EnrollmentInfo: 'required',
    RetirementAge: 'optional',
    SavingsRateDetails: 'optional',
    Salary: 'optional',
    PensionTypes: 'optional',
    ExcludeSocialSecurity: 'optional',
    DOB: 'optional',
    Gender: 'optional',
    StateOfResidence: 'optional',
    DesiredRetirementIncome: 'optional',
    ForecastType: 'optional',
    TransactionHTTPEndpoint: 'optional',
  },
  items: {
    ...inputItems,
    ...endpointItem,
    EnrollmentInfo: { PlanId: 'optional', PlanType: 'optional', ServiceOption: 'optional' },
    DesiredRetirementIncome: { Type: 'optional', Value: 'optional' },
  },
  answer: {
    EnrollmentResult: { ...result, AnnuityPurchaseRequest: 'any' },
    Strategy: { StrategyOutput: { list: strategy }, AccountMappings: mappings },
    Transaction: 'text',
  },
  arbitrary: {
    required: {
      ParticipantXML: participantText,
      EnrollmentInfo: rowsOf(
        fc.record({ PlanId: anyText, PlanType: anyText, ServiceOption: anyText }),
        1,
      ),
    },
    optional: {
      ...forecastInputs,
      DOB: date.map((day) => day.toISOString()),
      Gender: anyText,
      StateOfResidence: anyText,
      DesiredRetirementIncome: fc.record({ Type: fc.string(), Value: numericText }),
      ForecastType: anyText,
      TransactionHTTPEndpoint: endpoint,
    },
  },
  draft: draft(name),
})
