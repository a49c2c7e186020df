import { mappings, reducedStrategy } from './answer-parts.ts'
import { forecastInputs, participantText } from './arbitrary-parts.ts'
import type { SpecifiedOperation } from './operation.ts'
import { inputItems } from './request-parts.ts'

export const forecastCurrent: SpecifiedOperation = {
  path: '/rm/v1/express/forecast/current',
  onlyComputes: true,
  requestName: 'ForecastCurrentRequest',
  body: {
    ClientId: 'required',
    ParticipantXML: 'required',
    RetirementAge: 'optional',
    SavingsRateDetails: 'optional',
    Salary: 'optional',
    PensionTypes: 'optional',
    ExcludeSocialSecurity: 'optional',
  },
  items: inputItems,
  answer: {
    StrategyOutput: { list: reducedStrategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  arbitrary: { required: { ParticipantXML: participantText }, optional: forecastInputs },
  draft: null,
}
