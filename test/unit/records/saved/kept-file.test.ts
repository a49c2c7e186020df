import { expect, test } from 'vitest'
import { forecastRecord } from '#test/support/samples/saved-records.ts'
import { codeOf, valueOf } from '#test/support/results.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

test('a participant’s file is kept only if it was given, stays when the result changes, and is removed with the result', async () => {
  const house = recordHouse()
  const saved = house.saved()
  await saved.save(forecastRecord('with'), 'answer', { file: '<Plan>Quillfeather</Plan>' })
  await saved.save(forecastRecord('without'), 'answer')
  await saved.update('with', (record) => ({ ok: true, value: { ...record, tags: ['beach'] } }))
  const later = house.saved()
  expect(valueOf(await later.file('with'))).toBe('<Plan>Quillfeather</Plan>')
  expect(valueOf(await later.file('without'))).toBeNull()
  expect(everythingIn(house.dataDir)).not.toContain('Quillfeather')
  await later.remove('with')
  expect(codeOf(await later.file('with'))).toBe('records.notFound')
})
