import { plansWords } from '../field.ts'
import {
  enrollAnswerSchemas,
  enrollment,
  enrollRequestParts,
  enrollRequestSchema,
} from './enrollment.ts'
import type { Operation } from './operation.ts'

export const implement = {
  title: 'Express Implement',
  path: '/rm/v1/express/enroll/implement',
  request: enrollRequestSchema,
  requestParts: enrollRequestParts,
  answer: 'EnrollAnswer',
  answerSchemas: enrollAnswerSchemas,
  resendable: false,
  submission: enrollment('implement', {
    label: 'Implement',
    receipt: {
      noun: 'Implementation of the advice',
      asked: (plans) => `the advice put in place in ${plansWords(plans)}`,
      does: (plans) => `has the advice put in place in ${plansWords(plans)}`,
      happened: 'Implemented',
    },
    resultNames: [
      'EnrollmentResult',
      'ImplementResult',
      'EnrolmentResult',
      'EnrollResult',
      'Result',
    ],
  }),
} as const satisfies Operation
