import { expect, test } from 'vitest'
import { defaultTexts } from '#electron/core/desk/default-texts.ts'
import { createTextsStore } from '#electron/core/desk/texts-store.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createPlanDirectory } from '#electron/core/environments/plans/plan-directory.ts'
import { noMapping } from '#electron/core/lists/file/guess-columns.ts'
import { createMappingMemory } from '#electron/core/lists/list-store.ts'
import { journalEntrySchema } from '#electron/core/submission/journal/journal.ts'
import { ok } from '#shared/result.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { valueOf } from '#test/support/results.ts'

/** An additional field of a later version is no obstacle, in anything kept that is no sealed record. */

const more = { ofALaterVersion: { a: [1] } }
const { logger, lines } = createListeningLogger()

const filesWith = (name: string, line: unknown) => {
  const memory = createMemoryFiles()
  memory.contents.set(name, new TextEncoder().encode(`${JSON.stringify(line)}\n`))
  return memory.files
}

test('the row of a list in the journal', () => {
  const intent = {
    submissionId: 's-1',
    at: '2026-11-20T00:00:00.000Z',
    state: 'intended',
    operation: 'optout',
    environmentId: 'acme',
    environmentName: 'Acme UAT',
    environmentKind: 'uat',
    pseudonym: 'ab',
    receiptId: 'r-1',
    receiptNumber: 'GP-1',
    user: 'kim',
  }
  const list = { listId: '11111111-2222-4333-8444-555555555555', row: 2, attempt: 1 }
  expect(journalEntrySchema.parse({ ...intent, ...more, list: { ...list, ...more } })).toEqual(
    journalEntrySchema.parse({ ...intent, list }),
  )
})

test('a version of the desk’s texts', async () => {
  const config = {
    environmentId: 'acme',
    version: 1,
    savedAt: '2026-11-20T00:00:00.000Z',
    savedBy: 'lead',
    texts: defaultTexts,
  }
  const texts = createTextsStore({
    files: filesWith('desk-texts.jsonl', {
      ...config,
      ...more,
      texts: { ...defaultTexts, ...more },
    }),
    clock: createManualClock(),
    logger,
    user: 'lead',
  })
  expect(valueOf(await texts.get('acme'))).toEqual(config)
  expect(lines).toEqual([])
})

test('a plan of the directory', async () => {
  const plan = { planId: 'ACME401K', planType: '401k', name: '', source: 'imported' }
  const plans = createPlanDirectory({
    files: filesWith('plans.jsonl', { environmentId: 'acme', ...plan, ...more }),
    logger,
    environments: { get: () => ok(trainingEnvironment) },
    readFile: async () => ok([]),
    changed: () => undefined,
    noticed: () => undefined,
  })
  expect(valueOf(await plans.list('acme'))).toEqual([plan])
  expect(lines).toEqual([])
})

test('the columns of a list', () => {
  const mapping = { ...noMapping, participantId: 1 }
  const kept = { columns: ['Id', 'Name'], mapping: { ...mapping, ...more }, ...more }
  const memory = createMappingMemory(createMemorySettings({ listColumns: [kept] }))
  expect(memory.find(['Id', 'Name'])).toEqual(mapping)
})
