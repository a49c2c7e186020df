import { enrollment } from './enrollment.ts'

export const enroll = enrollment('enroll', {
  path: '/rm/v1/express/enroll',
  title: 'Express Enroll',
  label: 'Enroll',
  receipt: {
    noun: 'Enrollment',
    asked: 'taking part in QUILL457 (457B), OnlineAdvice',
    does: 'takes part in QUILL457 (457B), OnlineAdvice',
    happened: 'Enrolled',
  },
  resultNames: ['EnrollmentResult', 'EnrolmentResult', 'EnrollResult'],
  link: 'Enroll…',
  declined: [],
})
