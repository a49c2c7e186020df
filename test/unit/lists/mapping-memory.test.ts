import { expect, test } from 'vitest'
import { noMapping } from '#electron/core/lists/file/guess-columns.ts'
import { createMappingMemory } from '#electron/core/lists/list-store.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'

test('mappings that earlier versions stored under column names are still found, and those names are removed at the next save', () => {
  const mapping = { ...noMapping, participantId: 1 }
  const settings = createMemorySettings({ listColumns: [{ columns: ['Key', 'Tina'], mapping }] })
  const memory = createMappingMemory(settings)
  expect(memory.find(['Key', 'Tina'])).toEqual(mapping)
  expect(memory.find(['KeyTina'])).toBeNull()
  memory.keep(['Id'], noMapping)
  expect(JSON.stringify(settings.get('listColumns'))).not.toContain('Tina')
  expect([memory.find(['Key', 'Tina']), memory.find(['Id'])]).toEqual([mapping, noMapping])
})
