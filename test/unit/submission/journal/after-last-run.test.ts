import { expect, test } from 'vitest'
import { afterLastRun } from '#electron/core/submission/recovery/recovery-gate.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

/** A start first settles the submissions of the last run, and then the journal drops what is over. */

const unread = fail({ code: 'internal', message: 'The data folder could not be used (EIO).' })

const start = async (
  over: { recover?: Result<void>; ids?: Result<ReadonlySet<string>>; shorten?: Result<void> } = {},
) => {
  const { logger, lines } = createListeningLogger()
  const did: unknown[] = []
  await afterLastRun({
    submissions: {
      recover: async () => {
        did.push('recovered')
        return over.recover ?? ok(undefined)
      },
    },
    rowOf: async () => null,
    lists: { idsOnDisk: async () => over.ids ?? ok(new Set(['kept'])) },
    journal: {
      shorten: async (before, isListKept) => {
        did.push({ before, kept: isListKept('kept'), gone: isListKept('gone') })
        return over.shorten ?? ok(undefined)
      },
    },
    clock: createManualClock(Date.UTC(2026, 10, 20, 12)),
    logger,
  })
  return { did, lines: lines.map((line) => line.trim()) }
}
const shortened = { before: '2026-11-19T12:00:00.000Z', kept: true, gone: false }
const said = ['journal of submissions: The data folder could not be used (EIO).']

test('entries older than a day are dropped, except those of existing lists', async () => {
  expect(await start()).toEqual({ did: ['recovered', shortened], lines: [] })
})

test('nothing is dropped while the fate of the last run or the existing lists are unknown', async () => {
  expect(await start({ recover: unread })).toEqual({ did: ['recovered'], lines: said })
  expect(await start({ ids: unread })).toEqual({ did: ['recovered'], lines: said })
})

test('a journal that cannot be shortened is named in the log', async () => {
  expect(await start({ shorten: unread })).toEqual({ did: ['recovered', shortened], lines: said })
})
