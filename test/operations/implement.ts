import { enrollment } from './enrollment.ts'

export const implement = enrollment('implement', {
  path: '/rm/v1/express/enroll/implement',
  title: 'Express Implement',
  label: 'Implement',
  receipt: {
    noun: 'Implementation of the advice',
    asked: 'the advice put in place in QUILL457 (457B), OnlineAdvice',
    does: 'has the advice put in place in QUILL457 (457B), OnlineAdvice',
    happened: 'Implemented',
  },
  resultNames: ['EnrollmentResult', 'ImplementResult', 'EnrolmentResult', 'EnrollResult'],
  link: 'Implement…',
  declined: [
    {
      after: ['optout'],
      change: {},
      state: 'OptedOut',
      reason: 'Participant TR1001 has opted out of plan NORTHWIND401K; enroll again first.',
    },
  ],
})
