import { expect, test } from 'vitest'
import { createGuardClock } from '#electron/core/submission/guard/guard-clock.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { acceptedAnswer, house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

const day = 86_400_000

const houseWithClock = () => {
  const clock = createManualClock()
  const there = house({
    attempt: () => acceptedAnswer,
    kind: 'production',
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
  })
  const review = async () => unwrap(await there.submissions.review(optout))
  return { clock, ...there, review }
}

test('a submission accepted a minute ago needs a reason, however far the clock is set forward', async () => {
  const { clock, submissions, review, sent } = houseWithClock()
  unwrap(await submissions.send((await review()).submissionId, {}))
  clock.advance(60_000)
  clock.setBy(400 * day)
  const again = await review()
  expect(again.earlier).toMatchObject({ outcome: 'accepted', needsReason: true })
  expect(again.warnings.join(' ')).toContain(
    'clock went 400 days forward while Glidepath was running',
  )
  const refused = await submissions.send(again.submissionId, {})
  expect(refused).toMatchObject({ ok: false, error: { code: 'submission.confirmation' } })
  expect(sent).toHaveLength(1)

  clock.setBy(-399 * day)
  expect((await review()).warnings.join(' ')).toContain('clock went a day forward while')

  clock.setBy(-401 * day)
  const afterBack = await review()
  expect(afterBack.earlier).toMatchObject({ needsReason: true })
  expect(afterBack.warnings.join(' ')).not.toContain('forward')
})

test('days that pass while the program runs are counted by the guard', async () => {
  const { clock, submissions, review } = houseWithClock()
  unwrap(await submissions.send((await review()).submissionId, {}))
  clock.advance(31 * day)
  const later = await review()
  expect(later.earlier).toMatchObject({ needsReason: false })
  expect(later.warnings.join(' ')).not.toContain('forward')
})

test('a clock corrected by less than a day is believed', () => {
  const clock = createManualClock()
  const guardClock = createGuardClock(clock)
  clock.setBy(day - 1)
  expect([guardClock.daysAhead(), guardClock.now()]).toEqual([0, clock.now()])
  clock.setBy(1)
  expect([guardClock.daysAhead(), guardClock.now()]).toEqual([1, clock.now() - day])
})
