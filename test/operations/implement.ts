import { enrollment } from './enrollment.ts'

export const implement = enrollment('implement', {
  path: '/rm/v1/express/enroll/implement',
  label: 'Implement',
  resultNames: ['EnrollmentResult', 'ImplementResult', 'EnrolmentResult', 'EnrollResult', 'Result'],
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
