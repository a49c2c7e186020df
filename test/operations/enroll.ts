import { enrollment } from './enrollment.ts'

export const enroll = enrollment('enroll', '/rm/v1/express/enroll')
