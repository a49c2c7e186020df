import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { redactedBody } from '#electron/core/http/traffic/redacted-body.ts'
import { sentWords } from '#electron/core/http/traffic/visible-fields.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'

setFlagsFromString('--expose-gc')
const isCollector = (value: unknown): value is () => void => typeof value === 'function'
const collect: unknown = runInNewContext('gc')

/** Bytes in use after garbage collection. */
const inUse = (): number => {
  if (!isCollector(collect)) throw new Error('memory cannot be cleared up')
  collect()
  return process.memoryUsage().heapUsed
}

test('a redacted body does not keep the whole body in memory', () => {
  const size = { strategies: 1, percentiles: 3, ages: 40, accounts: 4 }
  const plain = largeForecastText(size)
  // The optimized code must join the parts, too.
  for (let call = 0; call < 3000; call += 1) redactedBody('{"Age":60}', sentWords('{}'))
  const kept: string[] = []
  const before = inUse()
  // Each text has its own memory, like from a network.
  for (let call = 0; call < 200; call += 1)
    kept.push(redactedBody(Buffer.from(plain).toString('utf8'), sentWords('{}')))
  const characters = kept.reduce((sum, text) => sum + text.length, 0)
  // Two bytes for each character, because a text with “…” needs them, and some reserve.
  expect(inUse() - before).toBeLessThan(characters * 3)
  expect(plain.length * kept.length).toBeGreaterThan(characters * 4)
})
