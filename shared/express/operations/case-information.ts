import { z } from 'zod'
import { integer, list, number, object } from '../json-schema.ts'
import { caseInformationInputsSchema, numericTextSchema } from '../requests.ts'
import type { Operation } from './operation.ts'

const { Salary, RetirementAge, ...otherInputs } = caseInformationInputsSchema.shape

const caseInformationRequestSchema = z.strictObject({
  Salary: z.union([Salary, numericTextSchema]),
  RetirementAge: z.union([RetirementAge, numericTextSchema]),
  ClientId: z.string(),
  ...otherInputs,
})
export type CaseInformationRequest = z.infer<typeof caseInformationRequestSchema>

export const caseInformation = {
  title: 'Express Forecast Case Information',
  path: '/rm/v1/express/forecast/caseinformation',
  request: caseInformationRequestSchema,
  requestParts: { CaseInformationRequest: caseInformationRequestSchema },
  answer: 'CaseInformationAnswer',
  answerSchemas: {
    CaseInformationAnswer: object({
      SocialSecurity: list(object({ Age: integer, Amount: number, PenaltyAmount: number })),
      LifeExpectancy: object({ Age: integer }),
    }),
  },
  resendable: true,
} as const satisfies Operation
