import type { SocialSecurityLaw } from '../schema.ts'

const source = 'Social Security Administration, amounts of 2025'

export const socialSecurity2025: SocialSecurityLaw = {
  taxableMaximum: { value: 176_100, source },
  bendPoints: { value: [1_226, 7_391], source },
  costOfLiving: { value: 2.5, source },
  earningsTest: { value: { before: 23_400, year: 62_160 }, source },
}
