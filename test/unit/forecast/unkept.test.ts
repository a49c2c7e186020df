import { expect, test } from 'vitest'
import { createUnkeptForecasts, type UnkeptForecasts } from '#electron/core/forecast/forecasts.ts'
import { aSavedForecast } from '#test/component/forecast/sample-saved.ts'

const run = (id: string) => aSavedForecast({}, { id })

const kept = (runs: UnkeptForecasts, ids: readonly string[]) =>
  ids.filter((id) => runs.get(id) !== null)

test('the last ten unsaved runs can still be saved', () => {
  const runs = createUnkeptForecasts()
  for (let number = 1; number <= 12; number += 1)
    runs.add({ record: run(`r${number}`), verbatim: 'answer', file: '' })
  const ids = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9', 'r10', 'r11', 'r12']
  expect(kept(runs, ids)).toEqual(ids.slice(2))
  runs.remove('r12')
  expect(runs.get('r12')).toBeNull()
})

test('long answers leave room for fewer unsaved runs, and the newest run always stays', () => {
  const runs = createUnkeptForecasts()
  const long = 'x'.repeat(12_000_000)
  runs.add({ record: run('first'), verbatim: long, file: '' })
  runs.add({ record: run('second'), verbatim: long, file: '' })
  expect(kept(runs, ['first', 'second'])).toEqual(['second'])
  const short = 'x'.repeat(5_000_000)
  runs.add({ record: run('half'), verbatim: short, file: '' })
  runs.add({ record: run('quarter'), verbatim: short, file: '' })
  expect(kept(runs, ['second', 'half', 'quarter'])).toEqual(['half', 'quarter'])
  runs.add({ record: run('third'), verbatim: long + long, file: '' })
  expect(kept(runs, ['first', 'second', 'third'])).toEqual(['third'])
})
