import { z } from 'zod'
import { planList, plansWords } from '../field.ts'
import { encodedXml, list, object, ref } from '../json-schema.ts'
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
  transactionUrl,
  type Operation,
  type ReceiptWords,
} from './operation.ts'

/** Enroll and Implement, which differ only in their path and their wording. */

export const enrollRequestSchema = z.strictObject({
  ...participantFields,
  EnrollmentInfo: z.array(enrollmentInfoSchema),
  ...enrollInputsSchema.omit({ ForecastType: true }).shape,
  ForecastType: enrollInputsSchema.shape.ForecastType,
  TransactionHTTPEndpoint: transactionHttpEndpointSchema.optional(),
})
export type EnrollRequest = z.infer<typeof enrollRequestSchema>

const { columns, field, plans } = planList(
  enrollmentInfoSchema,
  'plans and the service option for each',
  {
    serviceOption: {
      name: 'ServiceOption',
      label: 'Service',
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

/** Makes one of the two operations; its draft has the same name. */
const enrollment = <Name extends string>(
  name: Name,
  title: string,
  path: string,
  words: {
    readonly label: string
    readonly receipt: ReceiptWords
    readonly resultNames: readonly string[]
  },
) =>
  ({
    title,
    path,
    request: enrollRequestSchema,
    requestParts: {
      EnrollmentInfoItem: enrollmentInfoSchema,
      DesiredRetirementIncome: desiredRetirementIncomeSchema,
      EnrollRequest: enrollRequestSchema,
    },
    answer: 'EnrollAnswer',
    answerSchemas: {
      EnrollmentResult: object({
        ...resultFields,
        AnnuityPurchaseRequest: {
          type: ['object', 'null'],
          description: 'Structure: not shown',
        },
      }),
      EnrollAnswer: object({
        EnrollmentResult: ref('EnrollmentResult'),
        Strategy: object({
          StrategyOutput: list(ref('StrategyOutput')),
          AccountMappings: list(ref('AccountMapping')),
        }),
        Transaction: encodedXml,
      }),
    },
    resendable: false,
    submission: submission({
      ...words,
      ownFields: { EnrollmentInfo: field },
      columns,
      draft: z.strictObject({
        operation: z.literal(name),
        handle: z.string().min(1),
        enrollmentInfo: z.array(enrollmentInfoSchema),
        inputs: enrollInputsSchema,
        /** The forecast on screen whose recommendation was accepted or declined. */
        forecastId: z.string().min(1).optional(),
        transactionUrl,
      }),
      fields: ({ enrollmentInfo, inputs }, participantXml, asSent) => ({
        ParticipantXML: participantXml,
        EnrollmentInfo: enrollmentInfo,
        ...asSent(inputs),
      }),
      says: ({ handle, enrollmentInfo, inputs, forecastId = null }) => ({
        handle,
        plans: plans(enrollmentInfo),
        effect: { kind: 'asForecast', inputs, forecastId },
      }),
      strategy: true,
      mayRepeatIds: false,
    }),
  }) as const satisfies Operation

export const enroll = enrollment('enroll', 'Express Enroll', '/rm/v1/express/enroll', {
  label: 'Enroll',
  receipt: {
    noun: 'Enrollment',
    asked: (given) => `taking part in ${plansWords(given)}`,
    does: (given) => `takes part in ${plansWords(given)}`,
    happened: 'Enrolled',
  },
  resultNames: ['EnrollmentResult', 'EnrolmentResult', 'EnrollResult'],
})

export const implement = enrollment(
  'implement',
  'Express Implement',
  '/rm/v1/express/enroll/implement',
  {
    label: 'Implement',
    receipt: {
      noun: 'Implementation of the advice',
      asked: (given) => `the advice put in place in ${plansWords(given)}`,
      does: (given) => `has the advice put in place in ${plansWords(given)}`,
      happened: 'Implemented',
    },
    resultNames: ['EnrollmentResult', 'ImplementResult', 'EnrolmentResult', 'EnrollResult'],
  },
)
