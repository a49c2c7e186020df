import type { FieldTable } from './operation.ts'

/** Objects inside requests, as the specification lists them. Which of their fields are needed is not shown. */
export const inputItems: Readonly<Record<string, FieldTable>> = {
  PensionTypes: {
    Amount: 'optional',
    Cola: 'optional',
    IsFromRecordKeeper: 'optional',
    StartYear: 'optional',
  },
  SavingsRateDetails: { PlanId: 'optional', SavingsType: 'optional', Value: 'optional' },
}

export const endpointItem: Readonly<Record<string, FieldTable>> = {
  TransactionHTTPEndpoint: { TransURL: 'optional', SID: 'optional', Cookie: 'optional' },
}
