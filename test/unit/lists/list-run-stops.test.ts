import { describe, expect, test } from 'vitest'
import { addressChanged } from '#electron/core/lists/sending/run-words.ts'
import type { SubmissionAttempt } from '#electron/core/express/submit.ts'
import type { AppError } from '#shared/errors.ts'
import { fail } from '#shared/result.ts'
import { cut, declined, inTurn, listRun, outcome, rejected } from '#test/support/worlds/list-run.ts'
import { acceptedAnswer, house } from '#test/support/worlds/submissions-house.ts'

describe('a list pauses', () => {
  test.each(['The token was refused', 'The token was refused. '])(
    'at once if the credentials are refused (%s)',
    async (message) => {
      const { ids, why, states } = await outcome({
        answer: inTurn(rejected(401, undefined, message)),
      })
      expect(why).toBe('The token was refused. Test the connection under Settings.')
      expect(ids).toHaveLength(1)
      expect(states()).toEqual(['rejected', 'ready', 'ready'])
    },
  )

  test.each([
    [
      1,
      'It pauses after 1 row that failed or is in doubt.',
      ['declined', 'ready', 'ready', 'ready', 'ready'],
    ],
    [
      2,
      'It pauses after 2 rows that failed or are in doubt.',
      ['declined', 'accepted', 'inDoubt', 'ready', 'ready'],
    ],
    [
      3,
      'It pauses after 3 rows that failed or are in doubt.',
      ['declined', 'accepted', 'inDoubt', 'rejected', 'ready'],
    ],
    [4, '', ['declined', 'accepted', 'inDoubt', 'rejected', 'accepted']],
    [null, '', ['declined', 'accepted', 'inDoubt', 'rejected', 'accepted']],
  ])('after %j rows that failed or are in doubt', async (stopAfterErrors, words, states) => {
    const list = await outcome({
      rows: 5,
      answer: inTurn(declined, acceptedAnswer, cut, rejected(400)),
      options: { stopAfterErrors },
    })
    expect(list.why).toBe(words)
    expect(list.states()).toEqual(states)
  })

  test('after a row that could not be sent, which counts as failed', async () => {
    const notSent: SubmissionAttempt = {
      kind: 'notSent',
      error: { code: 'service.unreachable', message: 'There is no network.' },
    }
    const list = await outcome({ answer: inTurn(notSent), options: { stopAfterErrors: 1 } })
    expect([list.why, list.states()]).toEqual([
      'It pauses after 1 row that failed or is in doubt.',
      ['notSent', 'ready', 'ready'],
    ])
  })

  test("because of the service's answer to a row, even if that row was also left out", async () => {
    const refused = {
      outcome: 'rejected',
      status: 401,
      explanation: 'The token was refused.',
    } as const
    const list = await listRun({
      steps: () => ({
        exchange: async ({ receipt }) => ({
          receipt: { ...receipt, ...refused },
          text: '',
          begun: true,
          heldBack: true,
        }),
      }),
    })
    const run = list.start()
    await run.ended
    expect(run.why()).toBe('The token was refused. Test the connection under Settings.')
  })

  test("at the user's request, after finishing the rows on their way, and keeps the first reason", async () => {
    const { promise, resolve } = Promise.withResolvers<SubmissionAttempt>()
    const list = await listRun({ answer: () => promise })
    const run = list.start()
    await expect.poll(() => list.ids.length).toBe(1)
    run.pause('')
    run.pause('Too late.')
    resolve(acceptedAnswer)
    await run.ended
    expect(run.why()).toBe('')
    expect(list.states()).toEqual(['accepted', 'ready', 'ready'])
  })

  test('at once while it waits for a busy service', async () => {
    const list = await listRun({
      answer: inTurn(rejected(429, 5)),
      onMove: () => list.clock.slept.length > 0 && run.pause('Enough.'),
    })
    const run = list.start()
    await run.ended
    expect(run.why()).toBe('Enough.')
    expect(list.ids).toHaveLength(1)
  })

  test('if another environment is in use', async () => {
    const { why, ids } = await outcome({
      needs: { inUse: () => ({ id: 'uat', name: 'Acceptance' }) },
    })
    expect(why).toBe(
      'This list goes to Env, and Acceptance is in use now. Switch back to Env to go on.',
    )
    expect(ids).toEqual([])
  })

  test('if another environment is chosen while a row waits for its turn', async () => {
    let isElsewhere = false
    const elsewhere: AppError = {
      code: 'environment.other',
      message: 'This was for Env, and Acceptance is in use now. Nothing was sent.',
    }
    const world = house({
      elsewhere: () => (isElsewhere ? elsewhere : null),
      onState: (now) => {
        isElsewhere ||= now === 'intended'
        return undefined
      },
    })
    const needs = {
      inUse: () => (isElsewhere ? { id: 'uat', name: 'Acceptance' } : { id: 'env', name: 'Env' }),
    }
    // The list itself does not notice the change; each row is checked immediately before it is
    // sent.
    const list = await outcome({ world, needs, options: { stopAfterErrors: 1 } })
    expect(list.sent).toEqual([])
    expect(list.why).toBe(
      'This list goes to Env, and Acceptance is in use now. Switch back to Env to go on.',
    )
    expect(list.states()).toEqual(['ready', 'ready', 'ready'])
  })

  test('even if another environment was in use only for a moment', async () => {
    let asked = 0
    const elsewhere: AppError = { code: 'environment.other', message: 'Another one is in use.' }
    // The first check is the guard's; the second comes immediately before sending.
    const world = house({ elsewhere: () => ((asked += 1) === 2 ? elsewhere : null) })
    const { why, sent } = await outcome({ world, rows: 1 })
    expect([why, sent]).toEqual([
      'Another environment than Env was in use for a moment, so a row was not sent. Go on when Env is to stay in use.',
      [],
    ])
  })

  test('if its environment was removed, without advice to switch back to it', async () => {
    const { why, ids } = await outcome({
      needs: {
        inUse: () => ({ id: 'uat', name: 'Acceptance' }),
        get: () => fail({ code: 'environment.notFound', message: 'None.' }),
      },
    })
    expect(why).toBe('Env, which this list goes to, is no longer there.')
    expect(ids).toEqual([])
  })

  test('if the address of its environment has changed', async () => {
    const changed: AppError = { code: 'environment.other', message: 'It was changed.' }
    const { why, ids, places } = await outcome({ needs: { whyElsewhere: () => changed } })
    expect([why, ids, places]).toEqual([addressChanged, [], []])
  })

  test('if the address changes while a row waits for its turn', async () => {
    const changed: AppError = { code: 'environment.other', message: 'It was changed.' }
    let isChanged = false
    const whyElsewhere = () => (isChanged ? changed : null)
    const world = house({
      elsewhere: whyElsewhere,
      attempt: () => ((isChanged = true), acceptedAnswer),
    })
    const list = await outcome({ world, needs: { whyElsewhere } })
    expect([list.why, list.sent.length]).toEqual([addressChanged, 1])
    expect(list.states()).toEqual(['accepted', 'ready', 'ready'])
  })

  test.each<[AppError, string]>([
    [
      { code: 'service.tokenRefused', message: 'Refused.', advice: 'Correct them.' },
      'Refused. Correct them.',
    ],
    [{ code: 'service.tokenRefused', message: 'Refused.' }, 'Refused.'],
  ])('without a token, and says why (%j)', async (error, words) => {
    const { why, places } = await outcome({ needs: { ready: async () => fail(error) } })
    expect([why, places]).toEqual([words, []])
  })

  test('if an internal error occurs, and passes the error on', async () => {
    const list = await listRun({
      steps: () => ({ review: () => Promise.reject(new Error('broken')) }),
    })
    const run = list.start()
    await expect(run.ended).rejects.toThrow('broken')
    expect(run.why()).toBe(
      'Something went wrong inside the program. What was on its way is recorded.',
    )
  })

  test('if waiting causes an internal error, and passes the error on', async () => {
    const list = await listRun({ options: { perMinute: 60 } })
    list.clock.sleep = () => Promise.reject(new Error('no timer'))
    await expect(list.start().ended).rejects.toThrow('no timer')
  })

  const known = {
    submissionId: 's',
    receiptId: 'r',
    receiptNumber: 'n',
    attempt: 1,
    begun: true,
    outcome: null,
    settled: false,
    standing: null,
  }
  test.each([
    ['nothing', new Map(), 'The outcome of row 1 could not be kept on disk.'],
    [
      'no entry about the beginning',
      new Map([[1, { ...known, begun: false, outcome: 'notSent' as const }]]),
      'Sending could not begin.',
    ],
  ])('if the table has %s for a row', async (_words, rows, words) => {
    const list = await outcome({ rows: 1, recorded: rows })
    expect(list.why).toContain(words)
    expect(list.book.results.size).toBe(0)
  })

  test('if sending could not begin, and says why', async () => {
    const list = await outcome({
      rows: 1,
      recorded: new Map([[1, { ...known, begun: false, outcome: 'notSent' as const }]]),
      answer: () => ({
        kind: 'notSent',
        error: { code: 'service.connectionLost', message: 'No way out.' },
      }),
    })
    expect(list.why).toBe('No way out.')
  })

  test('if a receipt cannot be stored on disk', async () => {
    const full = { code: 'records.diskFull', message: 'full' } as const
    const world = house({
      savedRecords: (kept) => ({
        ...kept,
        save: async (record, verbatim, saving) =>
          saving?.hold ? fail(full) : kept.save(record, verbatim, saving),
      }),
    })
    const { why, sent } = await outcome({ world, rows: 20 })
    expect(why).toBe(
      'The outcome of row 1 could not be kept on disk. Free some disk space or check the data folder.',
    )
    expect(sent.length).toBeLessThan(20)
  })
})
