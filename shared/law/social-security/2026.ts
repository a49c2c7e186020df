import type { SocialSecurityLaw } from '../schema.ts'

const source = 'Social Security Administration, amounts of 2026'

export const socialSecurity2026: SocialSecurityLaw = {
  taxableMaximum: { value: 184_500, source },
  bendPoints: { value: [1_286, 7_749], source },
  costOfLiving: { value: 2.8, source },
  earningsTest: { value: { before: 24_480, year: 65_160 }, source },
}
