import type { FieldTable } from './operation.ts'

/** Objects inside requests, as the specification lists them. It does not say which of their fields are required. */
export const inputItems: Readonly<Record<string, FieldTable>> = {
  PensionTypes: {
    Amount: 'optional',
    Cola: 'optional',
    IsFromRecordKeeper: 'optional',
    StartYear: 'optional',
  },
  SavingsRateDetails: { PlanId: 'optional', SavingsType: 'optional', Value: 'optional' },
}

const numericText = 'pattern: "^-?\\\\d+(\\\\.\\\\d+)?$"'
/** The rule for a field with numeric text. */
export const numericRule = (place: string): string => `${place} ${numericText}`
export const inputRules = [
  'PensionTypes.StartYear pattern: "^\\\\d{4}$"',
  numericRule('SavingsRateDetails.Value'),
]
export const endpointRule = 'TransactionHTTPEndpoint.TransURL format: "uri"'

export const endpointItem: Readonly<Record<string, FieldTable>> = {
  TransactionHTTPEndpoint: { TransURL: 'optional', SID: 'optional', Cookie: 'optional' },
}
