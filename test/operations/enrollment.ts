import fc from 'fast-check'
import {
  resultSample,
  strategySamples,
  transactionXml,
} from '#test/support/samples/express-answers.ts'
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
import type { SpecifiedSubmission } from './operation.ts'
import { endpointItem, endpointRule, inputItems, inputRules, numericRule } from './request-parts.ts'

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
const plan = { PlanId: 'QUILL457', PlanType: '457B', ServiceOption: 'OnlineAdvice' }

const answer = (accepted: boolean, strategies: object) => ({
  EnrollmentResult: { ...resultSample(accepted), AnnuityPurchaseRequest: null },
  Strategy: strategies,
  Transaction: btoa(transactionXml),
})
export const enrollAnswer = () => answer(true, strategySamples())

/** Text typed into an enrollment or reallocation form. */
const typed = {
  rows: [
    { PlanId: 'HARBOR401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
    { PlanId: 'HARBORPSP', PlanType: 'Profit Sharing', ServiceOption: 'OnlineAdvice' },
    { PlanId: 'HARBOR457B', PlanType: '457B', ServiceOption: 'Proposal' },
  ],
  more: {
    'Date of birth': '1984-03-09',
    Gender: 'F',
    'State of residence': 'ME',
    'Desired retirement income, type': 'Percent',
    'Desired retirement income, amount': '72,500.50',
  },
}

/** The parts that differ between Enroll and Implement. */
type Own = Pick<SpecifiedSubmission, 'path' | 'title' | 'label' | 'receipt' | 'resultNames'> & {
  readonly link: string
  readonly declined: SpecifiedSubmission['training']['declined']
}

/** Enroll or Implement, which have the same fields in the specification. */
export const enrollment = (
  operation: 'enroll' | 'implement',
  { link, declined, ...own }: Own,
): SpecifiedSubmission => ({
  ...own,
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
  rules: [
    ...inputRules,
    endpointRule,
    'DOB format: "date-time"',
    numericRule('DesiredRetirementIncome.Value'),
  ],
  shownInCalls: ['PlanType', 'ServiceOption', 'Type'],
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
  fullAnswer: enrollAnswer,
  shortAnswer: (accepted) => answer(accepted, { StrategyOutput: [], AccountMappings: [] }),
  draft: {
    operation,
    handle: 'h',
    enrollmentInfo: [plan],
    inputs,
    transactionUrl: 'https://rk.example/receive',
  },
  says: {
    handle: 'h',
    plans: [{ planId: 'QUILL457', planType: '457B', serviceOption: 'OnlineAdvice' }],
    subject: null,
    effect: { kind: 'asForecast', inputs, forecastId: null },
    reason: '',
    call: null,
  },
  sends: { ParticipantXML: '<P/>', EnrollmentInfo: [plan], ...inputs },
  otherwise: [
    { change: { handle: 'open' }, says: { handle: 'open' } },
    {
      change: { forecastId: 'on screen' },
      says: { effect: { kind: 'asForecast', inputs, forecastId: 'on screen' } },
    },
    {
      change: { enrollmentInfo: [{ PlanId: 'ACME457' }, { PlanType: '403B' }, {}] },
      says: {
        plans: [
          { planId: 'ACME457', planType: '', serviceOption: '' },
          { planId: '', planType: '403B', serviceOption: '' },
          { planId: '', planType: '', serviceOption: '' },
        ],
      },
      sends: { EnrollmentInfo: [{ PlanId: 'ACME457' }, { PlanType: '403B' }, {}] },
    },
  ],
  noDraft: [{ handle: '' }, { enrollmentInfo: undefined }],
  notOnReceipt: { handle: /^The text itself is not repeated here\.$/m },
  form: {
    link,
    ...typed,
    sends: {
      EnrollmentInfo: typed.rows,
      DOB: '1984-03-09T00:00:00.000Z',
      Gender: 'F',
      StateOfResidence: 'ME',
      DesiredRetirementIncome: { Type: 'Percent', Value: '72500.5' },
    },
  },
  training: {
    request: (ParticipantXML) => ({
      ClientId: 'TRAINING',
      ParticipantXML,
      EnrollmentInfo: [
        { PlanId: 'NORTHWIND401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      ],
    }),
    invalid: [
      [{ EnrollmentInfo: [] }, 'EnrollmentInfo'],
      [{ ParticipantXML: '<Plans/>' }, 'ParticipantXML'],
    ],
    declined: [
      {
        change: {
          EnrollmentInfo: [
            { PlanId: 'ELSEWHERE', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
          ],
        },
        state: 'UnknownPlan',
        reason: 'Plan ELSEWHERE is not in the participant data.',
      },
      {
        change: {
          EnrollmentInfo: [{ PlanId: 'NORTHWIND401K', PlanType: '401K', ServiceOption: 'None' }],
        },
        state: 'InvalidServiceOption',
        reason: 'Service option NONE opts a participant out; use Express Optout for that.',
      },
      {
        change: { ParticipantXML: '<Participant><Plan PlanID="NORTHWIND401K"/></Participant>' },
        state: 'NoUserID',
        reason: 'The participant data holds no UserID.',
      },
      ...declined,
    ],
  },
})
