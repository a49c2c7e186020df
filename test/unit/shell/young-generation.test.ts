import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Prints the megabytes of the young generation after it had to keep many objects: held, and let go. */
const program = `
import { getHeapSpaceStatistics } from 'node:v8'
import { holdYoungGeneration } from '#electron/shell/young-generation.ts'
const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 1e6
const kept = []
const keepMany = () => { for (let index = 0; index < 300_000; index += 1) kept.push({ index }) }
const letGo = holdYoungGeneration()
keepMany()
const held = size()
letGo()
keepMany()
console.log(JSON.stringify([held, size()]))
`

test('the young generation grows only once it is let go', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  const [held, after] = JSON.parse(output) as readonly [number, number]
  expect(held).toBeLessThan(4)
  expect(after).toBeGreaterThan(2 * held)
})
