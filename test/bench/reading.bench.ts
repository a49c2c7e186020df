import { readForecast } from '#shared/express/read/read-forecast.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'
import { compare } from './parts/measure.ts'
import type { Row } from './parts/row.ts'

export const name = 'reading'

const limit = 1.3

/** Reading verbatim text into typed strategies, against JSON.parse of the same text. */
export const run = async (): Promise<Row[]> => {
  const text = largeForecastText()
  const read = await compare(
    () => void JSON.parse(text),
    () => void readForecast(text),
    60,
  )
  const what = `answer of ${(text.length / 1e6).toFixed(1)} MB to typed strategies`
  return [
    { name: 'JSON.parse', value: read.baselineMs, unit: 'ms', met: true },
    { name: what, value: read.ms, unit: 'ms', met: true },
    {
      name: what,
      value: read.ratio,
      unit: '×',
      ratioTo: 'JSON.parse',
      limit,
      met: read.ratio <= limit,
    },
  ]
}
