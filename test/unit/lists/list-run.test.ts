import { describe, expect, test } from 'vitest'
import type { CheckedRow } from '#electron/core/lists/file/check-rows.ts'
import { createListBook } from '#electron/core/lists/list-book.ts'
import { failedRows, isFinished } from '#electron/core/lists/sending/list-runner.ts'
import { earlierMessage } from '#electron/core/lists/sending/run-words.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import { dayInWords, timeInWords } from '#shared/moments.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import {
  cut,
  declined,
  inTurn,
  listRun,
  outcome,
  rejected,
  whileItSleeps,
} from '#test/support/worlds/list-run.ts'
import { acceptedAnswer, house, optout, sendRow } from '#test/support/worlds/submissions-house.ts'

test('every row is sent once, and its outcome is kept', async () => {
  let moves = 0
  const { ids, states, why, book, clock } = await outcome({ onMove: () => (moves += 1) })
  expect(ids).toEqual(['L-1', 'L-2', 'L-3'])
  expect(states()).toEqual(['accepted', 'accepted', 'accepted'])
  expect(book.results.get(2)).toMatchObject({ transactionId: 'T2' })
  expect([why, clock.slept]).toEqual(['', []])
  // Each row reports a change when it begins and when it ends.
  expect(moves).toBe(6)
})

test('the values of a row go into its request', async () => {
  const { sent } = await outcome({
    rows: [{ ...readyRow(1), reason: 'Own choice', firstName: 'Mo', lastName: 'Li' }],
  })
  expect(sent).toEqual([
    {
      ClientId: 'TRAINING',
      ParticipantId: 'L-1',
      FirstName: 'Mo',
      LastName: 'Li',
      OptoutInfo: optout.optoutInfo,
      Reason: 'Own choice',
    },
  ])
})

test('a row counts as being sent until it has an outcome', async () => {
  const seen: string[] = []
  const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
  const list = await listRun({ rows: 2, answer: () => promise })
  const run = list.start()
  await expect.poll(() => list.ids.length).toBe(1)
  seen.push(...list.states())
  resolve(acceptedAnswer)
  await run.ended
  expect(seen).toEqual(['sending', 'ready'])
  expect(list.states()).toEqual(['accepted', 'accepted'])
})

test.each(['', 'Asked again'])(
  'a row that is not ready is skipped (reason to send again: "%s")',
  async (overrideReason) => {
    const { ids } = await outcome({
      rows: [{ ...readyRow(1), state: 'invalid' }, readyRow(2)],
      options: { overrideReason },
    })
    expect(ids).toEqual(['L-2'])
  },
)

describe('a service that asks to wait', () => {
  test('gets 30 seconds if it does not say how long', async () => {
    const list = await listRun({ answer: inTurn(rejected(429)) })
    const said = whileItSleeps(list.clock, () => run.why())
    const begun = list.clock.now()
    const run = list.start()
    await run.ended
    expect(list.clock.slept).toEqual([30_000])
    expect(said).toContain(
      `The service asked to wait 30 seconds. It goes on by itself at ${timeInWords(begun + 30_000)}.`,
    )
    expect(list.states()).toEqual(['rejected', 'accepted', 'accepted'])
    expect(run.why()).toBe('')
  })

  test('gets as long as it says, shown in whole seconds', async () => {
    const hour = await listRun({ answer: inTurn(rejected(429, 3597)) })
    const words = whileItSleeps(hour.clock, () => slow.why())
    const at = timeInWords(hour.clock.now() + 3_597_000)
    const slow = hour.start()
    await slow.ended
    expect(words).toEqual([
      `The service asked to wait 3597 seconds. It goes on by itself at ${at}.`,
    ])

    const list = await listRun({ answer: inTurn(rejected(429, 12.3)) })
    const said = whileItSleeps(list.clock, () => run.why())
    const run = list.start()
    await run.ended
    expect(list.clock.slept).toEqual([12_300])
    expect(said.join(' ')).toContain('asked to wait 13 seconds')
  })

  test('is shown as the reason until the wait is over, even if something interrupts it', async () => {
    const list = await listRun({ answer: inTurn(rejected(429, 10)) })
    const said: string[] = []
    list.clock.sleep = async (ms) => {
      said.push(run.why())
      list.clock.advance(ms > 1000 ? ms / 2 : ms)
    }
    const run = list.start()
    await run.ended
    expect(said.length).toBeGreaterThan(2)
    expect(
      said.filter((words) => !words.startsWith('The service asked to wait 10 seconds.')),
    ).toEqual([])
    expect([run.why(), list.ids.length]).toEqual(['', 3])
  })

  test('gets up to an hour; for a longer wait, the user must continue the list', async () => {
    const hour = await outcome({ answer: inTurn(rejected(429, 3600)) })
    expect([hour.clock.slept, hour.why]).toEqual([[3_600_000], ''])
    const more = await outcome({ answer: inTurn(rejected(429, 3601)) })
    expect(more.why).toBe(
      'The service answers that it is too busy and asks to wait 61 minutes. Go on later.',
    )
    expect(more.states()).toEqual(['rejected', 'ready', 'ready'])
    expect(more.clock.slept).toEqual([])
  })

  test('gets five waits without an accepted row in between, but not six', async () => {
    const five = Array.from({ length: 5 }, () => rejected(429, 1))
    const on = await outcome({ rows: 13, answer: inTurn(...five, acceptedAnswer, ...five) })
    expect([on.why, on.clock.slept.length]).toEqual(['', 10])
    const off = await outcome({ rows: 8, answer: inTurn(...five, rejected(429, 3600)) })
    expect(off.why).toBe('The service answers that it is too busy. Go on later.')
    expect(off.ids).toHaveLength(6)
  })

  test('gets one wait, the longest, for all rows that were under way together', async () => {
    const held = Promise.withResolvers<undefined>()
    const list = await listRun({
      rows: 9,
      options: { concurrency: 7 },
      needs: { callsAtOnce: () => 7 },
      answer: async (id) => {
        if (Number(id.slice(2)) > 7) return acceptedAnswer
        if (list.ids.length === 7) held.resolve(undefined)
        await held.promise
        return rejected(429, id === 'L-1' ? 60 : 10)
      },
    })
    const run = list.start()
    await run.ended
    expect(run.why()).toBe('')
    expect(list.clock.slept).toEqual([60_000])
    expect(list.ids).toHaveLength(9)
  })

  test('does not make a row count as failed', async () => {
    const { ids, why } = await outcome({
      answer: inTurn(rejected(429, 1)),
      options: { stopAfterErrors: 1 },
    })
    expect([ids.length, why]).toEqual([3, ''])
  })

  test('also delays the rows that are waiting for their turn', async () => {
    const [turn, answered] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ]
    const begun: number[] = []
    const list = await listRun({
      rows: 2,
      options: { perMinute: 60, concurrency: 2 },
      needs: { callsAtOnce: () => 2 },
      answer: async (id) => {
        begun.push(list.clock.monotonic())
        if (id === 'L-2') return acceptedAnswer
        await turn.promise
        return rejected(429, 90)
      },
      onMove: () => run.why() !== '' && answered.resolve(undefined),
    })
    const sleep: typeof list.clock.sleep = list.clock.sleep.bind(list.clock)
    list.clock.sleep = async (...args) => {
      turn.resolve(undefined)
      await answered.promise
      return sleep(...args)
    }
    const run = list.start()
    await run.ended
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBe(90_000)
  })
})

test('a row that is sent again gets the number of its next attempt', async () => {
  const known = {
    submissionId: 's',
    receiptId: 'r',
    receiptNumber: 'n',
    attempt: 4,
    begun: false,
    outcome: null,
    settled: false,
    standing: null,
  }
  const { places, listId } = await outcome({
    rows: 2,
    recorded: new Map([[1, known]]),
  })
  expect(places).toMatchObject([
    { listId, row: 1, attempt: 5 },
    { listId, row: 2, attempt: 1 },
  ])
})

test.each([
  [3, 5, 3],
  [5, 2, 2],
  [2, 0, 1],
])(
  'a list with a limit of %i rows at once, in an environment with a limit of %i, sends %i at once and prepares five times as many',
  async (concurrency, callsAtOnce, most) => {
    const held = Promise.withResolvers<undefined>()
    let atOnce = 0
    let highest = 0
    const asked: string[] = []
    const list = await listRun({
      rows: 40,
      options: { concurrency },
      needs: { callsAtOnce: (id) => (asked.push(id), callsAtOnce) },
      answer: async () => {
        atOnce += 1
        highest = Math.max(highest, atOnce)
        await held.promise
        atOnce -= 1
        return acceptedAnswer
      },
    })
    const run = list.start()
    await expect.poll(() => list.ids.length).toBe(most)
    await expect.poll(() => list.places.length).toBe(most * 5)
    held.resolve(undefined)
    await run.ended
    expect([highest, list.ids.length, asked]).toEqual([most, 40, ['env']])
  },
)

test('a list with a speed limit begins its rows at even intervals, and reports its speed', async () => {
  const { clock, run } = await outcome({ options: { perMinute: 60 } })
  expect(clock.slept).toEqual([1000, 1000])
  // Three rows were sent in two seconds, but only sixty a minute are allowed.
  expect(run.rowsPerHour()).toBe(3600)
})

test('the message about an earlier request says why the row is left out', () => {
  const sentAt = '2026-11-20T12:00:00.000Z'
  const of = (outcome: 'inDoubt' | 'accepted', same: 'participant' | 'unknown') =>
    earlierMessage({ outcome, sentAt, same })
  expect(of('inDoubt', 'participant')).toBe(
    `A request of ${dayInWords(sentAt)} for this participant and plan is in doubt. Settle it first.`,
  )
  expect(of('accepted', 'unknown')).toBe(
    `What was sent on ${dayInWords(sentAt)} may have been the same, and can no longer be told. This is sent only with a reason.`,
  )
  expect(of('accepted', 'participant')).toBe(
    `The same was accepted on ${dayInWords(sentAt)}. It is sent again only with a reason.`,
  )
})

const listOptions = {
  concurrency: 1,
  perMinute: null,
  stopAfterErrors: null,
  overrideReason: '',
  sendsUnusual: false,
}

test('a list is finished when no row is left to send', () => {
  const options = listOptions
  const book = createListBook([readyRow(1)], new Map(), [])
  expect(isFinished(book, options)).toBe(false)
  book.setSending(1, true)
  expect(isFinished(book, options)).toBe(false)
  book.setSending(1, false)
  book.leaveOut(1, { message: 'Sent before.', needsReason: true })
  expect(isFinished(book, options)).toBe(true)
  expect(isFinished(book, { ...options, overrideReason: 'Asked again' })).toBe(false)
  book.leaveOut(1, { message: 'In doubt.', needsReason: false })
  expect(isFinished(book, { ...options, overrideReason: 'Asked again' })).toBe(true)
})

describe('an unusual row', () => {
  const rows: readonly CheckedRow[] = [
    readyRow(1),
    { ...readyRow(2), lastName: '', state: 'unusual', messages: ['No last name is given.'] },
  ]

  test('is sent only if the user chose to send it anyway', async () => {
    const kept = await outcome({ rows })
    expect([kept.ids, kept.states()]).toEqual([['L-1'], ['accepted', 'unusual']])
    expect(isFinished(kept.book, { ...listOptions, sendsUnusual: false })).toBe(true)
    const meant = await outcome({ rows, options: { sendsUnusual: true } })
    expect([meant.ids, meant.states()]).toEqual([
      ['L-1', 'L-2'],
      ['accepted', 'accepted'],
    ])
  })

  test('that was accepted before has to be sent separately', async () => {
    const { book, start, ids } = await listRun({
      rows,
      options: { sendsUnusual: true, overrideReason: 'Asked again' },
    })
    book.leaveOut(2, { message: 'Sent before.', needsReason: true })
    expect(book.needReason()).toBe(0)
    await start().ended
    expect([ids, book.stateOf(2)]).toEqual([['L-1'], 'skipped'])
  })

  test('cannot be sent from its review without that choice', async () => {
    const { submissions, sent } = house()
    const place = { listId: 'list', row: 1, attempt: 1 }
    expect(await sendRow(submissions.rows, { ...optout, lastName: '' }, place)).toMatchObject({
      ok: false,
      error: { code: 'submission.confirmation', field: 'sendsUnusual' },
    })
    expect(sent).toEqual([])
  })
})

test('failed rows may run again, but rows in doubt may not', async () => {
  const { book } = await outcome({
    rows: 5,
    answer: inTurn(declined, acceptedAnswer, cut, rejected(400)),
  })
  expect(failedRows(book)).toEqual([1, 4])
})
