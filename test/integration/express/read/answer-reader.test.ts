import { afterEach, describe, expect, it } from 'vitest'
import {
  createAnswerReader,
  type AnswerReader,
  type AnswerReaderOptions,
} from '#electron/core/express/read/answer-reader.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

const setUp = (options: Omit<AnswerReaderOptions, 'logger'> = {}) => {
  const errors: string[] = []
  const error = (message: string): void => void errors.push(message)
  const reader = createAnswerReader({
    logger: { info: () => undefined, warn: () => undefined, error },
    ...options,
  })
  cleanUp.push(reader.close)
  return { reader, errors }
}

/** A URL for a worker that runs this code. */
const worker = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, resourceLimits } from 'node:worker_threads'; ${code}`)}`,
  )

const large = largeForecastText()
const largeStrategy: unknown = JSON.parse(large)
const largeEnrollment = JSON.stringify({ ...enrollAnswer(), Strategy: largeStrategy })

describe('an answer is read correctly', () => {
  it.each([
    ['short', JSON.stringify(forecastAnswer())],
    ['long', large],
    ['long and not JSON', large.slice(0, -1)],
    ['long and spelled in unexpected case', large.replaceAll('"Value":', '"VALUE":')],
    ['empty', ''],
  ])('if the answer is %s', async (_name, text) => {
    const { reader, errors } = setUp()
    expect(await reader.forecast(text)).toEqual(readForecast(text))
    expect(errors).toEqual([])
  })

  it.each([
    ['long', largeEnrollment],
    ['long and cut off', largeEnrollment.slice(0, -1)],
    ['short', JSON.stringify(enrollAnswer())],
  ])('if the answer is the %s answer to an enrollment', async (_name, text) => {
    const { reader, errors } = setUp()
    expect(await reader.submission('enroll', text)).toEqual(readSubmission('enroll', text))
    expect(errors).toEqual([])
  })

  it('if several answers arrive at once', async () => {
    const { reader } = setUp()
    const texts = [large, JSON.stringify(forecastAnswer()), large.replace('Current', 'Other')]
    expect(await Promise.all(texts.map((text) => reader.forecast(text)))).toEqual(
      texts.map(readForecast),
    )
  })

  it('within a small heap if it has as many success fields as nested objects', async () => {
    const { reader, errors } = setUp({ maxMemoryMb: 128 })
    const count = 10_000
    const below = Array.from({ length: count }, (_, index) => `"k${index}":[]`).join(',')
    const text = `{"OptOutResult":{"Success":true},"X":{${'"Success":true,'.repeat(count)}${below}}}`
    expect(await reader.submission('optout', text)).toMatchObject({
      ok: true,
      value: { result: { success: true } },
    })
    expect(errors).toEqual([])
  })
})

describe('a long answer is never read in the calling thread', () => {
  const unread = { ok: false, error: { code: 'service.unreadable' } }

  it('even when the worker cannot start, which is logged', async () => {
    const { reader, errors } = setUp({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })
    expect(await reader.forecast(large)).toMatchObject(unread)
    expect(await reader.submission('enroll', largeEnrollment)).toMatchObject(unread)
    expect(errors).toHaveLength(2)
  })

  it('even when it has too many values to be parsed, and the next answer is read normally', async () => {
    const { reader, errors } = setUp()
    const killer = `[${'{},'.repeat(4_000_001)}{}]`
    const failed = await reader.submission('optout', killer)
    expect(failed).toMatchObject(unread)
    expect(failed.ok ? '' : failed.error.message).toContain('more than the program can give')
    expect(await reader.submission('enroll', largeEnrollment)).toMatchObject({ ok: true })
    expect(errors).toEqual([])
  })

  it('even when the worker ends during the reading', async () => {
    const { reader, errors } = setUp({
      workerUrl: worker('parentPort.on("message", () => process.exit(1))'),
    })
    expect(await reader.forecast(large)).toMatchObject(unread)
    expect(errors).toHaveLength(1)
  })
})

it('the answer reader’s worker has a limited heap', async () => {
  const say = `parentPort.on('message', () => parentPort.postMessage({ kind: 'answer', answer: {
    ok: false, error: { code: 'internal', message: String(resourceLimits.maxOldGenerationSizeMb) } } }))`
  const limitOf = async (options: Omit<AnswerReaderOptions, 'logger'>) => {
    const said = await setUp({ ...options, workerUrl: worker(say) }).reader.forecast(large)
    return said.ok ? '' : said.error.message
  }
  expect([await limitOf({}), await limitOf({ maxMemoryMb: 128 })]).toEqual(['640', '128'])
})

it.each([
  ['a forecast', (reader: AnswerReader) => reader.forecast(large), () => readForecast(large)],
  [
    'an enrollment',
    (reader: AnswerReader) => reader.submission('enroll', largeEnrollment),
    () => readSubmission('enroll', largeEnrollment),
  ],
])('the calling thread stays free while %s is read', async (_name, read, readHere) => {
  const { reader } = setUp()
  await read(reader)
  const longest = async (): Promise<number> => {
    let last = performance.now()
    let most = 0
    const timer = setInterval(() => {
      const now = performance.now()
      most = Math.max(most, now - last)
      last = now
    }, 1)
    await read(reader)
    await new Promise((resolve) => setTimeout(resolve, 5))
    clearInterval(timer)
    return most
  }
  const runs = [await longest(), await longest(), await longest(), await longest(), await longest()]
  const started = performance.now()
  readHere()
  const here = performance.now() - started
  expect(runs.toSorted((a, b) => a - b)[2]).toBeLessThan(here)
})
