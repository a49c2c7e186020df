import { z } from 'zod'
import { list, object, ref } from '../json-schema.ts'
import {
  desiredRetirementIncomeSchema,
  enrollInputsSchema,
  enrollmentInfoSchema,
  participantFields,
  transactionHttpEndpointSchema,
} from '../requests.ts'
import { submission, type ReceiptWords } from './operation.ts'
import { resultFields, transaction, transactionUrl } from './submission-parts.ts'

/** What Enroll and Implement have in common. */

export const enrollRequestSchema = z.strictObject({
  ...participantFields,
  EnrollmentInfo: z.array(enrollmentInfoSchema),
  ...enrollInputsSchema.omit({ ForecastType: true }).shape,
  ForecastType: enrollInputsSchema.shape.ForecastType,
  TransactionHTTPEndpoint: transactionHttpEndpointSchema.optional(),
})
export type EnrollRequest = z.infer<typeof enrollRequestSchema>

export const enrollRequestParts = {
  EnrollmentInfoItem: enrollmentInfoSchema,
  DesiredRetirementIncome: desiredRetirementIncomeSchema,
  EnrollRequest: enrollRequestSchema,
}

export const enrollAnswerSchemas = {
  EnrollmentResult: object({
    ...resultFields,
    AnnuityPurchaseRequest: { type: ['object', 'null'], description: 'Structure: not shown' },
  }),
  EnrollAnswer: object({
    EnrollmentResult: ref('EnrollmentResult'),
    Strategy: object({
      StrategyOutput: list(ref('StrategyOutput')),
      AccountMappings: list(ref('AccountMapping')),
    }),
    Transaction: transaction,
  }),
}

/** Enroll or Implement, by the name in its draft. */
export const enrollment = <Name extends string>(
  name: Name,
  own: {
    readonly label: string
    readonly receipt: ReceiptWords
    readonly resultNames: readonly string[]
  },
) =>
  submission({
    ...own,
    draft: z.strictObject({
      operation: z.literal(name),
      handle: z.string().min(1),
      enrollmentInfo: z.array(enrollmentInfoSchema),
      inputs: enrollInputsSchema,
      transactionUrl,
    }),
    fields: ({ enrollmentInfo, inputs }, participantXml, asSent) => ({
      ParticipantXML: participantXml,
      EnrollmentInfo: enrollmentInfo,
      ...asSent(inputs),
    }),
    says: ({ handle, enrollmentInfo, inputs }) => ({
      handle,
      plans: enrollmentInfo.map((row) => ({
        planId: row.PlanId ?? '',
        planType: row.PlanType ?? '',
        serviceOption: row.ServiceOption ?? '',
      })),
      subject: null,
      effect: { kind: 'asForecast', inputs },
      reason: '',
      call: null,
    }),
    strategy: true,
  })
