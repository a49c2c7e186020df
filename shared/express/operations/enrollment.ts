import { z } from 'zod'
import { planList } from '../field.ts'
import { list, object, ref } from '../json-schema.ts'
import {
  desiredRetirementIncomeSchema,
  enrollInputsSchema,
  enrollmentInfoSchema,
  participantFields,
  transactionHttpEndpointSchema,
} from '../requests.ts'
import {
  resultFields,
  submission,
  transaction,
  transactionUrl,
  type ReceiptWords,
} from './operation.ts'

/** The common parts of Enroll and Implement. */

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

const { columns, field, plans } = planList(
  enrollmentInfoSchema,
  'plans and the service option for each',
  {
    serviceOption: {
      name: 'ServiceOption',
      absent: 'no service option',
      options: [
        'ManagedAccounts',
        'QualMRP',
        'OnlineAdvice',
        'OnlineGuidance',
        'OnlineCallCenter',
        'Proposal',
      ],
    },
  },
)

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
    ownFields: { EnrollmentInfo: field },
    columns,
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
      plans: plans(enrollmentInfo),
      effect: { kind: 'asForecast', inputs },
    }),
    strategy: true,
  })
