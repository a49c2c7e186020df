import { z } from 'zod'
import { identityKey } from '../../identity-key.ts'
import { deskCallSchema } from '../../desk-call.ts'
import { joined, planList, textField } from '../field.ts'
import { encodedXml, object, ref } from '../json-schema.ts'
import { optoutInfoSchema, transactionHttpEndpointSchema } from '../requests.ts'
import { resultFields, submission, transactionUrl, type Operation } from './operation.ts'

export const optoutRequestSchema = z.strictObject({
  ClientId: z.string(),
  ParticipantId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  OptoutInfo: z.array(optoutInfoSchema),
  Reason: z.string().optional(),
  TransactionHTTPEndpoint: transactionHttpEndpointSchema.optional(),
})
export type OptoutRequest = z.infer<typeof optoutRequestSchema>

const { columns, field, plans } = planList(optoutInfoSchema, 'plans to opt out of')

export const optout = {
  title: 'Express Optout',
  path: '/rm/v1/express/optout',
  request: optoutRequestSchema,
  requestParts: { OptoutInfoItem: optoutInfoSchema, OptoutRequest: optoutRequestSchema },
  answer: 'OptoutAnswer',
  answerSchemas: {
    OptOutResult: object(resultFields),
    OptoutAnswer: object({ OptOutResult: ref('OptOutResult'), Transaction: encodedXml }),
  },
  resendable: false,
  submission: submission({
    label: 'Opt out',
    receipt: {
      noun: 'Opt-out',
      asked: (given) => `an end of the service for ${joined(given.map(({ planId }) => planId))}`,
      does: (given) =>
        `is opted out of the service for ${joined(given.map(({ planId }) => planId))}`,
      happened: 'Opted out',
    },
    ownFields: {
      ParticipantId: textField('Participant id', 100),
      FirstName: textField('First name', 100, { missing: 'No first name is given.' }),
      LastName: textField('Last name', 100, { missing: 'No last name is given.' }),
      OptoutInfo: field,
      Reason: textField('Reason', 200),
    },
    columns,
    draft: z.strictObject({
      operation: z.literal('optout'),
      participantId: z
        .string()
        .trim()
        .min(1)
        .refine((text) => identityKey(text) !== '', 'nothing of it can be seen'),
      firstName: z.string().trim(),
      lastName: z.string().trim(),
      optoutInfo: z.array(optoutInfoSchema),
      reason: z.string(),
      transactionUrl,
      /** The part of the telephone call that is kept; the service never receives it. */
      call: deskCallSchema.optional(),
    }),
    fields: ({ participantId, firstName, lastName, optoutInfo, reason }) => ({
      ParticipantId: participantId,
      FirstName: firstName,
      LastName: lastName,
      OptoutInfo: optoutInfo,
      ...(reason === '' ? {} : { Reason: reason }),
    }),
    says: ({ participantId, firstName, lastName, optoutInfo, reason, call }) => ({
      plans: plans(optoutInfo),
      subject: { participantId, name: `${firstName} ${lastName}`, firstName, lastName },
      effect: {
        kind: 'stated',
        begins:
          optoutInfo.length === 1
            ? 'The advice service stops for this plan:'
            : `The advice service stops for these ${optoutInfo.length} plans:`,
        ends: 'Nothing else is asked of the service.',
      },
      reason,
      call: call ?? null,
    }),
    resultNames: ['OptOutResult', 'OptOutResponse'],
    strategy: false,
    mayRepeatIds: true,
  }),
} as const satisfies Operation
