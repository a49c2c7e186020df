import type { RequiredDistributions } from '../schema.ts'

export const requiredDistributions2025: RequiredDistributions = {
  startAges: {
    value: [
      { bornTo: 1950, age: 72 },
      { bornTo: 1959, age: 73 },
      { bornTo: null, age: 75 },
    ],
    source: 'SECURE 2.0 Act, section 107',
  },
  divisors: {
    value: {
      fromAge: 72,
      values: [
        27.4, 26.5, 25.5, 24.6, 23.7, 22.9, 22, 21.1, 20.2, 19.4, 18.5, 17.7, 16.8, 16, 15.2, 14.4,
        13.7, 12.9, 12.2, 11.5, 10.8, 10.1, 9.5, 8.9, 8.4, 7.8, 7.3, 6.8, 6.4, 6, 5.6, 5.2, 4.9,
        4.6, 4.3, 4.1, 3.9, 3.7, 3.5, 3.4, 3.3, 3.1, 3, 2.9, 2.8, 2.7, 2.5, 2.3, 2,
      ],
    },
    source: '26 CFR 1.401(a)(9)-9(c)',
  },
}
