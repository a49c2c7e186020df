import { describe, expect, test } from 'vitest'
import type { CheckedRow } from '#electron/core/lists/file/check-rows.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { dayInWords } from '#shared/moments.ts'
import { fail } from '#shared/result.ts'
import { cut, listRun, outcome } from '#test/support/worlds/list-run.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { acceptedAnswer, house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

describe('a row that is refused', () => {
  test.each(['submission.inDoubt', 'submission.alreadySent', 'submission.confirmation'] as const)(
    'with the error %s is left out, at its review or when it is sent',
    async (code) => {
      const refused = fail({ code, message: 'Not this one.' })
      for (const at of ['review', 'send'] as const) {
        let left = 1
        const list = await outcome({
          steps: (real) => ({
            review: async (...args) =>
              at === 'review' && left-- > 0 ? refused : real.review(...args),
            letThrough: async (...args) =>
              at === 'send' && left-- > 0 ? refused : real.letThrough(...args),
          }),
        })
        expect(list.states()).toEqual(['skipped', 'accepted', 'accepted'])
        expect(list.book.viewOf(1).messages).toEqual(['Not this one.'])
        expect([list.book.needsReason(1), list.why]).toEqual([false, ''])
      }
    },
  )

  test('with any other error pauses the list', async () => {
    const refused = fail({
      code: 'submission.unrecorded',
      message: 'No journal.',
      advice: 'Free some space.',
    })
    const list = await outcome({ steps: () => ({ letThrough: async () => refused }) })
    expect(list.why).toBe('No journal. Free some space.')
    expect(list.states()).toEqual(['ready', 'ready', 'ready'])
  })
})

describe('a row that was sent before', () => {
  const sentBefore = async (answer: SubmissionAttempt) => {
    let next = answer
    const world = house({ attempt: () => next })
    const { submissionId } = unwrap(
      await world.submissions.review({ ...optout, participantId: 'L-2', reason: '' }),
    )
    const receipt = unwrap(await world.submissions.send(submissionId, {}))
    next = acceptedAnswer
    return { world, receipt }
  }

  test('and is in doubt is left out, even with a reason', async () => {
    for (const overrideReason of ['', 'Asked again']) {
      const { world, receipt } = await sentBefore(cut)
      const list = await outcome({ world, options: { overrideReason } })
      expect(list.states()).toEqual(['accepted', 'skipped', 'accepted'])
      expect(list.book.viewOf(2).messages).toEqual([
        `A request of ${dayInWords(receipt.sentAt)} for this participant and plan is in doubt. Settle it first.`,
      ])
      expect(list.book.needsReason(2)).toBe(false)
    }
  })

  test('and was accepted is left out without a reason, and sent with a reason', async () => {
    const { world } = await sentBefore(acceptedAnswer)
    const list = await listRun({ world })
    await list.start().ended
    expect(list.states()).toEqual(['accepted', 'skipped', 'accepted'])
    expect(list.book.needsReason(2)).toBe(true)
    expect(world.sent).toHaveLength(3)

    const again = (await sentBefore(acceptedAnswer)).world
    const sent = await listRun({ world: again, options: { overrideReason: 'Asked again' } })
    sent.book.leaveOut(2, { message: 'Sent before.', needsReason: true })
    await sent.start().ended
    expect(sent.states()).toEqual(['accepted', 'accepted', 'accepted'])
    expect(
      [...again.records.values()]
        .map((record) => (record.kind === 'receipt' ? record.overrideReason : null))
        .toSorted(),
    ).toEqual(['', '', '', 'Asked again'])
  })

  test('and is also unusual is always left out, and has to be sent separately', async () => {
    const { world } = await sentBefore(acceptedAnswer)
    const rows: CheckedRow[] = [readyRow(1), { ...readyRow(2), state: 'unusual' }]
    const list = await listRun({
      world,
      rows,
      options: { sendsUnusual: true, overrideReason: 'Asked again' },
    })
    await list.start().ended
    expect(list.states()).toEqual(['accepted', 'skipped'])
    expect(world.sent).toHaveLength(2)
  })

  test('and needs a reason is skipped if none was given', async () => {
    const list = await listRun({ rows: 2 })
    list.book.leaveOut(1, { message: 'Sent before.', needsReason: true })
    await list.start().ended
    expect(list.ids).toEqual(['L-2'])
  })
})
