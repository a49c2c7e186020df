import { expect, test } from 'vitest'
import { claimTakeaway } from '#renderer/charts/takeaways.ts'

test('the gain from waiting is the difference of the two displayed amounts', () => {
  const claims = [
    { age: 62, amount: 34_089.6 },
    { age: 70, amount: 60_430.4 },
  ]
  expect(claimTakeaway(claims)).toBe(
    '$34,090 a year from 62, $60,430 from 70: waiting adds $26,340 a year.',
  )
})
