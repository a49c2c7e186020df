import { afterEach, describe, expect, it } from 'vitest'
import {
  createAnswerReader,
  type AnswerReader,
  type AnswerReaderOptions,
} from '#electron/core/express/read/answer-reader.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readSubmission } from '#shared/express/read/read-submission.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { forecastAnswer } from '#test/support/express-answers.ts'
import { largeForecastText } from '#test/support/large-forecast.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

const setUp = (options: Pick<AnswerReaderOptions, 'workerUrl'> = {}) => {
  const errors: string[] = []
  const error = (message: string): void => void errors.push(message)
  const reader = createAnswerReader({
    logger: { info: () => undefined, warn: () => undefined, error },
    ...options,
  })
  cleanUp.push(reader.close)
  return { reader, errors }
}

const large = largeForecastText()
const largeStrategy: unknown = JSON.parse(large)
const largeEnrollment = JSON.stringify({ ...enrollAnswer(), Strategy: largeStrategy })

describe('an answer is read the same', () => {
  it.each([
    ['short', JSON.stringify(forecastAnswer())],
    ['long', large],
    ['long and no JSON', large.slice(0, -1)],
    ['long and bent', large.replaceAll('"Value":', '"VALUE":')],
    ['empty', ''],
  ])('when it is %s', async (_name, text) => {
    const { reader, errors } = setUp()
    expect(await reader.forecast(text)).toEqual(readForecast(text))
    expect(errors).toEqual([])
  })

  it.each([
    ['long', largeEnrollment],
    ['long and cut off', largeEnrollment.slice(0, -1)],
    ['short', JSON.stringify(enrollAnswer())],
  ])('when it is the %s answer of an enrollment', async (_name, text) => {
    const { reader, errors } = setUp()
    expect(await reader.submission('enroll', text)).toEqual(readSubmission('enroll', text))
    expect(errors).toEqual([])
  })

  it('when several come at once', async () => {
    const { reader } = setUp()
    const texts = [large, JSON.stringify(forecastAnswer()), large.replace('Current', 'Other')]
    expect(await Promise.all(texts.map((text) => reader.forecast(text)))).toEqual(
      texts.map(readForecast),
    )
  })

  it('when the worker cannot start, which is logged', async () => {
    const { reader, errors } = setUp({ workerUrl: new URL('./no-such-worker.ts', import.meta.url) })
    expect(await reader.forecast(large)).toEqual(readForecast(large))
    expect(errors).toHaveLength(1)
  })
})

it.each([
  ['a forecast', (reader: AnswerReader) => reader.forecast(large), () => readForecast(large)],
  [
    'an enrollment',
    (reader: AnswerReader) => reader.submission('enroll', largeEnrollment),
    () => readSubmission('enroll', largeEnrollment),
  ],
])('the thread that asks stays free while %s is read', async (_name, read, readHere) => {
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
