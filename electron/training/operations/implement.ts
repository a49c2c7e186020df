import { enrollment } from './enrollment.ts'

export const implement = enrollment('Implement')
