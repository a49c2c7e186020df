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

/** Objects inside requests, by the field that holds them or a list of them. Which of their fields are needed is not shown. */
export const itemFields: Readonly<Record<string, FieldTable>> = {
  PensionTypes: {
    Amount: 'optional',
    Cola: 'optional',
    IsFromRecordKeeper: 'optional',
    StartYear: 'optional',
  },
  SavingsRateDetails: { PlanId: 'optional', SavingsType: 'optional', Value: 'optional' },
  EnrollmentInfo: { PlanId: 'optional', PlanType: 'optional', ServiceOption: 'optional' },
  OptoutInfo: { PlanId: 'optional', PlanType: 'optional' },
  DesiredRetirementIncome: { Type: 'optional', Value: 'optional' },
  TransactionHTTPEndpoint: { TransURL: 'optional', SID: 'optional', Cookie: 'optional' },
}
