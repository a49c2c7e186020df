import { expect, test } from 'vitest'
import { noMapping } from '#electron/core/lists/file/guess-columns.ts'
import { createMappingMemory } from '#electron/core/lists/list-store.ts'
import { createMemorySettings } from '#test/support/doubles/memory-settings.ts'

test('a mapping is remembered only for exactly the same column names, which are not stored', () => {
  const mapping = { ...noMapping, participantId: 1 }
  const settings = createMemorySettings()
  const memory = createMappingMemory(settings)
  memory.keep(['Key', 'Tina'], mapping)
  expect(memory.find(['Key', 'Tina'])).toEqual(mapping)
  expect(memory.find(['KeyTina'])).toBeNull()
  memory.keep(['Id'], noMapping)
  expect(JSON.stringify(settings.get('listColumns'))).not.toContain('Tina')
  expect([memory.find(['Key', 'Tina']), memory.find(['Id'])]).toEqual([mapping, noMapping])
})
