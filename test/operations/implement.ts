import { enrollment } from './enrollment.ts'

export const implement = enrollment('implement', '/rm/v1/express/enroll/implement')
