import type { OperationName } from '#shared/express/operations.ts'

/** The requests of the service as its specification lists them, typed in by hand. */

export type FieldTable = Readonly<Record<string, 'required' | 'optional'>>

export const paths: Readonly<Record<OperationName, string>> = {
  enroll: '/rm/v1/express/enroll',
  implement: '/rm/v1/express/enroll/implement',
  optout: '/rm/v1/express/optout',
  forecast: '/rm/v1/express/forecast',
  forecastCurrent: '/rm/v1/express/forecast/current',
  caseInformation: '/rm/v1/express/forecast/caseinformation',
}

const enroll: FieldTable = {
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
}

const forecastCurrent: FieldTable = {
  ClientId: 'required',
  ParticipantXML: 'required',
  RetirementAge: 'optional',
  SavingsRateDetails: 'optional',
  Salary: 'optional',
  PensionTypes: 'optional',
  ExcludeSocialSecurity: 'optional',
}

export const bodyFields: Readonly<Record<OperationName, FieldTable>> = {
  enroll,
  implement: enroll,
  optout: {
    ClientId: 'required',
    ParticipantId: 'required',
    FirstName: 'required',
    LastName: 'required',
    OptoutInfo: 'required',
    Reason: 'optional',
    TransactionHTTPEndpoint: 'optional',
  },
  forecast: { ...forecastCurrent, ForecastType: 'optional' },
  forecastCurrent,
  caseInformation: {
    Salary: 'required',
    RetirementAge: 'required',
    ClientId: 'required',
    DOB: 'required',
    Gender: 'optional',
    SSAgeOverride: 'optional',
  },
}

/** Objects inside requests, by the field that holds them or a list of them. */
export const itemFields: Readonly<Record<string, FieldTable>> = {
  PensionTypes: { Amount: 'required', Cola: 'required', IsFromRecordKeeper: 'required', StartYear: 'required' },
  SavingsRateDetails: { PlanId: 'required', SavingsType: 'required', Value: 'required' },
  EnrollmentInfo: { PlanId: 'required', PlanType: 'required', ServiceOption: 'required' },
  OptoutInfo: { PlanId: 'required', PlanType: 'required' },
  DesiredRetirementIncome: { Type: 'required', Value: 'required' },
  TransactionHTTPEndpoint: { TransURL: 'required', SID: 'optional', Cookie: 'optional' },
}
