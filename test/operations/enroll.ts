import { enrollment } from './enrollment.ts'

export const enroll = enrollment('enroll', {
  path: '/rm/v1/express/enroll',
  label: 'Enroll',
  resultNames: ['EnrollmentResult', 'EnrolmentResult', 'EnrollResult', 'Result'],
  link: 'Enroll…',
  declined: [],
})
