import { describe, expect, test } from 'vitest'
import {
  breakEvenAge,
  claimBenefits,
  claimCourses,
  mostBy,
  receivedBy,
  yearsAndMonths,
} from '#shared/strategy/claim-comparison.ts'

/**
 * Expected figures are computed by hand: dollars a year times years, and the age at which two such
 * lines cross.
 */

const reading = {
  socialSecurity: [
    { age: 70, amount: 34_010, penaltyAmount: 0 },
    { age: 62, amount: 19_200, penaltyAmount: 8_230 },
    { age: 67, amount: 27_430, penaltyAmount: 0 },
  ],
}
const [at62, at67, at70] = claimBenefits(reading, 'off')
if (at62 === undefined || at67 === undefined || at70 === undefined) throw new Error('three claims')

describe('what a claim age pays', () => {
  test('is Amount if PenaltyAmount is already subtracted, and Amount less PenaltyAmount otherwise', () => {
    expect([at62, at67, at70].map(({ age, amount }) => [age, amount])).toEqual([
      [62, 19_200],
      [67, 27_430],
      [70, 34_010],
    ])
    expect(claimBenefits(reading, 'stillOn').map(({ amount }) => amount)).toEqual([
      10_970, 27_430, 34_010,
    ])
  })

  test('leaves out entries without an age or an amount, and repeated ages', () => {
    const socialSecurity = [
      { age: null, amount: 1, penaltyAmount: null },
      { age: 62, amount: null, penaltyAmount: 5 },
      { age: 66, amount: 10, penaltyAmount: null },
      { age: 66, amount: 99, penaltyAmount: null },
    ]
    expect(claimBenefits({ socialSecurity }, 'stillOn')).toEqual([
      { age: 66, amount: 10, penalty: null },
    ])
  })

  test('leaves out entries with impossible ages', () => {
    const at = (age: number) => ({ age, amount: 10, penaltyAmount: null })
    const socialSecurity = [-1e10, -1e7, -1, 62, 151, 1e300].map(at)
    expect(claimBenefits({ socialSecurity }, 'off').map(({ age }) => age)).toEqual([62])
  })
})

test('nothing is paid on the birthday of the claim; each later year pays a year’s amount', () => {
  expect([61, 62, 63, 84].map((age) => receivedBy(at62, age))).toEqual([0, 0, 19_200, 422_400])
  expect([receivedBy(at67, 84), receivedBy(at70, 84)]).toEqual([466_310, 476_140])
  expect(receivedBy(at62, 62.5)).toBe(9_600)
})

describe('waiting for a later claim', () => {
  test.each([
    // 19,200 × (x − 62) = 27,430 × (x − 67): x = 647,410 / 8,230
    ['62 and 67', at62, at67, 78.6646, [78, 8]],
    // 19,200 × (x − 62) = 34,010 × (x − 70): x = 1,190,300 / 14,810
    ['62 and 70', at62, at70, 80.3714, [80, 5]],
    // 27,430 × (x − 67) = 34,010 × (x − 70): x = 542,890 / 6,580
    ['67 and 70', at67, at70, 82.5061, [82, 7]],
  ] as const)(
    'pays off at the expected age for claims at %s',
    (_, earlier, later, age, [years, months]) => {
      const found = breakEvenAge(earlier, later)
      expect(found).toBeCloseTo(age, 4)
      expect(yearsAndMonths(found ?? 0)).toEqual({ years, months })
      expect(receivedBy(earlier, found ?? 0)).toBeCloseTo(receivedBy(later, found ?? 0), 6)
    },
  )

  test('never pays off if the later claim pays no more, or is not later', () => {
    expect(breakEvenAge(at62, { age: 67, amount: 19_200 })).toBeNull()
    expect(breakEvenAge(at62, { age: 67, amount: 12_000 })).toBeNull()
    expect(breakEvenAge(at67, at62)).toBeNull()
    expect(breakEvenAge(at62, at62)).toBeNull()
  })

  test('pays off at once if the earlier claim pays nothing', () => {
    expect(breakEvenAge({ age: 62, amount: 0 }, at67)).toBe(67)
  })

  test('pays off in the same month if the result is a whole month: 500 × (x − 60) = 600 × (x − 61) at 66', () => {
    const found = breakEvenAge({ age: 60, amount: 500 }, { age: 61, amount: 600 }) ?? 0
    expect(yearsAndMonths(found)).toEqual({ years: 66, months: 0 })
    expect(yearsAndMonths(66 + 11.2 / 12)).toEqual({ years: 67, months: 0 })
  })
})

test('somebody who dies before 78 years 8 months receives most by claiming at 62, and somebody who dies at 84 by claiming at 70', () => {
  const all = [at62, at67, at70]
  expect([78, 80, 84].map((age) => mostBy(all, age)?.age)).toEqual([62, 67, 70])
  expect(mostBy([], 84)).toBeNull()
})

test('the chart of claim ages ends at age 95, or five years after life expectancy, and each line begins at its claim age', () => {
  const { ages, columns } = claimCourses([at62, at67, at70], 84)
  expect([ages[0], ages.at(-1)]).toEqual([62, 95])
  expect(columns[1]?.values[4]).toBeNaN()
  expect([columns[1]?.values[5], columns[1]?.values[6]]).toEqual([0, 27_430])
  expect(claimCourses([at62], 97).ages.at(-1)).toBe(102)
  expect(claimCourses([], 84).ages).toHaveLength(0)
})
