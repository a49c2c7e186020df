import { expect, test } from 'vitest'
import { z } from 'zod'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import type { SealedTable } from '#electron/core/database/migrations.ts'
import { createTextsStore } from '#electron/core/desk/texts-store.ts'
import { noMapping } from '#electron/core/lists/file/guess-columns.ts'
import { createMappingMemory } from '#electron/core/lists/list-store.ts'
import { createKeptPlans } from '#electron/core/records/kept-plans.ts'
import { createRecords } from '#electron/core/records/records.ts'
import { ok } from '#shared/result.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'
import { valueOf } from '#test/support/results.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

/** Tests that data with an additional field from a later version can still be read. */

const more = { ofALaterVersion: { a: [1] } }

/** A store with a row of `table` as a later version might write it. */
const kept = async (table: SealedTable, id: string, body: unknown) => {
  const store = recordHouse().store()
  valueOf(
    await createRecords<unknown>(store, { table, read: (_id, found) => ok(found) }).put(id, body),
  )
  return store
}

test('the desk’s texts with unknown fields are read', async () => {
  const config = {
    environmentId: 'acme',
    version: 1,
    savedAt: '2026-11-20T00:00:00.000Z',
    savedBy: 'lead',
    texts: defaultTexts,
  }
  const store = await kept('desk_texts', 'acme', [
    { ...config, ...more, texts: { ...defaultTexts, ...more } },
  ])
  const texts = createTextsStore({ store, clock: createManualClock(), user: 'lead' })
  expect(valueOf(await texts.get('acme'))).toEqual(config)
})

test('a plan of the directory with unknown fields is read', async () => {
  const plan = { planId: 'ACME401K', planType: '401k', name: '', source: 'imported' }
  const store = await kept('plans', 'acme', [{ ...plan, ...more }])
  expect(valueOf(await createKeptPlans(store).get('acme'))).toEqual([plan])
})

test('a list’s remembered columns with unknown fields are read', () => {
  const mapping = { ...noMapping, participantId: 1 }
  const settings = createMemorySettings()
  const memory = createMappingMemory(settings)
  memory.keep(['Id', 'Name'], { ...mapping, ...more })
  const [kept] = z.array(z.looseObject({})).parse(settings.get('listColumns'))
  settings.set('listColumns', [{ ...kept, ...more }])
  expect(memory.find(['Id', 'Name'])).toEqual(mapping)
})
