import { expect, test } from 'vitest'
import { createKeyRing, sealedExtension } from '#electron/core/records/key-ring.ts'
import { packSmall } from '#electron/core/records/packed.ts'
import { sealRecord } from '#electron/core/records/record-file.ts'
import { createSavedRecords } from '#electron/core/records/saved/saved-records.ts'
import { summaryLineOf } from '#electron/core/records/saved/summary.ts'
import { pack } from '#shared/ipc/pack.ts'
import type { SavedRecord } from '#shared/records/record.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { createMemoryFiles } from '#test/support/doubles/memory-files.ts'
import { createStatefulSecrets } from '#test/support/doubles/stateful-secrets.ts'
import { valueOf } from '#test/support/results.ts'

/** Lines of lists from earlier versions: without search words, and without who settled them. */

const listedAfter = async (record: SavedRecord, summary: string) => {
  const needs = {
    files: createMemoryFiles().files,
    secrets: createStatefulSecrets().store,
    clock: createManualClock(),
    logger: createListeningLogger().logger,
  }
  const master = valueOf(await createKeyRing(needs).get())
  const {
    foundBy: _foundBy,
    settled: _settled,
    ...line
  } = { ...summaryLineOf(record), summary: [summary] }
  const sealed = sealRecord(master, record.id, {
    revision: 1,
    header: pack(line),
    body: await packSmall({ record, verbatim: '' }),
  })
  await needs.files.replace(`library/${record.id}${sealedExtension}`, sealed)
  return valueOf(await createSavedRecords(needs).list())
}

test('a receipt that was settled then is not listed as not sent now, and is found by its number', async () => {
  const explanation =
    'Settled by kim on 2026-10-02 08:09:10 UTC: it did not go through. Asked by phone'
  const items = await listedAfter(
    { ...receiptRecord('r-1', 'notSent'), explanation },
    'Enroll: not sent',
  )
  expect(items).toMatchObject([
    {
      summary: ['Enrollment: settled by kim on 2026-10-02 08:09:10 UTC: it did not go through'],
      settled: { by: 'kim', wentThrough: false },
    },
  ])
  expect(items[0]?.foundBy).toContain('gp-20261120-7f3k2m')
})
