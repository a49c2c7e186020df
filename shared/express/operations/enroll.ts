import { plansWords } from '../field.ts'
import {
  enrollAnswerSchemas,
  enrollment,
  enrollRequestParts,
  enrollRequestSchema,
} from './enrollment.ts'
import type { Operation } from './operation.ts'

export const enroll = {
  title: 'Express Enroll',
  path: '/rm/v1/express/enroll',
  request: enrollRequestSchema,
  requestParts: enrollRequestParts,
  answer: 'EnrollAnswer',
  answerSchemas: enrollAnswerSchemas,
  resendable: false,
  submission: enrollment('enroll', {
    label: 'Enroll',
    receipt: {
      noun: 'Enrollment',
      asked: (plans) => `taking part in ${plansWords(plans)}`,
      does: (plans) => `takes part in ${plansWords(plans)}`,
      happened: 'Enrolled',
    },
    resultNames: ['EnrollmentResult', 'EnrolmentResult', 'EnrollResult', 'Result'],
  }),
} as const satisfies Operation
