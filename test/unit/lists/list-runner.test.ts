import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createListBook } from '#electron/core/lists/list-book.ts'
import { startRun } from '#electron/core/lists/sending/list-runner.ts'
import { fail } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { runServices } from '#test/support/worlds/list-run.ts'
import { readyRow } from '#test/support/samples/list-rows.ts'
import { env, house } from '#test/support/worlds/submissions-house.ts'

const listId = randomUUID()

test('a refused row leaves no review open that could be sent from elsewhere', async () => {
  const { submissions, sent } = house()
  const ids: string[] = []
  const run = startRun(
    {
      clock: createManualClock(),
      submissions: {
        rows: {
          ...submissions.rows,
          review: async (...what) => {
            const reviewed = await submissions.rows.review(...what)
            if (reviewed.ok) ids.push(reviewed.value.review.submissionId)
            return reviewed
          },
          letThrough: async () => fail({ code: 'submission.inDoubt', message: 'One is in doubt.' }),
        },
      },
      ...runServices({ callsAtOnce: () => 4 }),
    },
    {
      listId,
      fileName: 'people.csv',
      to: env,
      book: createListBook([readyRow(1), readyRow(2), readyRow(3)], new Map(), []),
      options: {
        concurrency: 2,
        perMinute: null,
        stopAfterErrors: null,
        overrideReason: '',
        sendsUnusual: false,
      },
      onMove: () => undefined,
    },
  )
  await run.ended
  expect(ids).toHaveLength(3)
  for (const id of ids)
    expect(await submissions.send(id, {})).toMatchObject({
      ok: false,
      error: { code: 'submission.notFound' },
    })
  expect(sent).toEqual([])
})
