import { expect, test } from 'vitest'
import { createGuardClock } from '#electron/core/submission/guard/guard-clock.ts'
import {
  acceptedAnswer,
  createDisk,
  house,
  optout,
  tableOn,
  unwrap,
} from '#test/support/worlds/submissions-house.ts'

/**
 * Tests that a clock that is wrong at the start is reported, with its consequences, and never
 * weakens the guard.
 */

const day = 86_400_000
const at = (year: number, month = 10, date = 20): number => Date.UTC(year, month, date, 12)
const clockAt = (now: number) => ({
  now: () => now,
  monotonic: () => 5,
  sleep: async () => undefined,
})
const doubt = (now: number, newest: number | null = null): string =>
  createGuardClock(clockAt(now), () => newest).doubt()

test.each([
  [at(2001), null, /^It shows Nov 20, 2001, before this version of Glidepath was made/],
  [Date.UTC(2025, 10, 1) - 1, null, /before this version of Glidepath was made/],
  [at(2099), at(2026), /^It shows Nov 20, 2099, years after this version/],
  [Date.UTC(2032, 0, 1), null, /years after this version/],
  [
    at(2026, 5),
    at(2026),
    /^It shows Jun 20, 2026, and the newest submission was recorded on Nov 20, 2026/,
  ],
  [at(2026), at(2026) + day + 1, /newest submission/],
  // As far as the program can tell, the clock of the newest submission was right.
  [at(2026), Date.UTC(2032, 0, 1) - 1, /newest submission/],
])('a clock at %s is doubted', (now, newest, said) => {
  expect(doubt(now, newest)).toMatch(said)
  expect(doubt(now, newest)).toContain(
    'Ages, the dates of receipts and secure connections go by it.',
  )
})

test.each([
  [at(2026), null],
  [at(2026), at(2026) + day],
  [at(2027), at(2026)],
  [Date.UTC(2025, 10, 1), null],
  [Date.UTC(2032, 0, 1) - 1, null],
  // The clock was wrong when the newest submission was recorded, and is right now.
  [at(2026), at(2099)],
])('a clock at %s with a newest record of %s is believed', (now, newest) => {
  expect(doubt(now, newest)).toBe('')
})

test('the newest known time is that of the newest submission', async () => {
  const disk = createDisk()
  const before = house({ disk, now: () => at(2026), attempt: () => acceptedAnswer })
  const sent = unwrap(await before.submissions.review(optout))
  unwrap(await before.submissions.send(sent.submissionId, {}))
  const { table } = tableOn(disk)
  expect(table.newest()).toBe(at(2026))
  expect(createGuardClock(clockAt(at(2001)), table.newest).doubt()).not.toBe('')
})

test.each([at(2001), at(2099)])(
  'a repeat of an accepted submission still needs a reason with a clock at %s',
  async (now) => {
    const disk = createDisk()
    const before = house({ disk, now: () => at(2026), attempt: () => acceptedAnswer })
    const sent = unwrap(await before.submissions.review(optout))
    unwrap(await before.submissions.send(sent.submissionId, {}))
    const after = house({ disk, now: () => now, attempt: () => acceptedAnswer })
    const again = unwrap(await after.submissions.review(optout))
    expect(again.earlier).toMatchObject({ outcome: 'accepted', needsReason: true })
    expect(await after.submissions.send(again.submissionId, {})).toMatchObject({
      error: { code: 'submission.confirmation' },
    })
    expect(after.sent).toEqual([])
  },
)
