import { enrollment } from './enrollment.ts'

export const enroll = enrollment('Enroll')
