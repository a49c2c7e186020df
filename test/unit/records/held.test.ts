import { expect, test } from 'vitest'
import { savedForm } from '#electron/core/records/saved/saved-form.ts'
import { createHeld } from '#electron/core/records/packed.ts'
import { aSavedForecast } from '#test/component/forecast/sample-saved.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'

const form = savedForm({ onPut: () => undefined, onRemoved: () => undefined })

const aLargeForecast = () => ({
  record: aSavedForecast(),
  verbatim: largeForecastText({ strategies: 2, percentiles: 3, ages: 80, accounts: 4 }),
})

test('a record in memory comes back unchanged, and takes a small part of its size', async () => {
  const held = createHeld(form.read)
  const saved = aLargeForecast()
  held.set(saved.record.id, saved)
  expect(await held.get(saved.record.id)).toBe(saved)
  await expect.poll(() => held.bytes()).toBeGreaterThan(0)
  expect(held.bytes()).toBeLessThan(saved.verbatim.length / 3)
  expect(await held.get(saved.record.id)).toEqual(saved)
  expect(held.delete(saved.record.id)).toBe(true)
  expect(await held.get(saved.record.id)).toBeUndefined()
})

test('one that was replaced while it was made small is the newer one', async () => {
  const held = createHeld(form.read)
  const saved = aLargeForecast()
  const newer = { ...saved, verbatim: 'newer' }
  held.set(saved.record.id, saved)
  held.set(saved.record.id, newer)
  await expect.poll(() => held.bytes()).toBeGreaterThan(0)
  expect((await held.get(saved.record.id))?.verbatim).toBe('newer')
})
