import fc from 'fast-check'
import { anyText, date, dollars, forecastInputs, rowsOf } from './arbitrary-parts.ts'
import type { SpecifiedOperation } from './operation.ts'

export const caseInformation: SpecifiedOperation = {
  path: '/rm/v1/express/forecast/caseinformation',
  onlyComputes: true,
  requestName: 'CaseInformationRequest',
  body: {
    Salary: 'required',
    RetirementAge: 'required',
    ClientId: 'required',
    DOB: 'required',
    Gender: 'optional',
    SSAgeOverride: 'optional',
  },
  items: {},
  answer: {
    SocialSecurity: { list: { Age: 'integer', Amount: 'number', PenaltyAmount: 'number' } },
    LifeExpectancy: { Age: 'integer' },
  },
  arbitrary: {
    required: {
      Salary: dollars,
      RetirementAge: forecastInputs.RetirementAge,
      DOB: date.map((day) => day.toISOString().slice(0, 10)),
    },
    optional: { Gender: anyText, SSAgeOverride: rowsOf(fc.integer({ min: 50, max: 80 }), 0) },
  },
  draft: null,
}
