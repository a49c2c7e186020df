import { forecastCurrentAnswer } from '#test/support/samples/express-answers.ts'
import { mappings, reducedStrategy } from './answer-parts.ts'
import { forecastInputs, participantText } from './arbitrary-parts.ts'
import type { SpecifiedComputation } from './operation.ts'
import { inputItems, inputRules } from './request-parts.ts'

export const forecastCurrent: SpecifiedComputation = {
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
  rules: inputRules,
  answer: {
    StrategyOutput: { list: reducedStrategy },
    CommunicationXML: 'text',
    AccountMappings: mappings,
  },
  arbitrary: { required: { ParticipantXML: participantText }, optional: forecastInputs },
  fullAnswer: forecastCurrentAnswer,
  training: {
    request: (ParticipantXML) => ({ ClientId: 'TRAINING', ParticipantXML }),
    invalid: [
      [{ RetirementAge: 'soon' }, 'RetirementAge'],
      [{ Unheard: 1 }, 'Unheard'],
      [
        { SavingsRateDetails: [{ PlanId: 'A', SavingsType: '0', Value: '1e3' }] },
        'SavingsRateDetails[0].Value',
      ],
      [{ ParticipantXML: undefined }, 'ParticipantXML'],
      [{ ParticipantXML: '<Participant' }, 'ParticipantXML'],
      [{ ParticipantXML: '<!DOCTYPE a><a/>' }, 'ParticipantXML'],
      [{ ParticipantXML: '<Plans/>' }, 'ParticipantXML'],
    ],
    declined: [],
  },
}
