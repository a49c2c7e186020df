import { expect, test } from 'vitest'
import { createUnkeptForecasts } from '#electron/core/forecasts/unkept.ts'
import { aSavedForecast } from '#test/component/forecast/sample-saved.ts'

const run = (id: string) => aSavedForecast({}, { id })

test('the last ten runs can be had back, newest first', () => {
  const runs = createUnkeptForecasts()
  for (let number = 1; number <= 12; number += 1) runs.add(run(`r${number}`), 'answer')
  expect(runs.list().map(({ id }) => id)).toEqual(['r12', 'r11', 'r10', 'r9', 'r8', 'r7', 'r6', 'r5', 'r4', 'r3'])
  expect(runs.get('r2')).toBeNull()
  runs.remove('r12')
  expect(runs.get('r12')).toBeNull()
})

test('long answers leave room for fewer, and the newest always stays', () => {
  const runs = createUnkeptForecasts()
  const long = 'x'.repeat(12_000_000)
  runs.add(run('first'), long)
  runs.add(run('second'), long)
  expect(runs.list().map(({ id }) => id)).toEqual(['second'])
  runs.add(run('third'), long + long)
  expect(runs.list().map(({ id }) => id)).toEqual(['third'])
})
