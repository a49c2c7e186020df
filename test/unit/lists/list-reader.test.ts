import { expect, test } from 'vitest'
import { createListReader } from '#electron/core/lists/file/list-reader.ts'
import { ok } from '#shared/result.ts'
import { bytesOf, listText } from '#test/support/samples/list-files.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'

test('a list that exceeds the memory of its worker fails, and the next list is still read', async () => {
  const { logger } = createListeningLogger()
  const reader = createListReader({ logger, maxMemoryMb: 24 })
  const read = (key: string, text: string) =>
    reader.read({ key, pieces: async () => ok([bytesOf(text)]) }, {})
  const hungry = await read('large', `${'a,'.repeat(190)}a\n`.repeat(9_999))
  expect(hungry).toMatchObject({
    ok: false,
    error: { code: 'internal', advice: 'Split the file, or save it anew as CSV.' },
  })
  expect(await read('small', listText(3, ',', '\n'))).toMatchObject({
    ok: true,
    value: { rows: 3 },
  })
  await reader.close()
})
