import { describe, expect, test } from 'vitest'
import { ageAt } from '#shared/age-at.ts'
import {
  ago,
  dayHeading,
  dollars,
  dollarsShort,
  percent,
  plural,
  signedDollars,
  span,
  time,
} from '#renderer/lib/format.ts'

describe('figures', () => {
  test.each([
    [48_210.4, '$48,210'],
    [0, '$0'],
    [-0, '$0'],
    [-0.3, '$0'],
    [-12, '-$12'],
    [null, '–'],
  ])('are shown in whole dollars: %s', (value, text) => expect(dollars(value)).toBe(text))

  test.each([
    [8690, '+$8,690'],
    [-120.4, '−$120'],
    [-0.3, '$0'],
    [null, '–'],
  ])('show a difference of %s with its sign', (value, text) =>
    expect(signedDollars(value)).toBe(text),
  )

  test.each([
    [0, '$0'],
    [-0.4, '$0'],
    [950, '$950'],
    [950.6, '$951'],
    [1500, '$1.5K'],
    [12_000, '$12K'],
    [12_345, '$12.3K'],
    [800_000, '$800K'],
    [999_960, '$1M'],
    [1_200_000, '$1.2M'],
    [2_000_000_000, '$2B'],
    [-950, '-$950'],
    [-12_500, '-$12.5K'],
  ])('show %d dollars on an axis without unneeded decimals', (value, text) =>
    expect(dollarsShort(value)).toBe(text),
  )

  test('take percentages as numbers from 0 to 100', () =>
    expect([percent(6), percent(4.25, 2)]).toEqual(['6%', '4.25%']))
  test('use the singular for one', () =>
    expect([plural(1, 'plan'), plural(0, 'plan')]).toEqual(['1 plan', '0 plans']))
})

describe('time', () => {
  test("follows the computer's current time zone, even after a change of time zone", () => {
    const home = process.env['TZ']
    const noonIn = (zone: string): string => {
      process.env['TZ'] = zone
      return time('2026-06-20T16:00:00Z')
    }
    try {
      expect([noonIn('America/New_York'), noonIn('America/Los_Angeles')]).toEqual([
        expect.stringMatching(/^12:00/),
        expect.stringMatching(/^0?9:00/),
      ])
    } finally {
      if (home === undefined) delete process.env['TZ']
      else process.env['TZ'] = home
    }
  })

  test('that is invalid is shown as invalid', () => expect(time('soon')).toBe('Invalid Date'))

  test.each([
    [85_305, '23 h 41 min'],
    [250, '4 min 10 s'],
    [8.9, '8 s'],
    [-5, '0 s'],
  ])('of %d seconds is shown as a duration', (seconds, text) => expect(span(seconds)).toBe(text))

  const now = new Date(2026, 10, 20, 9, 0)
  test.each([
    [new Date(2026, 10, 20, 0, 1), 'Today'],
    [new Date(2026, 10, 19, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 15, 12, 0), 'Sunday, November 15'],
    [new Date(2025, 10, 20, 12, 0), 'Thursday, November 20, 2025'],
  ])('of %s is grouped under the day of the reader’s calendar', (then, text) =>
    expect(dayHeading(then.toISOString(), now)).toBe(text),
  )

  test.each([
    [30, 'just now'],
    [5 * 60, '5 minutes ago'],
    [26 * 3600, 'yesterday'],
    [21 * 86_400, '3 weeks ago'],
  ])('of %d seconds ago is shown in words', (seconds, text) =>
    expect(ago(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(text),
  )
})

test.each([
  ['1980-11-20', 46],
  ['1980-11-21', 45],
  ['not a date', null],
  ['', null],
])('the age of somebody born on %s is %j', (born, age) =>
  expect(ageAt(born, new Date(2026, 10, 20))).toBe(age),
)
