import fc from 'fast-check'
import { anyText, date, dollars, forecastInputs, rowsOf } from './arbitrary-parts.ts'
import type { SpecifiedComputation } from './operation.ts'
import { numericRule } from './request-parts.ts'

export const caseInformationAnswer = () => ({
  SocialSecurity: [
    { Age: 62, Amount: 19_200, PenaltyAmount: 8_230 },
    { Age: 67, Amount: 27_430, PenaltyAmount: 0 },
    { Age: 70, Amount: 34_010, PenaltyAmount: 0 },
  ],
  LifeExpectancy: { Age: 92 },
})

export const caseInformation: SpecifiedComputation = {
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
  rules: ['DOB format: "date"', numericRule('Salary'), numericRule('RetirementAge')],
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
  fullAnswer: caseInformationAnswer,
  training: {
    request: () => ({
      ClientId: 'TRAINING',
      Salary: 70_000,
      RetirementAge: 67,
      DOB: '1970-01-22',
      Gender: 'F',
    }),
    invalid: [
      [{ DOB: '01/22/1970' }, 'DOB'],
      [{ SSAgeOverride: [49] }, 'SSAgeOverride[0]'],
    ],
    declined: [],
  },
}
