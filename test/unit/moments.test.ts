import { expect, test } from 'vitest'
import { earlierMessage } from '#electron/core/lists/sending/run-words.ts'
import { dayInWords, timeInWords } from '#shared/moments.ts'

/** Noon in the computer's own time zone, so that the time zone makes no difference. */
const noon = new Date(2026, 0, 5, 12, 4, 9)

test('a date and a time are written the same way everywhere', () => {
  expect(dayInWords(noon.toISOString())).toBe('Jan 5, 2026')
  expect(timeInWords(noon.getTime())).toBe('12:04:09 PM')
})

test("a day is the computer's day, not that of UTC", () => {
  const [late, early] = [new Date(2026, 0, 5, 23, 59), new Date(2026, 0, 5, 0, 1)]
  for (const moment of [late, early]) expect(dayInWords(moment.toISOString())).toBe('Jan 5, 2026')
})

test('a row with an earlier request says when that request was made', () => {
  const sentAt = noon.toISOString()
  expect(earlierMessage({ outcome: 'inDoubt', sentAt, same: 'participant' })).toBe(
    'A request of Jan 5, 2026 for this participant and plan is in doubt. Settle it first.',
  )
  expect(earlierMessage({ outcome: 'accepted', sentAt, same: 'participant' })).toBe(
    'The same was accepted on Jan 5, 2026. It is sent again only with a reason.',
  )
  expect(earlierMessage({ outcome: 'accepted', sentAt, same: 'unknown' })).toBe(
    'What was sent on Jan 5, 2026 may have been the same, and can no longer be told. This is sent only with a reason.',
  )
})
